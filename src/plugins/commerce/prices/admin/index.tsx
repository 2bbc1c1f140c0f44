import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { formatAmount, formatMoney } from '#catalogue/money/format-money';
import type { PanelFeature } from '#feature/admin/panel';
import { definePriceTools } from '#feature/admin/price-tools';
import {
  type Cell,
  type Column,
  getContentManager,
  type ListEntry,
  replaceCells,
} from '#platform/strapi/admin/content-manager';
import en from '../translations/en.json';
import es from '../translations/es.json';
import { CreatePrices } from './CreatePrices';
import { PriceWays } from './PriceWays';
import { CheckAgain, FINDING, createFindingCells, FindingPanel } from './findings';
import { findCurrencies, getStoredLines, useCurrencies } from './lines';
import { message } from './texts';

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Shows a price in a list, in each currency of its entry's business lines. */
const PriceCell = ({ entry, name }: { entry: ListEntry; name: string }) => {
  const { locale } = useIntl();
  const documentId = toText(entry.documentId);
  const currencies = useCurrencies(documentId);
  const value = entry[name];
  const amount = value === null || value === undefined ? NaN : Number(value);
  const soldCurrencies =
    currencies &&
    findCurrencies(
      currencies,
      getStoredLines(currencies, documentId, toText(entry.locale) ?? null),
    );
  const priceTexts =
    soldCurrencies === undefined
      ? formatAmount(amount, locale)
      : soldCurrencies.map(({ currency }) => formatMoney(amount, currency, locale)).join(' · ');
  return (
    <Typography
      textColor="neutral800"
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {Number.isNaN(amount) ? '—' : priceTexts}
    </Typography>
  );
};

const isPrice = ({ attribute }: Column): boolean =>
  attribute?.customField === 'plugin::prices.price';

const renderPriceCell: Cell = (entry, { name }) => <PriceCell entry={entry} name={name} />;

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
    getContentManager(app).addEditViewSidePanel([FindingPanel]);
    app.getPlugin('content-manager').injectComponent('listView', 'actions', {
      name: 'prices-check',
      Component: CheckAgain,
    });
    replaceCells(app, createFindingCells(layouts));
    replaceCells(app, (column) => (isPrice(column) ? renderPriceCell : undefined));
  },
};
