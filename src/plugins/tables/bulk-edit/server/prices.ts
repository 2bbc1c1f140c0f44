import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getText } from '#catalogue/entry-values';
import { isWithheldUntilPublished } from '#catalogue/off-sale';
import {
  buildChargedFields,
  findPriceDifference,
  getPriceFields,
  computeProductPrices,
  getShownPrice,
  type PriceFields,
} from '#catalogue/money/product-prices';
import { selectChargingAccounts } from '#catalogue/money/charging-accounts';
import { isHiddenTitle } from '#catalogue/access/hidden-entries';
import type { Text } from '#feature/layout';
import { getPaymentProducts } from '#feature/application';
import { listLineCurrencies, loadBusinessLines } from '#catalogue/money/line-currency';
import { isSymbolOf } from '#catalogue/money/currencies';
import { listPricedTypes } from '#catalogue/money/price-fields';
import { parsePrice } from '#catalogue/money/parse-price';
import type { CellText, ChargedPrice, Column } from '../edit';
import { writeCell } from './cells';
import type { Draft } from './drafts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the currencies of an entry's prices, by its values as they are read or written. */
export type CurrenciesIn = (uid: string, values: Values) => readonly string[];

/** Returns related documentIds, in the format of a query or of the Document Service. */
const getDocumentIds = (value: unknown): string[] =>
  [value ?? []].flat().flatMap((item: unknown): string[] => {
    if (typeof item === 'string') return [item];
    const { documentId, set } = item as { documentId?: string; set?: unknown };
    return documentId === undefined ? getDocumentIds(set) : [documentId];
  });

/** Returns the documentIds of an entry's business lines. */
export const getLineIds = ({ strapi }: WithStrapi, uid: string, values: Values): string[] => {
  const attribute = listPricedTypes({ strapi }).find((type) => type.uid === uid)?.lines ?? null;
  return attribute === null ? [] : getDocumentIds(values[attribute]);
};

/** Reads the business lines once, and returns the lookup of currencies. */
export const findCurrencies = async ({ strapi }: WithStrapi): Promise<CurrenciesIn> => {
  const lines = new Map(
    (await loadBusinessLines({ strapi })).map((line) => [line.documentId, line]),
  );
  return (uid, values) =>
    listLineCurrencies(
      { strapi },
      getLineIds({ strapi }, uid, values).flatMap((id) => lines.get(id) ?? []),
    );
};

/** Returns the error of a price in a currency that its business lines do not charge. */
export const findCurrencyProblem = (text: string, currencies: readonly string[]): Text | null => {
  const reading = parsePrice(text);
  const symbol = reading.kind === 'amount' ? reading.symbol : null;
  if (symbol === null || currencies.some((currency) => isSymbolOf(symbol, currency))) return null;
  const charged = currencies.join(', ');
  return {
    en: `This price is in “${symbol}”, but the business line charges in ${charged}. Write the amount in ${charged}.`,
    es: `Este precio está en «${symbol}», pero la línea de negocio cobra en ${charged}. Escribe el importe en ${charged}.`,
  };
};

type Sale = {
  /** The draft with its planned changes. */
  entry: Draft;
  /** Title of the entry, as far as the user may read it. */
  title: string;
  name: string;
  currencies: readonly string[];
  lines: readonly string[];
  /** Locales of the entry that are published and on sale. */
  onSale: readonly (string | null)[];
};

/** Returns the amount that the provider charges for a price; undefined if it is unknown. */
export type FindChargedPrice = (sale: Sale) => ChargedPrice | undefined;

const computeInstalments = (fields: PriceFields): number | null => {
  const { total, enrolmentFee, instalment } = computeProductPrices(fields);
  if (total === null || instalment === null || instalment <= 0) return null;
  const count = Math.round((total - (enrolmentFee ?? 0)) / instalment);
  return count >= 2 ? count : null;
};

/** Reads the cached prices of some entries, and returns the lookup of charged prices. */
export const readChargedPrices = async (
  { strapi }: WithStrapi,
  drafts: readonly Draft[],
  columns: readonly Column[],
  language: keyof Text,
): Promise<FindChargedPrice> => {
  const payIDs = drafts.map((draft) => getText(draft, 'payID')).filter((payID) => payID !== '');
  const { accounts, priceTolerance: tolerance } = await getPaymentProducts({ strapi }).readFacts(
    { strapi },
    payIDs,
  );
  const createCellTexts = (name: string, locale: string | null, value: unknown): CellText[] => {
    const column = columns.find((item) => item.name === name);
    return column === undefined ? [] : [{ name, locale, text: writeCell(column, value, language) }];
  };

  return ({ entry, title, name, currencies, lines, onSale }) => {
    const fields = getPriceFields(entry);
    const shown = getShownPrice(fields);
    const account = getText(entry, 'payCrm').toLowerCase();
    const payID = getText(entry, 'payID');
    const accountsThatCharge = selectChargingAccounts(accounts.get(payID) ?? [], account);
    const offered = accountsThatCharge.flatMap(({ prices }) => prices);
    const isKnown = accountsThatCharge.every(({ product }) => product !== 'unknown');
    const isWithheld = isWithheldUntilPublished(entry);
    if (shown?.field !== name || offered.length === 0 || !isKnown || isWithheld) {
      return undefined;
    }
    const [chargeGap] = currencies.flatMap((currency) => {
      const difference = findPriceDifference(fields, offered, {
        currencies: [currency],
        tolerance,
      });
      return difference === null ? [] : [{ currency, charged: difference.charged }];
    });
    if (chargeGap === undefined) {
      return { amount: shown.amount, currency: currencies[0] ?? '', ways: null };
    }
    const { currency, charged } = chargeGap;
    const isRecurring = shown.kind !== 'single';
    const isAlike = charged.isRecurring === isRecurring && charged.currency === currency;
    const { locale } = entry;
    const seller = accountsThatCharge.find(({ product }) => product === 'sold')?.account ?? account;
    const plan = typeof charged.instalments === 'number' ? charged.instalments : null;
    return {
      amount: charged.amount,
      currency: charged.currency,
      ways: {
        take: isAlike
          ? Object.entries(buildChargedFields(fields, charged)).flatMap(([field, amount]) =>
              createCellTexts(field, locale, amount),
            )
          : [],
        withhold: [...new Set([locale, ...onSale])].flatMap((code) =>
          createCellTexts('isSoon', code, true),
        ),
        create: {
          // It becomes the name of a price, so no text may replace it.
          title: isHiddenTitle(title) ? payID : title,
          payID,
          account: seller,
          lines,
          amount: shown.amount,
          currency,
          interval: isRecurring ? (charged.interval ?? 'month') : null,
          intervalCount: isRecurring ? (charged.intervalCount ?? 1) : null,
          instalments: shown.kind === 'instalments' ? (computeInstalments(fields) ?? plan) : null,
          replaces: isAlike ? (charged.id ?? null) : null,
        },
      },
    };
  };
};
