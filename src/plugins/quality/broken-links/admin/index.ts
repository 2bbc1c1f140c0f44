import type { PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';

/** Adds a page that fixes broken links; the page "To do" links to it. */
export const panel: PanelFeature = {
  name: 'broken-links',
  translations: { en, es },
  panelLinks: { brokenLinks: () => '/plugins/broken-links' },
  register(app): void {
    app.router.addRoute({
      path: 'plugins/broken-links/*',
      lazy: async () => ({ Component: (await import('./BrokenLinksPage')).BrokenLinksPage }),
    });
  },
};
