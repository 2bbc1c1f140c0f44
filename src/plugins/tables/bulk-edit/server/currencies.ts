import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Text } from '../../../../feature/layout';
import { currenciesOf } from '../../../../catalogue/money/line-currency';
import { isSymbolOf } from '../../../../catalogue/money/currency-symbols';
import { linesOf } from '../../../../catalogue/money/line-currency';
import { pricedTypes } from '../../../../catalogue/money/price-fields';
import { parsePrice } from '../../../../catalogue/money/parse-price';

type Values = Readonly<Record<string, unknown>>;

/** Returns the currencies of an entry's prices, by its values as they are read or written. */
export type CurrenciesIn = (uid: string, values: Values) => readonly string[];

/** Returns related documentIds, in the format of a query or of the Document Service. */
const documentIdsIn = (value: unknown): string[] =>
  [value ?? []].flat().flatMap((one: unknown): string[] => {
    if (typeof one === 'string') return [one];
    const { documentId, set } = one as { documentId?: string; set?: unknown };
    return documentId === undefined ? documentIdsIn(set) : [documentId];
  });

/** Returns the documentIds of an entry's business lines. */
export const lineIdsIn = ({ strapi }: WithStrapi, uid: string, values: Values): string[] => {
  const attribute = pricedTypes({ strapi }).find((type) => type.uid === uid)?.lines ?? null;
  return attribute === null ? [] : documentIdsIn(values[attribute]);
};

/** Reads the business lines once, and returns the lookup of currencies. */
export const findCurrencies = async ({ strapi }: WithStrapi): Promise<CurrenciesIn> => {
  const lines = new Map((await linesOf({ strapi })).map((line) => [line.documentId, line]));
  return (uid, values) =>
    currenciesOf(
      { strapi },
      lineIdsIn({ strapi }, uid, values).flatMap((id) => lines.get(id) ?? []),
    );
};

/** Returns the error of a price in a currency that its business lines do not charge. */
export const currencyProblem = (text: string, currencies: readonly string[]): Text | null => {
  const reading = parsePrice(text);
  const symbol = reading.kind === 'amount' ? reading.symbol : null;
  if (symbol === null || currencies.some((currency) => isSymbolOf(symbol, currency))) return null;
  const charged = currencies.join(', ');
  return {
    en: `This price is in “${symbol}”, but the business line charges in ${charged}. Write the amount in ${charged}.`,
    es: `Este precio está en «${symbol}», pero la línea de negocio cobra en ${charged}. Escribe el importe en ${charged}.`,
  };
};
