import type { PanelFeature } from '../../../../feature/admin/panel';
import { addToPage } from '../../../../platform/strapi/admin/pages';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { SameFiles } from './SameFiles';

/** Asks before a file is uploaded that is already in the media library. */
export const panel: PanelFeature = {
  name: 'same-files',
  translations: { en, es },
  register(app): void {
    addToPage(app, 'media library', SameFiles);
    addToPage(app, 'content manager', SameFiles);
  },
};
