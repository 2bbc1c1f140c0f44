import { escapeIdentifier, escapeLiteral } from 'pg';
import type { ModelLookup } from '../../plan/model';
import type { FieldOfKind, ReadPlan } from '../../plan/read-plan';
import type { TableLookup } from '../../../platform/strapi/tables';
import { type Joins, visibleConditions, type DraftSql } from './joins';

/** The column with the stored slots of a document, and its locale. */
export type StoredSlots = { column: string; locale: string };

export type JoinedField = FieldOfKind<'one' | 'many' | 'pluck'>;

export const isContentType = ({ uid }: ReadPlan): boolean => uid.includes('::');

/** Returns SQL for all document IDs in a row's slots, published or not: `id,id`, or null. */
export const slotDocumentIdsSql = ({ column }: StoredSlots): string =>
  `(SELECT string_agg(s.v #>> '{}', ',') FROM jsonb_path_query(${column}, '$.*[*]') s(v))`;

export const holdsSlots = (plan: ReadPlan): boolean =>
  plan.fields.some(
    (field) =>
      ('isSlot' in field && field.isSlot) ||
      (field.kind === 'zone' && [...field.plans.values()].some(holdsSlots)) ||
      ('plan' in field && !isContentType(field.plan) && holdsSlots(field.plan)),
  );

/** Returns the keys of the required slots, without which a row cannot be shown. */
export const requiredSlots = (plan: ReadPlan): readonly string[] =>
  plan.fields.flatMap((field) =>
    field.kind === 'one' && field.isSlot && field.isRequired ? [field.key] : [],
  );

/**
 * Joins those documents of a slot that are visible now.
 *
 * @param steps SQL of the path from the document to the relation, as in `slotKey`
 *
 *     FROM jsonb_array_elements_text(coalesce(d."slots" -> ('shelves' || '/' || d1n.at || '/' || 'products'), '[]'))
 *       WITH ORDINALITY d2l(document, at)
 *     JOIN "products" d2 ON d2.document_id = d2l.document AND d2.published_at IS NOT NULL AND d2.locale = d.locale
 *     WHERE true ORDER BY d2l.at
 */
export const slotJoins = (
  { models, tables, draft }: { models: ModelLookup; tables: TableLookup; draft: DraftSql | null },
  slots: StoredSlots,
  steps: readonly string[],
  field: JoinedField,
  inner: string,
): Joins => {
  const { isLocalized } = models(field.plan.uid);
  const key = [...steps, escapeLiteral(field.attribute)].join(` || '/' || `);
  return {
    from:
      `jsonb_array_elements_text(coalesce(${slots.column} -> (${key}), '[]'))` +
      ` WITH ORDINALITY ${inner}l(document, at)` +
      ` JOIN ${escapeIdentifier(tables(field.plan.uid).name)} ${inner}` +
      ` ON ${inner}.document_id = ${inner}l.document` +
      visibleConditions(models, draft, field.plan.uid, inner)
        .map((condition) => ` AND ${condition}`)
        .join('') +
      (isLocalized ? ` AND ${inner}.locale = ${slots.locale}` : ''),
    where: 'true',
    order: `${inner}l.at`,
  };
};
