import type { DocumentReference } from '../reader';

/** A row as the Document Service returns it, with the selected attributes. */
export type DocumentRow = Record<string, unknown>;

export const asRow = (value: unknown): DocumentRow | undefined =>
  typeof value === 'object' && value !== null ? (value as DocumentRow) : undefined;

/** Returns the rows behind an attribute as a list, even if there is at most one. */
export const listRows = (row: DocumentRow, attribute: string): readonly DocumentRow[] => {
  const value = row[attribute];
  if (Array.isArray(value)) return value as DocumentRow[];
  const only = asRow(value);
  return only === undefined ? [] : [only];
};

export const rowIn = (row: DocumentRow, attribute: string): DocumentRow | undefined =>
  asRow(row[attribute]);

export const toReference = ({ documentId, locale }: DocumentRow): DocumentReference => ({
  documentId: String(documentId),
  locale: typeof locale === 'string' && locale !== '' ? locale : null,
});

/** Returns a key that is equal for all versions of a document in a locale. */
export const referenceKey = ({ documentId, locale }: DocumentReference): string =>
  `${documentId} ${locale ?? ''}`;
