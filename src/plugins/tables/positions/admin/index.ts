import { Drag } from '@strapi/icons';
import { whoMayOf, type PanelFeature } from '../../../../feature/admin/panel';
import type { Layout } from '../../../../feature/layout';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { OrderLink } from './OrderLink';
import { POSITION, PositionAtEnd } from './PositionAtEnd';
import { message } from './texts';

const hasPositions = ({ rows }: Layout): boolean => rows.some((row) => POSITION in row);

/** Sets the position of new entries in forms, and adds a page that orders entries. */
export const panel: PanelFeature = {
  name: 'positions',
  translations: { en, es },
  register(app, forms): void {
    app.addMenuLink({
      to: 'plugins/order',
      icon: Drag,
      intlLabel: message('positions.title'),
      permissions: whoMayOf('update', forms, hasPositions),
      // An async function would fail: Strapi would treat it as a component and not call it.
      Component: () => import('./OrderPage').then(({ OrderPage }) => ({ default: OrderPage })),
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
