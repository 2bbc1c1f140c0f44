import { escapeIdentifier, escapeLiteral } from 'pg';
import type { ModelLookup } from '../../plan/model';
import type { FieldOfKind, ReadPlan } from '../../plan/read-plan';
import type { TableLookup } from '../../../platform/strapi/tables';
import type { Joins } from './joins';

/** Where the slots within a row are remembered: in a column of the document, under a key that begins so. */
export type SlotPath = { column: string; locale: string; steps: readonly string[] };

export type JoinedField = FieldOfKind<'one' | 'many' | 'pluck'>;

export const isContentType = ({ uid }: ReadPlan): boolean => uid.includes('::');

/** Every document that a row's slots remember, published now or not: `id,id`; null where there is none. */
export const remembered = ({ column }: SlotPath): string =>
  `(SELECT string_agg(s.v #>> '{}', ',') FROM jsonb_path_query(${column}, '$.*[*]') s(v))`;

export const holdsSlots = (plan: ReadPlan): boolean =>
  plan.fields.some(
    (field) =>
      ('isSlot' in field && field.isSlot) ||
      (field.kind === 'zone' && [...field.plans.values()].some(holdsSlots)) ||
      ('plan' in field && !isContentType(field.plan) && holdsSlots(field.plan)),
  );

/** The keys without which a row cannot be shown: its required slots. */
export const requiredSlots = (plan: ReadPlan): readonly string[] =>
  plan.fields.flatMap((field) =>
    field.kind === 'one' && field.isSlot && field.isRequired ? [field.key] : [],
  );

/**
 * Joins the documents that a slot remembers, those of them that are published now.
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

/** Where the slots of a component's rows are remembered; nowhere beyond a relation. */
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
