import { escapeIdentifier, escapeLiteral } from 'pg';
import type { ModelLookup } from '../../plan/model';
import type { FieldOfKind, ReadPlan } from '../../plan/read-plan';
import type { TableLookup } from '../../../platform/strapi/tables';
import type { Joins } from './joins';

/** Path to the stored slots of a row: a column of the document, and the prefix of the slot keys. */
export type SlotPath = { column: string; locale: string; steps: readonly string[] };

export type JoinedField = FieldOfKind<'one' | 'many' | 'pluck'>;

export const isContentType = ({ uid }: ReadPlan): boolean => uid.includes('::');

/** Returns SQL for all document IDs in a row's slots, published or not: `id,id`, or null. */
export const slotDocumentIdsSql = ({ column }: SlotPath): string =>
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
 * Joins those documents of a slot that are published now.
 *
 *     FROM jsonb_array_elements_text(coalesce(d."slots" -> ('shelves' || '/' || d1n.at || '/' || 'products'), '[]'))
 *       WITH ORDINALITY d2l(document, at)
 *     JOIN "products" d2 ON d2.document_id = d2l.document AND d2.published_at IS NOT NULL AND d2.locale = d.locale
 *     WHERE true ORDER BY d2l.at
 */
export const slotJoins = (
  { models, tables }: { models: ModelLookup; tables: TableLookup },
  slots: SlotPath,
  field: JoinedField,
  inner: string,
): Joins => {
  const { hasDrafts, isLocalized } = models(field.plan.uid);
  const key = [...slots.steps, escapeLiteral(field.attribute)].join(` || '/' || `);
  return {
    from:
      `jsonb_array_elements_text(coalesce(${slots.column} -> (${key}), '[]'))` +
      ` WITH ORDINALITY ${inner}l(document, at)` +
      ` JOIN ${escapeIdentifier(tables(field.plan.uid).name)} ${inner}` +
      ` ON ${inner}.document_id = ${inner}l.document` +
      (hasDrafts ? ` AND ${inner}.published_at IS NOT NULL` : '') +
      (isLocalized ? ` AND ${inner}.locale = ${slots.locale}` : ''),
    where: 'true',
    order: `${inner}l.at`,
  };
};

/** Returns the path to the stored slots of a component's rows; null behind a relation. */
export const slotsWithin = (
  slots: SlotPath | null,
  field: JoinedField,
  position: string | null,
): SlotPath | null =>
  slots === null || isContentType(field.plan)
    ? null
    : {
        ...slots,
        steps: [
          ...slots.steps,
          escapeLiteral(field.attribute),
          ...(position === null ? [] : [position]),
        ],
      };
