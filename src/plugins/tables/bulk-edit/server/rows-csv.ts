import type { TypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { csvByPages } from '#platform/http/csv';
import { withOwnMark } from '#platform/http/spreadsheets/text';
import { tableOf } from '#platform/strapi/queries';
import { buildListQuery, type ListSelection } from '../../lists';
import type { Column } from '../edit';
import { writeCell } from './cells';
import { draftsOf, keysOf, parseColumnTarget, type Draft } from './drafts';
import { columnsOf, fieldAccess } from './fields';

type CsvSelection = ListSelection &
  TypeRequest & {
    language: keyof Text;
  };

const BATCH = 200;

/** Returns the headings of columns: labels, or names if two labels are equal. */
const headingsOf = (
  columns: readonly Column[],
  { language, locale }: Pick<CsvSelection, 'language' | 'locale'>,
): string[] =>
  columns.map(({ name, label }) => {
    const title = label[language];
    const isAlone = columns.filter((other) => other.label[language] === title).length === 1;
    const heading = isAlone ? title : name;
    return locale === null ? heading : `${heading} (${locale})`;
  });

/** Returns the key of an entry's row; its documentId if the key attribute is empty. */
const keyOf = (draft: Draft, name: string): string => {
  const value = draft[name];
  return typeof value === 'string' && value !== '' ? value : draft.documentId;
};

/**
 * Yields the drafts of a list in one locale as lines of a CSV file. A line has the entry's key and
 * all fields outside components that the user may change. Importing the unchanged file changes
 * nothing.
 */
export async function* rowsCsv(
  { strapi }: WithStrapi,
  selection: CsvSelection,
): AsyncGenerator<string> {
  const { uid, ability, language, locale } = selection;
  const [key = 'documentId'] = keysOf({ strapi }, { uid, ability }).filter(
    (name) => name !== 'documentId',
  );
  const may = fieldAccess({ strapi }, { uid, ability });
  // "Import and export" exports component fields, with all components.
  const columns = columnsOf({ strapi }, { uid, ability }).filter(
    ({ name }) =>
      name !== key &&
      parseColumnTarget(name).part === null &&
      may('read', [name], locale) &&
      may('update', [name], locale),
  );
  const titles = [key === 'documentId' ? 'id' : key, ...headingsOf(columns, { language, locale })];
  yield* csvByPages<number>(titles, async (last) => {
    const rows = await tableOf<{ id: number; documentId: string }>({ strapi }, uid).findMany({
      ...(await buildListQuery({ strapi }, selection, { id: { $gt: last ?? 0 } })),
      select: ['id', 'documentId'],
      orderBy: { id: 'asc' },
      limit: BATCH,
    });
    const documents = rows.map(({ documentId }) => documentId);
    const { drafts } = await draftsOf({ strapi }, { uid, ability }, documents, columns);
    return {
      lines: drafts
        .filter((draft) => draft.locale === locale)
        .map((draft) => [
          withOwnMark(keyOf(draft, key)),
          ...columns.map((column) => withOwnMark(writeCell(column, draft[column.name], language))),
        ]),
      last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null),
    };
  });
}
