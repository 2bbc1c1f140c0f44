import type { TypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Text } from '#feature/layout';
import { getDocumentService, type AnyDocument } from '#platform/strapi/documents';
import { findModel } from '#platform/strapi/models';
import {
  getFieldLookup,
  findNamingFields,
  hideReferences,
  isNaming,
  convertRowToReference,
  writeCell,
  type Column,
  type NamedReference,
  type Field,
  type FieldsOf,
} from '#plugins/tables/bulk-edit';
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
export const toReferences = ({ target }: Column, value: unknown): NamedReference[] =>
  [value ?? []].flat().map((related: object) => convertRowToReference(target, related));

export const formatCell = (column: Column, value: unknown, language: keyof Text): string => {
  if (!isNaming(column)) return writeCell(column, value, language);
  return writeCell(column, toReferences(column, value), language);
};

/** Returns all places of an entry with their values, including lists and zones. */
export const listFilledPaths = (fieldsIn: FieldsOf, uid: string, values: Values): FilledPlace[] =>
  fieldsIn(uid).flatMap((field): FilledPlace[] => {
    const { name } = field;
    const value = values[name];
    if (field.kind === 'cell') {
      return [{ place: [name], column: field.column, isText: field.isText, value }];
    }
    const listPartPaths = (part: Values, path: FieldPath): FilledPlace[] =>
      listFilledPaths(fieldsIn, findComponentUid(field, part), part).map((inner) => ({
        ...inner,
        place: [...path, ...inner.place],
      }));
    if (field.kind === 'part') return isValues(value) ? listPartPaths(value, [name]) : [];
    return readParts(value).flatMap((part, index) =>
      listPartPaths(part, [name, String(index + 1)]),
    );
  });

/** Returns the `populate` parameter for everything that files contain of a type. */
const buildPopulate = ({ strapi }: WithStrapi, uid: string): Record<string, object> => {
  const populate: Record<string, object> = {};
  for (const field of getFieldLookup({ strapi })(uid)) {
    if (field.kind === 'zone') {
      const components = findModel({ strapi }, uid)?.attributes[field.name]?.components ?? [];
      populate[field.name] = {
        on: Object.fromEntries(
          components.map((part) => [part, { populate: buildPopulate({ strapi }, part) }]),
        ),
      };
    } else if (field.kind !== 'cell') {
      populate[field.name] = { populate: buildPopulate({ strapi }, field.component) };
    } else if (isNaming(field.column)) {
      populate[field.name] = { fields: findNamingFields({ strapi }, field.column.target) };
    }
  }
  return populate;
};

export type DraftReader = TypeRequest & { language: keyof Text };

/**
 * Reads the drafts of some documents with all their fields, with one query for each locale. Names
 * of referenced entries that the user may not read are replaced.
 *
 * @param locales null: the type has none
 */
export const readDrafts = async (
  { strapi }: WithStrapi,
  { uid, ability, language }: DraftReader,
  { ids, locales }: { ids: readonly string[]; locales: Iterable<string | null> },
): Promise<(documentId: string, locale: string | null) => AnyDocument | null> => {
  const drafts = new Map<string, AnyDocument>();
  for (const locale of locales) {
    const storedDrafts = await getDocumentService({ strapi }, uid).findMany({
      filters: { documentId: { $in: [...ids] } },
      status: 'draft',
      populate: buildPopulate({ strapi }, uid),
      ...(locale !== null && { locale }),
    });
    for (const draft of storedDrafts) drafts.set(`${draft.documentId} ${locale ?? ''}`, draft);
  }
  await hideReferences(
    { strapi },
    { ability, language },
    [...drafts.values()]
      .flatMap((values) => listFilledPaths(getFieldLookup({ strapi }), uid, values))
      .filter(({ column }) => isNaming(column))
      .map(({ column: { target }, value }) => ({ target, rows: [value ?? []].flat() })),
  );
  return (documentId, locale) => drafts.get(`${documentId} ${locale ?? ''}`) ?? null;
};
