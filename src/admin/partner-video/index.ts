import type { StrapiApp } from '@strapi/strapi/admin';
import { ExportAccesses } from './ExportAccesses';

/** Adds the export to the list of accesses to partner videos. */
export const registerPartnerVideo = (app: StrapiApp): void => {
  app.getPlugin('content-manager').injectComponent('listView', 'actions', {
    name: 'partner-video-export',
    Component: ExportAccesses,
  });
};
