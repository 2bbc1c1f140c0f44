import type { UID } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { commonErrors } from '#platform/http/common-errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { createEntryAccess } from '#platform/strapi/entry-access';
import {
  listComponentUids,
  findModel,
  type AttributeSchema,
  listContentTypes,
} from '#platform/strapi/models';
import { type CallerQuery, buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable, sql } from '#platform/strapi/queries';
import { addContentManagerMiddleware } from '#platform/strapi/routes';
import { createTableLookup } from '#platform/strapi/tables';
import { rightsErrors } from './errors';
import { refuseHidden } from './guard-queries';
import { getCurrentLanguage } from '#platform/http/message-language';
import { getConfigurationStores } from '#platform/strapi/content-manager-configuration';
import { hiddenTitle, unreadableTitle } from '#catalogue/access/hidden-entries';
import { isReaderLimitedToLines } from '#catalogue/access/limits';

/** A row of an entry that contains a component, and the path from the entry to the component. */
type Owner = { uid: UID.ContentType; id: number; path: readonly string[] };

type Holder = { uid: string; attribute: string };

const listHolders = ({ strapi }: WithStrapi, component: string): readonly Holder[] =>
  [...listContentTypes({ strapi }).map(({ uid }) => uid), ...listComponentUids({ strapi })].flatMap(
    (uid) =>
      Object.entries(findModel({ strapi }, uid)?.attributes ?? {}).flatMap(([attribute, schema]) =>
        schema?.component === component || schema?.components?.includes(component) === true
          ? [{ uid, attribute }]
          : [],
      ),
  );

/**
 * Finds the entry that contains a component, through any nesting of components; null if there is
 * none.
 */
const findComponentOwner = async (
  { strapi }: WithStrapi,
  component: string,
  id: number,
): Promise<Owner | null> => {
  const tables = createTableLookup({ strapi });
  let [uid, row, path]: [string, number, readonly string[]] = [component, id, []];
  while (!uid.includes('::')) {
    const statements = listHolders({ strapi }, uid).map((holder) => {
      const { table, from, to, on } = tables(holder.uid).link(holder.attribute);
      const conditions = Object.entries({ ...on, component_type: uid }).map(
        ([column, value]) => ` AND ${escapeIdentifier(column)} = ${escapeLiteral(value)}`,
      );
      return `SELECT ${escapeLiteral(holder.uid)} AS uid, ${escapeLiteral(holder.attribute)} AS attribute,
          ${escapeIdentifier(from)} AS id
        FROM ${escapeIdentifier(table)} WHERE ${escapeIdentifier(to)} = :row${conditions.join('')}`;
    });
    if (statements.length === 0) return null;
    const { rows } = await sql({ strapi }, statements.join(' UNION '), { row });
    const [owner] = rows;
    if (owner === undefined) return null;
    [uid, row, path] = [String(owner.uid), Number(owner.id), [String(owner.attribute), ...path]];
  }
  return { uid: uid as UID.ContentType, id: row, path };
};

/** Strapi's handlers that list the entries a relation holds, and those it could hold. */
const HANDLERS: ReadonlySet<unknown> = new Set([
  'relations.findAvailable',
  'relations.findExisting',
]);

const MIDDLEWARE = 'plugin::rights.relations';

type Params = { model?: string; targetField?: string; id?: string };

/** Largest row ID in PostgreSQL. */
const LARGEST_ID = 2_147_483_647;

const checked = new WeakSet<Context>();

/**
 * Returns true if the filters of a relation request were checked. All filters in it now come from
 * the service.
 */
export const hasCheckedFilters = (ctx: Context): boolean => checked.has(ctx);

const createInvalidRequestError = (
  context: WithStrapi,
  part: 'params' | 'query',
  name: string,
): Error =>
  createLocalizedError(context, commonErrors.INVALID_REQUEST, {
    details: { errors: [{ in: part, path: [name], message: name }] },
  });

const resolveRelation = (context: WithStrapi, { model = '', targetField = '' }: Params) => {
  const contentType = findModel(context, model);
  if (contentType === undefined) throw createInvalidRequestError(context, 'params', 'model');
  const attributes: Readonly<Record<string, AttributeSchema | undefined>> = contentType.attributes;
  const attribute = Object.hasOwn(attributes, targetField) ? attributes[targetField] : undefined;
  const { type, target } = attribute ?? {};
  if (type !== 'relation' || target === undefined)
    throw createInvalidRequestError(context, 'params', 'targetField');
  return { uid: contentType.uid, field: targetField, target };
};

