import type { PanelFeature } from '#feature/admin/panel';
import { addToPage } from '#platform/strapi/admin/pages';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { DuplicateUploads } from './DuplicateUploads';

/** Asks before a file is uploaded that is already in the media library. */
export const panel: PanelFeature = {
  name: 'duplicate-uploads',
  translations: { en, es },
  register(app): void {
    addToPage(app, 'media library', DuplicateUploads);
    addToPage(app, 'content manager', DuplicateUploads);
  },
};
