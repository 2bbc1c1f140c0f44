import type { DocumentRow } from './document-row';
import type { ReadPlan } from '../../plan/read-plan';
import { slotKey, type RememberedSlots } from '../../plan/slots';
import { walkRows } from './walk-rows';

type Gap = {
  plan: ReadPlan;
  row: DocumentRow;
  attribute: string;
  isMany: boolean;
  documentIds: readonly string[];
};

const gapsIn = (plan: ReadPlan, root: DocumentRow, memory: RememberedSlots): Gap[] => {
  const gaps: Gap[] = [];
  walkRows(plan, root, (inner, row, path) => {
    for (const field of inner.fields) {
      if ((field.kind !== 'one' && field.kind !== 'many') || !field.isSlot) continue;
      const documentIds = memory[slotKey([...path, field.attribute])] ?? [];
      const isMany = field.kind === 'many';
      gaps.push({ plan: field.plan, row, attribute: field.attribute, isMany, documentIds });
    }
  });
  return gaps;
};

/**
 * Fills the slots of published rows in place with the documents that are published now. It uses the
 * stored document IDs, because Strapi permanently empties the relation when its target is
 * unpublished (https://github.com/strapi/strapi/issues/25361).
 *
 * @param readStoredSlots reads the stored slots of published rows from an attribute, by row ID
 * @param fetch reads the published rows of a plan's type for certain documents, in one locale
 */
export const fillSlots = async (
  plan: ReadPlan,
  rows: readonly DocumentRow[],
  readStoredSlots: (
    uid: string,
    attribute: string,
    ids: readonly unknown[],
  ) => Promise<ReadonlyMap<unknown, RememberedSlots>>,
  fetch: (
    plan: ReadPlan,
    documentIds: readonly string[],
    locale: string,
  ) => Promise<readonly DocumentRow[]>,
): Promise<void> => {
  if (plan.slotAttribute === null || rows.length === 0) return;
  const slotsByRow = await readStoredSlots(
    plan.uid,
    plan.slotAttribute,
    rows.map(({ id }) => id),
  );
  const byLocale = new Map<string, Gap[]>();
  for (const row of rows) {
    const locale = String(row.locale);
    byLocale.set(locale, [
      ...(byLocale.get(locale) ?? []),
      ...gapsIn(plan, row, slotsByRow.get(row.id) ?? {}),
    ]);
  }
  for (const [locale, gaps] of byLocale) {
    for (const gapPlan of new Set(gaps.map((gap) => gap.plan))) {
      const gapsOfPlan = gaps.filter((gap) => gap.plan === gapPlan);
      const slotDocumentIds = [...new Set(gapsOfPlan.flatMap(({ documentIds }) => documentIds))];
      const slotRows =
        slotDocumentIds.length === 0 ? [] : await fetch(gapPlan, slotDocumentIds, locale);
      const byDocument = new Map(slotRows.map((row) => [row.documentId, row]));
      for (const { row, attribute, isMany, documentIds } of gapsOfPlan) {
        const filled = documentIds.flatMap((documentId) => byDocument.get(documentId) ?? []);
        row[attribute] = isMany ? filled : filled[0];
      }
    }
  }
};
