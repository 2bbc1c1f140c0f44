import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { BYTE_ORDER_MARK, formatCsvLine } from '#platform/http/csv';
import { withOwnMark } from '#platform/http/spreadsheets/text';
import type { Outcome } from '../../runs';
import { headingNames, isResultHeading, resultNames } from '../columns/headings';
import { createOutcomeStore, type ResultRow } from '../store/outcomes';
import { streamPages } from '../store/stored-run';

const BATCH = 500;

const outcomeNames: Readonly<Record<Outcome, Text>> = {
  created: { en: 'created', es: 'creada' },
  changed: { en: 'changed', es: 'cambiada' },
  unchanged: { en: 'unchanged', es: 'sin cambios' },
  refused: { en: 'refused', es: 'rechazada' },
  left: { en: 'not written', es: 'no escrita' },
};

/** Yields the rows of an import that an older release started: titles instead of original cells. */
async function* streamTitleRows({ strapi }: WithStrapi, run: string): AsyncGenerator<ResultRow[]> {
  const pages = streamPages((after) =>
    createOutcomeStore({ strapi }).items(run, { after, most: BATCH }),
  );
  for await (const items of pages) {
    yield items.flatMap((item) =>
      item.rows.map((number) => ({ number, cells: [item.title], item })),
    );
  }
}

/**
 * Yields an import's rows as lines of CSV: the original columns, and the outcomes after them. The
 * file can be imported again, because the import ignores the added columns.
 */
export async function* streamResultCsv(
  { strapi }: WithStrapi,
  run: string,
  language: keyof Text,
): AsyncGenerator<string> {
  const storedColumns = await createOutcomeStore({ strapi }).resultColumns(run);
  const { first, width } = storedColumns ?? { first: [headingNames.entry[language]], width: 1 };
  // A file that is the result of another import already has these columns.
  const columns = Array.from({ length: width }, (_, index) => index).filter(
    (column) => !isResultHeading(first[column] ?? ''),
  );
  const pickOriginalCells = (cells: readonly string[]): string[] =>
    columns.map((column) => withOwnMark(cells[column] ?? ''));
  const added = Object.values(resultNames).map((name) => name[language]);
  yield BYTE_ORDER_MARK + formatCsvLine([...pickOriginalCells(first), ...added], ';');
  const pages =
    storedColumns === null
      ? streamTitleRows({ strapi }, run)
      : streamPages((after) =>
          createOutcomeStore({ strapi }).resultRows(run, { after, most: BATCH }),
        );
  for await (const rows of pages) {
    yield rows
      .map(({ number, cells, item: { documentId, outcome, changes, reason } }) =>
        formatCsvLine(
          [
            ...pickOriginalCells(cells),
            ...[number, documentId, outcomeNames[outcome][language], changes.join(', '), reason],
          ],
          ';',
        ),
      )
      .join('');
  }
}
