import type { PanelFeature } from '#feature/admin/panel';
import { addToPage } from '#platform/strapi/admin/pages';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { AlternativeTexts } from './AlternativeTexts';

/**
 * Adds alternative texts in every language of the site: a form for one file, and a page for many.
 */
export const panel: PanelFeature = {
  name: 'pictures',
  translations: { en, es },
  panelLinks: {
    undescribedPictures: (locale) =>
      `/plugins/undescribed-pictures${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`,
  },
  register(app): void {
    addToPage(app, 'media library', AlternativeTexts);
    addToPage(app, 'content manager', AlternativeTexts);
    app.router.addRoute({
      path: 'plugins/undescribed-pictures',
      lazy: async () => ({ Component: (await import('./UndescribedPage')).UndescribedPage }),
    });
  },
};
