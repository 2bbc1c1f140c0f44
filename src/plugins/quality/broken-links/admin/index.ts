import type { PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';

/** Adds a page that fixes broken links; the page "Health" links to it. */
export const panel: PanelFeature = {
  name: 'dead-links',
  translations: { en, es },
  panelLinks: { brokenLinks: () => '/plugins/dead-links' },
  register(app): void {
    app.router.addRoute({
      path: 'plugins/dead-links/*',
      lazy: async () => ({ Component: (await import('./DeadLinksPage')).DeadLinksPage }),
    });
  },
};
