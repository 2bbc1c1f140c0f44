import { slotKey } from '../../../plugins/pages/server/slots/find';
import type { Plan } from '../../plan/plan';
import type { Row } from './row';
import { walk } from '../../plan/walk';

type Gap = {
  plan: Plan;
  row: Row;
  attribute: string;
  isMany: boolean;
  documentIds: readonly string[];
};

/** Which documents each slot of a published row names, by the slot's key. */
export type SlotMemory = Readonly<Record<string, readonly string[]>>;

const gapsIn = (plan: Plan, root: Row, memory: SlotMemory): Gap[] => {
  const gaps: Gap[] = [];
  walk(plan, root, (inner, row, path) => {
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
 * Puts what is published now into the slots of published documents, in place: by the documents that each
 * slot was given when its page was published, not by the relation, which Strapi empties for good when
 * its target is unpublished (https://github.com/strapi/strapi/issues/25361).
 *
 * @param remember reads the memories of published rows of a type, by row id
 * @param fetch reads the published rows of a plan's type among some documents, in one language
 */
export const fillSlots = async (
  plan: Plan,
  rows: readonly Row[],
  remember: (uid: string, ids: readonly unknown[]) => Promise<ReadonlyMap<unknown, SlotMemory>>,
  fetch: (plan: Plan, documentIds: readonly string[], locale: string) => Promise<readonly Row[]>,
): Promise<void> => {
  if (!plan.remembersSlots || rows.length === 0) return;
  const memories = await remember(
    plan.uid,
    rows.map(({ id }) => id),
  );
  const byLocale = new Map<string, Gap[]>();
  for (const row of rows) {
    const locale = String(row.locale);
    byLocale.set(locale, [
      ...(byLocale.get(locale) ?? []),
      ...gapsIn(plan, row, memories.get(row.id) ?? {}),
    ]);
  }
  for (const [locale, gaps] of byLocale) {
    for (const shown of new Set(gaps.map((gap) => gap.plan))) {
      const same = gaps.filter((gap) => gap.plan === shown);
      const wanted = [...new Set(same.flatMap(({ documentIds }) => documentIds))];
      const found = wanted.length === 0 ? [] : await fetch(shown, wanted, locale);
      const byDocument = new Map(found.map((row) => [row.documentId, row]));
      for (const { row, attribute, isMany, documentIds } of same) {
        const filled = documentIds.flatMap((documentId) => byDocument.get(documentId) ?? []);
        row[attribute] = isMany ? filled : filled[0];
      }
    }
  }
};