/**
 * Returns true if the user may read a field of a component within an entry.
 *
 * @throws NotFoundError if no entry contains the component
 */
const mayReadPart = async (
  context: WithStrapi,
  ability: unknown,
  { uid, field, id }: { uid: string; field: string; id: number },
): Promise<boolean> => {
  const owner = await findComponentOwner(context, uid, id);
  if (owner === null) throw new errors.NotFoundError();
  const access = createEntryAccess(context, { ability, uid: owner.uid });
  const path = [...owner.path, field];
  // Permissions name a field of a component by its path, and a dynamic zone as a whole.
  const isPermitted = path.some((_name, index) =>
    access.may('read', path.slice(0, index + 1).join('.')),
  );
  if (!isPermitted) return false;
  const permitted = await buildPermittedWhere(context, { ability, uid: owner.uid, query: {} });
  const where = { $and: [permitted, { id: owner.id }] };
  return (await getTable(context, owner.uid).count({ where })) > 0;
};

type RelatedRow = Record<string, unknown>;

/**
 * Replaces missing names of entries that the caller may not read by a text. Strapi returns only
 * their IDs, which forms would display.
 */
const nameHiddenEntries = async (
  { strapi }: WithStrapi,
  ctx: Context,
  { uid, field }: { uid: string; field: string },
): Promise<void> => {
  const { results } = ctx.body as { results?: RelatedRow[] };
  if (results === undefined) return;
  const { types, components } = getConfigurationStores({ strapi });
  const store = uid.includes('::') ? types : components;
  const model = store.find(uid);
  const target = model?.attributes[field]?.targetModel;
  if (model === undefined || target === undefined) return;
  const { metadatas } = await store.read(model);
  const mainField = metadatas[field]?.edit.mainField ?? 'id';
  const unnamed = results.filter((result) => !(mainField in result));
  if (unnamed.length === 0) return;
  const { userAbility: ability } = ctx.state as { userAbility?: unknown };
  const access = createEntryAccess({ strapi }, { ability, uid: target as UID.ContentType });
  const isOfOtherLine = isReaderLimitedToLines({ strapi }, target) && access.may('read', mainField);
  const title = (isOfOtherLine ? hiddenTitle : unreadableTitle)[getCurrentLanguage({ strapi })];
  for (const result of unnamed) result[mainField] = title;
};

/**
 * Refuses to list the entries of a relation to users who may not read the relation. Strapi checks
 * no permission for a relation in a component. It fails if the type is not readable or the path is
 * wrong. Listed entries that the user may not read get a name.
 */
export const createRelationsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { userAbility: ability } = ctx.state as { userAbility: unknown };
    const params = ctx.params as Params;
    const query = ctx.request.query as CallerQuery & { id?: unknown };
    const { uid, field, target } = resolveRelation({ strapi }, params);
    const [part, id] =
      params.id === undefined ? (['query', query.id] as const) : (['params', params.id] as const);

    if (uid.includes('::')) {
      const access = createEntryAccess({ strapi }, { ability, uid: uid as UID.ContentType });
      if (!access.may('read', field))
        throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
      // The form of a new component sends an empty ID.
    } else if (id !== undefined && id !== '') {
      const row = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : 0;
      if (row < 1 || row > LARGEST_ID) throw createInvalidRequestError({ strapi }, part, 'id');
      if (!(await mayReadPart({ strapi }, ability, { uid, field, id: row }))) {
        throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
      }
    }
    await refuseHidden({ strapi }, { uid: target, ability }, query);
    checked.add(ctx);
    await next();
    // The entries that a relation holds. Strapi lists the others by the caller's rights.
    if (params.id !== undefined && ctx.status === 200) {
      await nameHiddenEntries({ strapi }, ctx, { uid, field });
    }
  };

/**
 * Registers the middleware. Call it in `register` before other code adds filters to these requests.
 */
export const guardRelations = ({ strapi }: WithStrapi): void =>
  addContentManagerMiddleware({ strapi }, HANDLERS, MIDDLEWARE);
