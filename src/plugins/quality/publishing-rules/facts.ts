import { listIn } from '#catalogue/entry-values';
import type { Entry } from '#feature/publishing-rules';
import { getComponentUid, type Shapes } from './models';

/** Document that an entry shows. */
export type ShownDocument = { uid: string; documentId: string };

/** Returns the distinct documents that an entry and its components refer to. */
export const findShownDocuments = (shapes: Shapes, uid: string, entry: Entry): ShownDocument[] => {
  const shownDocuments = Object.entries(shapes(uid) ?? {}).flatMap(
    ([name, attribute]): ShownDocument[] =>
      listIn(entry, name).flatMap((part): ShownDocument[] => {
        const { target } = attribute ?? {};
        if (attribute?.type === 'relation') {
          return target === undefined || typeof part.documentId !== 'string'
            ? []
            : [{ uid: target, documentId: part.documentId }];
        }
        const component = getComponentUid(attribute, part);
        return component === undefined ? [] : findShownDocuments(shapes, component, part);
      }),
  );
  return [
    ...new Map(
      shownDocuments.map((document) => [`${document.uid} ${document.documentId}`, document]),
    ).values(),
  ];
};

/** Currencies of the business lines. */
export type Currencies = { defaultCurrency: string; byLine: Readonly<Record<string, string>> };

/** Returns the currencies in which an entry is sold; the default currency if it has no line yet. */
export const getEntryCurrencies = (
  entry: Entry,
  { defaultCurrency, byLine }: Currencies,
): string[] => {
  const lines = listIn(entry, 'verticals').concat(listIn(entry, 'vertical'));
  const lineCurrencies = lines.map(
    ({ documentId }) => byLine[String(documentId)] ?? defaultCurrency,
  );
  return lineCurrencies.length === 0 ? [defaultCurrency] : [...new Set(lineCurrencies)];
};

/**
 * Attributes whose text is unique among the published entries of a type and locale, in any type.
 */
export const UNIQUE_TEXTS = ['slug', 'SKU'] as const;

export type UniqueTexts = Partial<Record<(typeof UNIQUE_TEXTS)[number], string>>;
