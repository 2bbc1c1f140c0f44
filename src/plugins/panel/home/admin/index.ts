import { CheckCircle, Clock, Pencil, Search } from '@strapi/icons';
import { entrySearches } from '../../../../feature/admin/entry-searches';
import { WRITERS, type PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { PRODUCT } from './product';
import { message } from './texts';

/**
 * Strapi's widgets without use here, by plugin: counts, an offer of hosting, the user's name, and
 * the last edits and publications. This feature lists the latter in more detail.
 */
const withoutUse: Readonly<Record<string, readonly string[]>> = {
  admin: ['profile-info', 'key-statistics', 'deploy-now'],
  'content-manager': ['chart-entries', 'last-edited-entries', 'last-published-entries'],
};

/** Shows the user's own work on the home page. */
export const panel: PanelFeature = {
  name: 'home',
  translations: { en, es },
  searches: [{ uid: PRODUCT, title: message('home.products'), names: ['title'] }],
  // The panel registers after Strapi's plugins, so their widgets already exist.
  register(app): void {
    app.widgets.register((widgets) => [
      {
        id: 'start',
        icon: Search,
        title: message('home.search'),
        component: async () => (await import('./Start')).Start,
        pluginId: 'home',
        permissions: entrySearches().map(({ uid }) => ({
          action: 'plugin::content-manager.explorer.read',
          subject: uid,
        })),
      },
      {
        id: 'my-work',
        icon: Pencil,
        title: message('home.mine'),
        component: async () => (await import('./WorkList')).MyWork,
        pluginId: 'home',
        // Users who cannot write have no unfinished work.
        permissions: WRITERS,
      },
      {
        id: 'waiting-work',
        icon: Clock,
        title: message('home.waiting'),
        component: async () => (await import('./WorkList')).WaitingWork,
        pluginId: 'home',
        permissions: [{ action: 'plugin::content-manager.explorer.publish' }],
      },
      ...widgets.filter(({ id, pluginId = '' }) => !withoutUse[pluginId]?.includes(id)),
      {
        id: 'published-work',
        icon: CheckCircle,
        title: message('home.published'),
        component: async () => (await import('./WorkList')).PublishedWork,
        pluginId: 'home',
        permissions: WRITERS,
      },
    ]);
  },
};
