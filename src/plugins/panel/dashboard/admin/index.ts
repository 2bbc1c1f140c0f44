import { CheckCircle, Clock, Pencil, Search } from '@strapi/icons';
import { WRITERS, type PanelFeature, type EntrySearch } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { message } from './texts';

const PRODUCT = 'api::product.product';

const catalogueSearches: readonly EntrySearch[] = [
  {
    uid: PRODUCT,
    title: message('dashboard.products'),
    names: ['title', 'SKU'],
    terms: ['title', 'sku'],
    isLocalized: true,
  },
  {
    uid: 'api::series.series',
    title: message('dashboard.series'),
    names: ['name'],
    terms: ['title'],
    isLocalized: true,
  },
  {
    uid: 'api::episode.episode',
    title: message('dashboard.episodes'),
    names: ['name'],
    terms: ['title'],
  },
  {
    uid: 'api::live.live',
    title: message('dashboard.lives'),
    names: ['title'],
    terms: ['title'],
  },
  {
    uid: 'api::protagonist.protagonist',
    title: message('dashboard.protagonists'),
    names: ['name'],
    terms: ['name'],
    isLocalized: true,
  },
  {
    uid: 'api::channel.channel',
    title: message('dashboard.channels'),
    names: ['name'],
    terms: ['name'],
  },
];

/**
 * Strapi's widgets without use here, by plugin: counts, an offer of hosting, the user's name, and
 * the last edits and publications. This feature lists the latter in more detail.
 */
const withoutUse: Readonly<Record<string, readonly string[]>> = {
  admin: ['profile-info', 'key-statistics', 'deploy-now'],
  'content-manager': ['chart-entries', 'last-edited-entries', 'last-published-entries'],
};

/** The plugin's earlier name, by which users' home pages store the widgets. */
const WIDGETS_PLUGIN = 'home';

/** Shows the user's own work on the home page. */
export const panel: PanelFeature = {
  name: 'dashboard',
  translations: { en, es },
  searches: catalogueSearches,
  // The panel registers after Strapi's plugins, so their widgets already exist.
  register(app): void {
    app.widgets.register((widgets) => [
      {
        id: 'start',
        icon: Search,
        title: message('dashboard.search'),
        component: async () => (await import('./SearchAndCreate')).Start,
        pluginId: 'home',
        // Strapi would require every permission of a list, and nobody may read all searched types.
        permissions: [{ action: 'plugin::content-manager.explorer.read' }],
      },
      // The to-do list and orders to review come first; empty lists of drafts would push them down.
      ...widgets.filter(({ id, pluginId = '' }) => !withoutUse[pluginId]?.includes(id)),
      {
        id: 'my-work',
        icon: Pencil,
        title: message('dashboard.mine'),
        component: async () => (await import('./WorkList')).MyWork,
        pluginId: WIDGETS_PLUGIN,
        // Users who cannot write have no unfinished work.
        permissions: WRITERS,
      },
      {
        id: 'waiting-work',
        icon: Clock,
        title: message('dashboard.waiting'),
        component: async () => (await import('./WorkList')).WaitingWork,
        pluginId: WIDGETS_PLUGIN,
        permissions: [{ action: 'plugin::content-manager.explorer.publish' }],
      },
      {
        id: 'published-work',
        icon: CheckCircle,
        title: message('dashboard.published'),
        component: async () => (await import('./WorkList')).PublishedWork,
        pluginId: WIDGETS_PLUGIN,
        permissions: WRITERS,
      },
    ]);
  },
};
