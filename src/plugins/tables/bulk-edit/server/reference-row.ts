import { titleOf } from '../../../../catalogue/entry-summary';
import { languageName } from '../../../../catalogue/language-name';
import type { Text } from '../../../../feature/layout';
import type { Column, Planned } from '../edit';
import { writeCell, type Named } from './cells';
import { withField } from './component-columns';
import type { Draft, PublishedOf } from './drafts';

const called = (draft: Draft, language: keyof Text): string =>
  draft.locale === null
    ? titleOf(draft)
    : `${titleOf(draft)} (${languageName(draft.locale, language)})`;

/** Plans the references of an entry's locale in a column, unless there is an error. */
export const planReferenceRow = (
  column: Column,
  draft: Draft,
  {
    after,
    publishedOf,
    language,
    error = null,
  }: {
    after: readonly Named[];
    publishedOf: PublishedOf;
    /** Language of the title. */
    language: keyof Text;
    error?: Text | null;
  },
): Planned => {
  const { documentId, locale, updatedAt: version } = draft;
  const change = { locale, version, data: {}, undo: {}, seen: null };
  const written = { column, draft, published: publishedOf(draft), value: after };
  const [before, then] = [draft[column.name], after].map((value) => writeCell(column, value));
  return {
    key: documentId,
    documentId,
    title: called(draft, language),
    error,
    cells: [{ before: before ?? '', after: then ?? '', error: null }],
    changes: error === null ? [withField(change, written)] : [],
  };
};
