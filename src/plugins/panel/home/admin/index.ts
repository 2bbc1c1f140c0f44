import { CheckCircle, Clock, Pencil } from '@strapi/icons';
import { WRITERS, type PanelFeature } from '../../../../feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { message } from './texts';

/**
 * Strapi's own, in the package that adds them, which tell nobody what to do: counts of content types and locales, an
 * offer of hosting, one's own name; and the last edits and publications, which are listed here with more of them said.
 */
const withoutUse: Readonly<Record<string, readonly string[]>> = {
  admin: ['profile-info', 'key-statistics', 'deploy-now'],
  'content-manager': ['chart-entries', 'last-edited-entries', 'last-published-entries'],
};

/** Puts somebody's own work in front of them when they sign in. */
export const panel: PanelFeature = {
  name: 'home',
  translations: { en, es },
  // The panel's own registration comes after that of Strapi's plugins: what they show is there.
  register(app): void {
    app.widgets.register((widgets) => [
      {
        id: 'my-work',
        icon: Pencil,
        title: message('home.mine'),
        component: async () => (await import('./WorkList')).MyWork,
        pluginId: 'home',
        // Who writes nothing leaves nothing unfinished.
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
