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
import { CheckAgain, FINDING, findingCells, FindingPanel } from './findings';
import { CreatePrices } from './CreatePrices';
import { PriceCell } from './PriceCell';
import { PriceWays } from './PriceWays';
import { message } from './texts';

const isPrice = ({ attribute }: Column): boolean =>
  attribute?.customField === 'plugin::prices.price';

const price: Cell = (entry, { name }) => <PriceCell entry={entry} name={name} />;

/** Fields of forms, whose inputs are loaded with the first form that has one. */
const fields = [
  {
    name: 'price',
    type: 'decimal',
    load: async () => (await import('./PriceInput')).PriceInput,
  },
  {
    name: 'product',
    type: 'string',
    load: async () => (await import('./ProductInput')).ProductInput,
  },
  {
    name: 'account',
    type: 'string',
    load: async () => (await import('./AccountInput')).AccountInput,
  },
  {
    name: 'currency',
    type: 'string',
    load: async () => (await import('./CurrencyInput')).CurrencyInput,
  },
] as const;

/**
 * Registers fields for prices, currencies and payment accounts, and formats prices and findings in
 * lists.
 */
export const panel: PanelFeature = {
  name: 'prices',
  translations: { en, es },
  readOnlyTypes: [FINDING],
  register(app): void {
    definePriceTools({ Ways: PriceWays, CreatePrices });
    for (const { name, type, load } of fields) {
      app.customFields.register({
        name,
        pluginId: 'prices',
        type,
        intlLabel: message(`prices.field.${name}`),
        intlDescription: message(`prices.field.${name}`),
        components: { Input: async () => ({ default: await load() }) },
      });
    }
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
