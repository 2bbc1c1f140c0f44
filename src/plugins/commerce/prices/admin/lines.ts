import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';

export type Line = { documentId: string; name: string; currency: string };

type Entry = { documentId: string; locale: string | null; lines: readonly string[] };

/** What the server knows of currencies: of the business lines, and to which lines entries belong. */
export type Currencies = {
  defaultCurrency: string;
  lines: readonly Line[];
  entries: readonly Entry[];
};

type Get = ReturnType<typeof useFetchClient>['get'];

type Batch = { documentIds: Set<string>; answer: Promise<Currencies> };

let waiting: Batch | undefined;

/** Everything that is drawn together asks together: a page of a list, the prices of a form. */
const ask = (get: Get, documentId: string | undefined): Promise<Currencies> => {
  if (waiting === undefined) {
    const documentIds = new Set<string>();
    const send = async (): Promise<Currencies> => {
      await Promise.resolve();
      waiting = undefined;
      const { data } = await get<{ data: Currencies }>('/prices/lines', {
        params: { documentIds: [...documentIds].join(',') },
      });
      return data.data;
    };
    waiting = { documentIds, answer: send() };
  }
  const batch = waiting;
  if (documentId !== undefined) batch.documentIds.add(documentId);
  return batch.answer;
};

/**
 * The currencies of all business lines, and the lines of one entry. Undefined while they are not known.
 *
 * @param version changes when the entry has been saved
 */
export const useCurrencies = (
  documentId: string | undefined,
  version: unknown = null,
): Currencies | undefined => {
  const { get } = useFetchClient();
  const [known, setKnown] = useState<Currencies>();
  useEffect(() => {
    let isWanted = true;
    ask(get, documentId).then(
      (answer) => {
        if (isWanted) setKnown(answer);
      },
      // The number is shown without its currency; the server guards it all the same.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [get, documentId, version]);
  return known;
};

/** A currency in which something is sold, and the business lines that do. */
export type Sold = { currency: string; lines: readonly string[] };

/** In which currencies an entry of some lines is sold; in the default one where it has no line yet. */
export const soldIn = (
  { defaultCurrency, lines }: Currencies,
  lineIds: readonly string[],
): readonly Sold[] => {
  const own = lines.filter(({ documentId }) => lineIds.includes(documentId));
  if (own.length === 0) return [{ currency: defaultCurrency, lines: [] }];
  const byCurrency = Map.groupBy(own, ({ currency }) => currency);
  return [...byCurrency].map(([currency, of]) => ({
    currency,
    lines: of.map(({ name }) => name),
  }));
};

/** The lines of an entry's version in a language, as they are stored. */
export const storedLines = (
  { entries }: Currencies,
  documentId: string | undefined,
  locale: string | null | undefined,
): readonly string[] =>
  entries.find((entry) => entry.documentId === documentId && entry.locale === (locale ?? null))
    ?.lines ?? [];
