import { isContent } from '#catalogue/content-attributes';
import type { ModelAttribute, ModelLookup } from '#delivery/plan/model';
import { buildContentSql, buildTitleSql, findNamingAttributes } from '#catalogue/row-expressions';
import type { TableLookup } from '#platform/strapi/tables';
import type { State } from '../changes';

/** Returns whether a content type has a history: catalogue, pages and e-mails do. */
export const hasHistory = (uid: string): boolean => uid.startsWith('api::');

/**
 * Returns the attributes that an entry or component stores itself. A relation belongs to the side
 * that stores it: references from other entries do not change an entry.
 */
export const listContentAttributes = (
  models: ModelLookup,
  uid: string,
): readonly (readonly [name: string, attribute: ModelAttribute])[] =>
  Object.entries(models(uid).attributes).filter(
    ([name, { mappedBy }]) => isContent(name) && mappedBy === undefined,
  );

type Compilation = { models: ModelLookup; tables: TableLookup };

/**
 * Returns an SQL expression for an entry's content as JSON. It contains values, components and
 * zones in full. Relations are stored by id and title, media by id and name.
 */
export const buildStateSql = (compilation: Compilation, root: string, rootAlias: string): string =>
  buildContentSql(
    {
      ...compilation,
      attributesOf: (uid) => listContentAttributes(compilation.models, uid).map(([name]) => name),
      // Referenced entries have their own history.
      reference: (uid, alias) =>
        uid === 'plugin::upload.file'
          ? `jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name)`
          : `jsonb_build_object('documentId', ${alias}.document_id, 'title', ${buildTitleSql(compilation, uid, alias)})`,
    },
    root,
    rootAlias,
  );

/** Returns the names of a field in permissions: for a component, those of its fields. */
const listPermissionNames = (
  models: ModelLookup,
  uid: string,
  field: string,
): readonly string[] => {
  const { kind, target } = models(uid).attributes[field] ?? {};
  if (kind !== 'component' || target === undefined) return [field];
  return listContentAttributes(models, target).flatMap(([name]) =>
    listPermissionNames(models, target, name).map((inner) => `${field}.${inner}`),
  );
};

/**
 * Returns whether a user may see any part of a field. Fields that the model no longer has require
 * permission for all fields.
 */
export const canReadField = (
  models: ModelLookup,
  uid: string,
  mayReadField: (name: string) => boolean,
  field: string,
): boolean =>
  field in models(uid).attributes
    ? listPermissionNames(models, uid, field).some(mayReadField)
    : listContentAttributes(models, uid).every(([name]) =>
        listPermissionNames(models, uid, name).every(mayReadField),
      );

const isState = (value: unknown): value is State => typeof value === 'object' && value !== null;

/** Returns a value of a field without the parts of components that a user may not see. */
const pickReadableValue = (
  models: ModelLookup,
  uid: string,
  may: (name: string) => boolean,
  field: string,
  value: unknown,
): unknown => {
  const { kind, target } = models(uid).attributes[field] ?? {};
  if (kind !== 'component' || target === undefined) return value;
  const mayInside = (name: string): boolean => may(`${field}.${name}`);
  const readItem = (item: unknown): unknown =>
    isState(item) ? pickReadableState(models, target, mayInside, item) : item;
  return Array.isArray(value) ? value.map(readItem) : readItem(value);
};

/** Returns the parts of a stored version that a user may see. */
export const pickReadableState = (
  models: ModelLookup,
  uid: string,
  may: (name: string) => boolean,
  state: State,
): State =>
  Object.fromEntries(
    Object.entries(state)
      .filter(([field]) => canReadField(models, uid, may, field))
      .map(([field, value]) => [field, pickReadableValue(models, uid, may, field, value)]),
  );

/** Returns whether a user may write a whole field. */
export const canWriteField = (
  models: ModelLookup,
  uid: string,
  mayReadField: (name: string) => boolean,
  field: string,
): boolean => listPermissionNames(models, uid, field).every(mayReadField);

/** Returns whether a user may read every attribute that can be the title of a type's entries. */
export const canReadTitles = (
  models: ModelLookup,
  uid: string,
  mayRead: (field: string) => boolean,
): boolean => findNamingAttributes(models, uid).every(mayRead);

/**
 * Returns the title of a stored version by the attributes that a user may read. Null if they are
 * empty.
 */
export const pickReadableTitle = (
  models: ModelLookup,
  uid: string,
  mayRead: (field: string) => boolean,
  { title, state }: { title: string | null; state: State },
): string | null => {
  if (canReadTitles(models, uid, mayRead)) return title;
  const [readable] = findNamingAttributes(models, uid)
    .filter(mayRead)
    .map((attribute) => state[attribute])
    .filter((value) => typeof value === 'string' && value !== '');
  return typeof readable === 'string' ? readable : null;
};
