import type { PanelFeature } from '../../../../feature/admin/panel';
import { definePriceTools } from '../../../../feature/admin/price-tools';
import {
  contentManagerOf,
  replaceCells,
  type Cell,
  type Column,
} from '../../../../platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { CheckAgain } from './CheckAgain';
import { CreatePrices } from './CreatePrices';
import { FINDING } from './finding';
import { findingCells } from './finding-cells';
import { FindingPanel } from './FindingPanel';
import { PriceCell } from './PriceCell';
import { PriceWays } from './PriceWays';
import { message } from './texts';

const isPrice = ({ attribute }: Column): boolean =>
  attribute?.customField === 'plugin::prices.price';

const price: Cell = (entry, { name }) => <PriceCell entry={entry} name={name} />;

/**
 * Registers fields for prices, currencies and payment accounts, and formats prices and findings in
 * lists.
 */
export const panel: PanelFeature = {
  name: 'prices',
  translations: { en, es },
  readOnlyTypes: [FINDING],
  register(app): void {
    app.customFields.register({
      name: 'price',
      pluginId: 'prices',
      type: 'decimal',
      intlLabel: message('prices.field.price'),
      intlDescription: message('prices.field.price'),
      components: {
        Input: async () => ({ default: (await import('./PriceInput')).PriceInput }),
      },
    });
    definePriceTools({ Ways: PriceWays, CreatePrices });
    app.customFields.register({
      name: 'product',
      pluginId: 'prices',
      type: 'string',
      intlLabel: message('prices.field.product'),
      intlDescription: message('prices.field.product'),
      components: {
        Input: async () => ({ default: (await import('./ProductInput')).ProductInput }),
      },
    });
    app.customFields.register({
      name: 'account',
      pluginId: 'prices',
      type: 'string',
      intlLabel: message('prices.field.account'),
      intlDescription: message('prices.field.account'),
      components: {
        Input: async () => ({ default: (await import('./AccountInput')).AccountInput }),
      },
    });
    app.customFields.register({
      name: 'currency',
      pluginId: 'prices',
      type: 'string',
      intlLabel: message('prices.field.currency'),
      intlDescription: message('prices.field.currency'),
      components: {
        Input: async () => ({ default: (await import('./CurrencyInput')).CurrencyInput }),
      },
    });
  },
  bootstrap(app, { layouts }): void {
    contentManagerOf(app).addEditViewSidePanel([FindingPanel]);
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'prices-check',
      Component: CheckAgain,
    });
    replaceCells(app, findingCells(layouts));
    replaceCells(app, (column) => (isPrice(column) ? price : undefined));
  },
};
