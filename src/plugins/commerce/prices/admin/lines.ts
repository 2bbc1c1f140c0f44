import { useEffect, useState } from 'react';
import { useFetchClient, useForm, useQueryParams } from '@strapi/strapi/admin';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import {
  findConnected,
  findDisconnected,
  type RelationChanges,
} from '#platform/strapi/admin/relations';

type BusinessLine = { documentId: string; name: string; currency: string };

type Entry = { documentId: string; locale: string | null; lines: readonly string[] };

/** Currencies of the business lines, and the lines of entries. */
type Currencies = {
  defaultCurrency: string;
  lines: readonly BusinessLine[];
  entries: readonly Entry[];
};

type Get = ReturnType<typeof useFetchClient>['get'];

type Batch = { documentIds: Set<string>; answer: Promise<Currencies> };

let waiting: Batch | undefined;

/**
 * Fetches currencies in one request for all components rendered together, such as the cells of a
 * list or the prices of a form.
 */
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
 * Returns the currencies of all business lines and the lines of one entry, or undefined while they
 * load.
 *
 * @param version a value that changes when the entry is saved
 */
export const useCurrencies = (
  documentId: string | undefined,
  version: unknown = null,
): Currencies | undefined => {
  const { get } = useFetchClient();
  const [currencies, setCurrencies] = useState<Currencies>();
  useEffect(() => {
    let isWanted = true;
    ask(get, documentId).then(
      (answer) => {
        if (isWanted) setCurrencies(answer);
      },
      // The amount is shown without a currency. The server validates it regardless.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [get, documentId, version]);
  return currencies;
};

/** Currency of an entry, with the business lines that use it. */
export type Sold = { currency: string; lines: readonly string[] };

/** Returns the currencies of business lines, or the default one without a line. */
export const findCurrencies = (
  { defaultCurrency, lines }: Currencies,
  lineIds: readonly string[],
): readonly Sold[] => {
  const ownLines = lines.filter(({ documentId }) => lineIds.includes(documentId));
  if (ownLines.length === 0) return [{ currency: defaultCurrency, lines: [] }];
  const byCurrency = Map.groupBy(ownLines, ({ currency }) => currency);
  return [...byCurrency].map(([currency, linesOfCurrency]) => ({
    currency,
    lines: linesOfCurrency.map(({ name }) => name),
  }));
};

/** Returns the stored business lines of an entry's version in a locale. */
export const getStoredLines = (
  { entries }: Currencies,
  documentId: string | undefined,
  locale: string | null | undefined,
): readonly string[] =>
  entries.find((entry) => entry.documentId === documentId && entry.locale === (locale ?? null))
    ?.lines ?? [];

type Values = { vertical?: RelationChanges; verticals?: RelationChanges };

type Query = { plugins?: { i18n?: { locale?: string } } };

const useChanges = (): RelationChanges =>
  useForm('PriceInput', (form) => {
    // The relation's name depends on the type.
    const { verticals, vertical } = form.values as Values;
    return verticals ?? vertical;
  });

/**
 * Returns the business lines selected in the form, saved or not, and their currencies; undefined
 * while they load.
 */
export const useFormLines = (): { lines: readonly string[]; sold: readonly Sold[] } | undefined => {
  const { id } = useContentManagerContext();
  const [{ query }] = useQueryParams<Query>();
  const changes = useChanges();
  const saved: unknown = useForm('PriceInput', (form) => form.initialValues);
  const currencies = useCurrencies(id, saved);
  if (currencies === undefined) return undefined;
  const disconnected = findDisconnected(changes);
  const storedLineIds = getStoredLines(currencies, id, query.plugins?.i18n?.locale);
  const lines = [
    ...storedLineIds.filter((line) => !disconnected.includes(line)),
    ...findConnected(changes),
  ];
  return { lines, sold: findCurrencies(currencies, lines) };
};

/**
 * Returns the currencies of the form's entry. Returns none in a form nested in another one, where
 * the edited entry is unknown.
 *
 * @param name of the field
 */
export const useSoldIn = (name: string): readonly Sold[] => {
  const { contentType } = useContentManagerContext();
  const formLines = useFormLines();
  const [outermost = ''] = name.split('.');
  return contentType?.attributes[outermost] === undefined ? [] : (formLines?.sold ?? []);
};
