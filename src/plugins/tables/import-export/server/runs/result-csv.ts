import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Text } from '../../../../../feature/layout';
import { BYTE_ORDER_MARK, csvLine } from '../../../../../platform/http/csv';
import { withOwnMark } from '../../../../../platform/http/spreadsheets/formulas';
import type { Outcome } from '../../runs';
import { outcomesOf } from '../store/outcomes';

const BATCH = 500;

const titles: Readonly<Record<keyof Text, readonly string[]>> = {
  en: ['row', 'id', 'entry', 'what becomes of it', 'changes', 'why not'],
  es: ['fila', 'id', 'entrada', 'qué pasa con ella', 'cambios', 'por qué no'],
};

export const outcomeNames: Readonly<Record<Outcome, Text>> = {
  created: { en: 'created', es: 'creada' },
  changed: { en: 'changed', es: 'cambiada' },
  unchanged: { en: 'unchanged', es: 'sin cambios' },
  refused: { en: 'refused', es: 'rechazada' },
  left: { en: 'not written', es: 'no escrita' },
};

/** Yields the outcomes of an import's rows as lines of CSV. */
export async function* resultCsv(
  { strapi }: WithStrapi,
  run: string,
  language: keyof Text,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(titles[language], ';');
  for (let after = 0; ;) {
    const items = await outcomesOf({ strapi }).items(run, { after, most: BATCH });
    if (items.length === 0) return;
    yield items
      .flatMap(({ rows, documentId, title, outcome, changes, reason }) =>
        rows.map((row) =>
          csvLine(
            [
              row,
              documentId,
              withOwnMark(title),
              outcomeNames[outcome][language],
              changes.join(', '),
              reason,
            ],
            ';',
          ),
        ),
      )
      .join('');
    after = items.at(-1)?.number ?? after;
  }
}
