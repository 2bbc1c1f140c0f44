import { listIn } from '../../../catalogue/entry-values';
import type { Entry } from '../../../feature/publishing-rules';

/** Currencies of the business lines. */
export type Currencies = { defaultCurrency: string; byLine: Readonly<Record<string, string>> };

/** Returns the currencies in which an entry is sold; the default currency if it has no line yet. */
export const currenciesIn = (entry: Entry, { defaultCurrency, byLine }: Currencies): string[] => {
  const lines = listIn(entry, 'verticals').concat(listIn(entry, 'vertical'));
  const found = lines.map(({ documentId }) => byLine[String(documentId)] ?? defaultCurrency);
  return found.length === 0 ? [defaultCurrency] : [...new Set(found)];
};
