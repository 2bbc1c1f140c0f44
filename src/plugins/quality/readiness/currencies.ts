import { listIn } from '../../../catalogue/entry-values';
import type { Entry } from '../../../feature/readiness';

/** The currencies of the business lines. */
export type Currencies = { defaultCurrency: string; byLine: Readonly<Record<string, string>> };

/** In which currencies an entry is sold; in the default one where it has no line yet. */
export const currenciesIn = (entry: Entry, { defaultCurrency, byLine }: Currencies): string[] => {
  const lines = listIn(entry, 'verticals').concat(listIn(entry, 'vertical'));
  const found = lines.map(({ documentId }) => byLine[String(documentId)] ?? defaultCurrency);
  return found.length === 0 ? [defaultCurrency] : [...new Set(found)];
};
