import type { Text } from '../../../../../feature/layout';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import {
  hideReferences,
  isNaming,
  referenceFromRow,
  writeCell,
  type Column,
  type Named,
  type Field,
  type FieldsOf,
} from '../../../bulk-edit';
import type { FieldPath } from '../columns/field-paths';

/** Document, component or zone item as the Document Service returns it. */
export type Values = Readonly<Record<string, unknown>>;

export type FilledPlace = { place: FieldPath; column: Column; isText: boolean; value: unknown };

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const readParts = (value: unknown): readonly Values[] =>
  Array.isArray(value) ? value.filter(isValues) : [];

/** Returns the component of a field or, for a dynamic zone, of its item. */
export const findComponentUid = (field: Field, part: Values | null): string =>
  field.kind === 'part' || field.kind === 'list'
    ? field.component
    : ((part?.__component as string | undefined) ?? '');

/** Returns the references of a relation's or a media field's value. */
export const referencesIn = ({ target }: Column, value: unknown): Named[] =>
  [value ?? []].flat().map((one: object) => referenceFromRow(target, one));

/** Returns the cell text of a value. */
export const cellText = (column: Column, value: unknown, language: keyof Text): string => {
  if (!isNaming(column)) return writeCell(column, value, language);
  return writeCell(column, referencesIn(column, value), language);
};

/** Returns all places of an entry with their values, including lists and zones. */
export const listFilledPaths = (fieldsOf: FieldsOf, uid: string, values: Values): FilledPlace[] =>
  fieldsOf(uid).flatMap((field): FilledPlace[] => {
    const { name } = field;
    const value = values[name];
    if (field.kind === 'cell') {
      return [{ place: [name], column: field.column, isText: field.isText, value }];
    }
    const within = (part: Values, at: FieldPath): FilledPlace[] =>
      listFilledPaths(fieldsOf, findComponentUid(field, part), part).map((inner) => ({
        ...inner,
        place: [...at, ...inner.place],
      }));
    if (field.kind === 'part') return isValues(value) ? within(value, [name]) : [];
    return readParts(value).flatMap((part, index) => within(part, [name, String(index + 1)]));
  });

/**
 * Replaces the names of referenced entries that the user may not read. Call it on every document
 * before its cells are written or compared.
 *
 * @param documents modified in place
 */
export const hideReferencesIn = (
  { strapi }: WithStrapi,
  {
    fieldsOf,
    uid,
    ...reader
  }: { fieldsOf: FieldsOf; uid: string; ability: unknown; language: keyof Text },
  documents: readonly Values[],
): Promise<void> =>
  hideReferences(
    { strapi },
    reader,
    documents
      .flatMap((values) => listFilledPaths(fieldsOf, uid, values))
      .filter(({ column }) => isNaming(column))
      .map(({ column: { target }, value }) => ({ target, rows: [value ?? []].flat() })),
  );
