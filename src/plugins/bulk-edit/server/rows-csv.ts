import type { Core, UID } from '@strapi/types';
import type { Text } from '../../../feature/layout';
import { BYTE_ORDER_MARK, csvLine } from '../../../http/csv';
import { localizedError } from '../../../http/localized-error';
import { findModel, hasDrafts, isLocalized } from '../../../strapi/models';
import { type ListQuery, permittedWhere } from '../../../strapi/permitted-query';
import { tableOf } from '../../../strapi/queries';
import { filtersFor, listErrors } from '../../lists';
import type { Column } from '../edit';
import { withOwnMark } from '../../../http/spreadsheets/formulas';
import { writeCell } from './cells';
import { columnsOf } from './columns';
import { draftsOf, keysOf, type Draft } from './drafts';

type WithStrapi = { strapi: Core.Strapi };

type Wanted = {
  uid: UID.ContentType;
  ability: unknown;
  /** In which fields are called, and values written. */
  language: keyof Text;
  /** The language of the entries; null where the type has none. */
  locale: string | null;
  query: ListQuery;
  /** What the list is asked, as in its address. */
  question: string | null;
};

const BATCH = 200;

/** What a column is called; by its name where another one is called the same. */
const headingsOf = (
  columns: readonly Column[],
  { language, locale }: Pick<Wanted, 'language' | 'locale'>,
): string[] =>
  columns.map(({ name, label }) => {
    const called = label[language];
    const isAlone = columns.filter((one) => one.label[language] === called).length === 1;
    const heading = isAlone ? called : name;
    return locale === null ? heading : `${heading} (${locale})`;
  });

/** How a row names its entry; by its id where it has nothing else. */
const keyOf = (draft: Draft, name: string): string => {
  const value = draft[name];
  return typeof value === 'string' && value !== '' ? value : draft.documentId;
};

/** Which rows the list shows. */
const whereOf = async (
  { strapi }: WithStrapi,
  { uid, ability, locale, query, question }: Wanted,
): Promise<object> => {
  const model = findModel({ strapi }, uid);
  const asked = question === null ? null : await filtersFor({ strapi }, uid, question);
  if (question !== null && asked === null) {
    throw localizedError({ strapi }, listErrors.NO_SUCH_QUESTION);
  }
  return {
    $and: [
      await permittedWhere({ strapi }, { ability, uid, query }),
      ...(model !== undefined && hasDrafts(model) ? [{ publishedAt: { $null: true } }] : []),
      ...(model !== undefined && isLocalized(model) ? [{ locale }] : []),
      ...(asked === null ? [] : [asked]),
    ],
  };
};

/**
 * The drafts of a list in one language, as lines of a CSV file: how each is called, and every field that whoever asks
 * may change. Given back as it is, it changes nothing. Memory for one batch at a time.
 */
export async function* rowsCsv({ strapi }: WithStrapi, wanted: Wanted): AsyncGenerator<string> {
  const { uid, ability, language, locale } = wanted;
  const [key = 'documentId'] = keysOf({ strapi }, uid).filter((name) => name !== 'documentId');
  const columns = columnsOf({ strapi }, { uid, ability }).filter(({ name }) => name !== key);
  const where = await whereOf({ strapi }, wanted);
  let titles =
    BYTE_ORDER_MARK +
    csvLine([key === 'documentId' ? 'id' : key, ...headingsOf(columns, { language, locale })]);
  let last = 0;
  for (;;) {
    const rows = await tableOf<{ id: number; documentId: string }>({ strapi }, uid).findMany({
      where: { $and: [where, { id: { $gt: last } }] },
      select: ['id', 'documentId'],
      orderBy: { id: 'asc' },
      limit: BATCH,
    });
    const documents = rows.map(({ documentId }) => documentId);
    const { drafts } = await draftsOf({ strapi }, { uid, ability }, documents, columns);
    const lines = drafts
      .filter((draft) => draft.locale === locale)
      .map((draft) =>
        csvLine([
          withOwnMark(keyOf(draft, key)),
          ...columns.map((column) => withOwnMark(writeCell(column, draft[column.name], language))),
        ]),
      );
    if (titles !== '' || lines.length > 0) yield titles + lines.join('');
    titles = '';
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}
