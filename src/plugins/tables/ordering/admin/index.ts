import type { PanelFeature } from '#feature/admin/panel';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { OrderLink } from './OrderLink';
import { PositionAtEnd } from './PositionAtEnd';

/** Sets the position of new entries in forms, and adds a page that orders entries. */
export const panel: PanelFeature = {
  name: 'ordering',
  translations: { en, es },
  register(app): void {
    // Without a link in the menu: lists and products link to it.
    app.router.addRoute({
      path: 'plugins/order/*',
      lazy: () => import('./OrderPage').then(({ OrderPage }) => ({ Component: OrderPage })),
    });
  },
  bootstrap(app): void {
    const contentManager = app.getPlugin('content-manager');
    contentManager.injectComponent('editView', 'right-links', {
      name: 'position-at-end',
      Component: PositionAtEnd,
    });
    contentManager.injectComponent('listView', 'actions', {
      name: 'order-link',
      Component: OrderLink,
    });
  },
};
