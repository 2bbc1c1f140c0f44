import type { TypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { streamCsv } from '#platform/http/csv';
import { withOwnMark } from '#platform/http/spreadsheets/text';
import { getTable } from '#platform/strapi/queries';
import { buildListQuery, type ListSelection } from '../../lists';
import type { Column } from '../edit';
import { writeCell } from './cells';
import { readChangeableDrafts, listKeyAttributes, parseColumnTarget, type Draft } from './drafts';
import { listChangeableColumns, createFieldAccessCheck } from './fields';

type CsvSelection = ListSelection &
  TypeRequest & {
    language: keyof Text;
  };

const BATCH = 200;

/** Returns the headings of columns: labels, or names if two labels are equal. */
const buildHeadings = (
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
const getRowKey = (draft: Draft, name: string): string => {
  const value = draft[name];
  return typeof value === 'string' && value !== '' ? value : draft.documentId;
};

/**
 * Yields the drafts of a list in one locale as lines of a CSV file. A line has the entry's key and
 * all fields outside components that the user may change. Importing the unchanged file changes
 * nothing.
 */
export async function* streamRowsCsv(
  { strapi }: WithStrapi,
  selection: CsvSelection,
): AsyncGenerator<string> {
  const { uid, ability, language, locale } = selection;
  const [key = 'documentId'] = listKeyAttributes({ strapi }, { uid, ability }).filter(
    (name) => name !== 'documentId',
  );
  const may = createFieldAccessCheck({ strapi }, { uid, ability });
  // "Import and export" exports component fields, with all components.
  const columns = listChangeableColumns({ strapi }, { uid, ability }).filter(
    ({ name }) =>
      name !== key &&
      parseColumnTarget(name).part === null &&
      may('read', [name], locale) &&
      may('update', [name], locale),
  );
  const titles = [
    key === 'documentId' ? 'id' : key,
    ...buildHeadings(columns, { language, locale }),
  ];
  yield* streamCsv<number>(titles, async (last) => {
    const rows = await getTable<{ id: number; documentId: string }>({ strapi }, uid).findMany({
      ...(await buildListQuery({ strapi }, selection, { id: { $gt: last ?? 0 } })),
      select: ['id', 'documentId'],
      orderBy: { id: 'asc' },
      limit: BATCH,
    });
    const documents = rows.map(({ documentId }) => documentId);
    const { drafts } = await readChangeableDrafts({ strapi }, { uid, ability }, documents, columns);
    return {
      lines: drafts
        .filter((draft) => draft.locale === locale)
        .map((draft) => [
          withOwnMark(getRowKey(draft, key)),
          ...columns.map((column) => withOwnMark(writeCell(column, draft[column.name], language))),
        ]),
      last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null),
    };
  });
}
