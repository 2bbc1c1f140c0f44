import { ShoppingCart } from '@strapi/icons';
import { MENU_POSITIONS, type PanelFeature } from '#feature/admin/panel';
import {
  getContentManager,
  replaceCells,
  type Cell,
  type Column,
} from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { Amount, Moment, StateBadge } from './order-values';
import { ExportOrders } from './ExportOrders';
import { ORDER, OrderPanel } from './OrderPanel';
import { message } from './texts';

/**
 * Recognises lists of orders by the values of `state`: other types may have a `state` with other
 * values.
 */
const isOrderState = ({ name, attribute }: Column): boolean =>
  name === 'state' && attribute?.enum?.includes('partially_refunded') === true;

const amounts = ['amountTotal', 'amountSubtotal', 'amountRefunded'];

const moments = ['createdAt', 'updatedAt', 'paidAt', 'expiresAt'];

const renderBadge: Cell = ({ state }) =>
  typeof state === 'string' ? <StateBadge state={state} /> : null;

const renderAmount: Cell = (order, column) => (
  <Amount amount={order[column.name]} currency={order.currency} />
);

const renderMoment: Cell = (order, column) => <Moment at={order[column.name]} />;

const selectCell = (column: Column, columns: readonly Column[]): Cell | undefined => {
  if (!columns.some(isOrderState)) return undefined;
  if (isOrderState(column)) return renderBadge;
  if (amounts.includes(column.name)) return renderAmount;
  return moments.includes(column.name) ? renderMoment : undefined;
};

const readers = [{ action: 'plugin::content-manager.explorer.read', subject: ORDER }];

/** Shows orders readably: badges, money and short dates in lists, a history beside the fields. */
export const panel: PanelFeature = {
  name: 'checkout',
  translations: { en, es },
  readOnlyTypes: [ORDER],
  searches: [
    {
      uid: ORDER,
      title: message('checkout.menu'),
      names: ['customerEmail', 'productTitle'],
      terms: ['email', 'number'],
    },
  ],
  dashboard: [
    {
      id: 'orders-to-see',
      icon: ShoppingCart,
      title: message('checkout.orders-to-see.title'),
      component: async () => (await import('./OrdersToSee')).OrdersToSee,
      permissions: readers,
    },
  ],
  register(app): void {
    app.addMenuLink({
      to: `content-manager/collection-types/${ORDER}`,
      position: MENU_POSITIONS.orders,
      icon: ShoppingCart,
      intlLabel: message('checkout.menu'),
      permissions: readers,
    });
  },
  bootstrap(app): void {
    getContentManager(app).addEditViewSidePanel([OrderPanel]);
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'export-orders',
      Component: ExportOrders,
    });
    replaceCells(app, selectCell);
  },
};
