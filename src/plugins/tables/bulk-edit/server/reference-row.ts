import { titleOf } from '../../../../catalogue/entry-summary';
import { languageName } from '../../../../catalogue/language-name';
import type { Text } from '../../../../feature/layout';
import type { Column, Planned } from '../edit';
import { asData, storedIn, writeCell, type Named } from './cells';
import type { Draft, PublishedOf } from './drafts';

const called = (draft: Draft, language: keyof Text): string =>
  draft.locale === null
    ? titleOf(draft)
    : `${titleOf(draft)} (${languageName(draft.locale, language)})`;

/** Planned references of an entry, and the language of the row's texts. */
type Naming = { after: readonly Named[]; publishedOf: PublishedOf; language: keyof Text };

/** Plans the change of a relation in one locale of an entry. */
export const planReferenceRow = (
  column: Column,
  draft: Draft,
  { after, publishedOf, language }: Naming,
): Planned => {
  const { name } = column;
  const published = publishedOf(draft);
  return {
    key: draft.documentId,
    documentId: draft.documentId,
    title: called(draft, language),
    error: null,
    cells: [
      { before: writeCell(column, draft[name]), after: writeCell(column, after), error: null },
    ],
    changes: [
      {
        locale: draft.locale,
        version: draft.updatedAt,
        data: { [name]: asData(column, after) },
        undo: { [name]: storedIn(column, draft) },
        seen: published && { [name]: storedIn(column, published) },
      },
    ],
  };
};

/** Returns the row of a locale that is not changed, with the error. */
export const refusedRow = (
  column: Column,
  draft: Draft,
  { error, language }: { error: Text; language: keyof Text },
): Planned => {
  const before = writeCell(column, draft[column.name]);
  return {
    key: draft.documentId,
    documentId: draft.documentId,
    title: called(draft, language),
    error,
    cells: [{ before, after: before, error: null }],
    changes: [],
  };
};
