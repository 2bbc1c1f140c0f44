import type { Context } from 'koa';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { listContentTypes, findModel, type AttributeSchema } from '#platform/strapi/models';
import {
  extendPermissionManagers,
  type AppliedPermission,
  type CallerQuery,
  buildPermittedWhere,
} from '#platform/strapi/permitted-query';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { isReaderLimitedToLines } from '#catalogue/access/limits';
import { getPermissionRules, mayReadUsers, USER } from '#platform/strapi/current-ability';
import { createFieldCheck, createEntryAccess } from '#platform/strapi/entry-access';
import { limitSearch } from '#platform/strapi/stored-queries';
import {
  alwaysReadableFields,
  READ,
  resolveReadableFields,
  canReadAllEntries,
  identifyingFields,
  type MayRead,
} from '#catalogue/access/readable-fields';
import { getTable } from '#platform/strapi/queries';
import { MEDIA_UID } from '#delivery/plan/model';
import { rightsErrors } from './errors';
import { isCopyOfHiddenEntry } from './guard-documents';
import { sortPaths } from '#platform/http/queries/sort-paths';

const isOperator = (key: string): boolean => key.startsWith('$') || /^\d+$/.test(key);

/**
 * Returns the attributes that a filter compares, each as a path through relations and components.
 * Operators are omitted at any depth.
 */
export const filterPaths = (filter: unknown): readonly (readonly string[])[] => {
  const entries = typeof filter === 'object' && filter !== null ? Object.entries(filter) : [];
  if (entries.length === 0) return [[]];
  return entries.flatMap(([key, inner]: [string, unknown]) =>
    isOperator(key)
      ? filterPaths(inner)
      : filterPaths(inner).map((path) => [...key.split('.'), ...path]),
  );
};

/** Secret fields that Strapi, unlike passwords, does not remove from queries. */
const secret: ReadonlySet<string> = new Set([
  ...['resetPasswordToken', 'registrationToken', 'confirmationToken', 'sessionStamp'],
]);

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const getTarget = ({ type, target }: AttributeSchema): string | undefined =>
  type === 'media' ? MEDIA_UID : target;

/**
 * A type that a query reads, and its readable fields. Null stands for the main entries, for which
 * Strapi checks permissions itself.
 */
type QueriedType = { uid: string; mayRead: MayRead | null };

/**
 * Creates a function that returns whether a query depends on data the user may not read. Strapi
 * applies permissions to the main entries of a query, but not to related ones.
 */
const createSearch = ({ strapi }: WithStrapi, ability: unknown) => {
  const permissionsByType = new Map<string, Promise<MayRead>>();

  const loadQueriedType = async (uid: string): Promise<QueriedType> => {
    const fields = permissionsByType.get(uid) ?? resolveReadableFields({ strapi }, ability, uid);
    permissionsByType.set(uid, fields);
    return { uid, mayRead: await fields };
  };

  const isHidden = async (start: QueriedType, path: readonly string[]): Promise<boolean> => {
    let { mayRead } = start;
    let model = findModel({ strapi }, start.uid);
    let inside: readonly string[] = [];
    for (const [index, name] of path.entries()) {
      const attribute = model?.attributes[name];
      const field = [...inside, name].join('.');
      if (secret.has(name)) return true;
      // Strapi ignores names that are not attributes.
      if (attribute === undefined && !identifyingFields.has(name)) return false;
      const isPart = attribute?.type === 'component' && index < path.length - 1;
      if (!isPart && mayRead?.(field) === false) return true;
      if (isPart) {
        model = findModel({ strapi }, attribute.component ?? '');
        inside = [...inside, name];
        continue;
      }
      const target = attribute === undefined ? undefined : getTarget(attribute);
      if (target === undefined) return false;
      ({ mayRead } = await loadQueriedType(target));
      model = findModel({ strapi }, target);
      inside = [];
    }
    return false;
  };

  const hasHiddenPath = async (
    queriedType: QueriedType,
    paths: readonly (readonly string[])[],
  ): Promise<boolean> => {
    for (const path of paths) if (await isHidden(queriedType, path)) return true;
    return false;
  };

  const inPopulated = async (
    { uid, mayRead }: QueriedType,
    populate: unknown,
  ): Promise<boolean> => {
    for (const [name, query] of Object.entries(isFields(populate) ? populate : {})) {
      const attribute = findModel({ strapi }, uid)?.attributes[name];
      if (attribute === undefined || !isFields(query)) continue;
      const target = getTarget(attribute);
      const nestedType =
        target === undefined
          ? { uid: attribute.component ?? '', mayRead }
          : await loadQueriedType(target);
      if (await inQuery(nestedType, query)) return true;
      for (const [part, ofPart] of Object.entries(isFields(query.on) ? query.on : {})) {
        if (isFields(ofPart) && (await inQuery({ uid: part, mayRead }, ofPart))) return true;
      }
    }
    return false;
  };

  const inQuery = async (
    queriedType: QueriedType,
    { filters, sort, populate }: CallerQuery,
  ): Promise<boolean> =>
    (await hasHiddenPath(queriedType, filterPaths(filters))) ||
    (await hasHiddenPath(queriedType, sortPaths(sort))) ||
    (await inPopulated(queriedType, populate));

  return inQuery;
};

/**
 * Rejects a query whose filters or sort order use unreadable fields of related entries, because the
 * response would reveal them.
 *
 * @throws rightsErrors.HIDDEN_ENTRIES
 */
export const refuseHidden = async (
  { strapi }: WithStrapi,
  { uid, ability }: AppliedPermission,
  query: CallerQuery,
): Promise<void> => {
  const isHidden = await createSearch({ strapi }, ability)({ uid, mayRead: null }, query);
  if (isHidden) throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
};

/** An entry that a response includes because another one references it. */
type RelatedEntry = { uid: string; entry: Fields };

/** Relation to the same entry in other locales. Strapi returns only which locales exist. */
const LANGUAGES = 'localizations';

const listRelated = (context: WithStrapi, uid: string, value: unknown): readonly RelatedEntry[] => {
  if (Array.isArray(value)) return value.flatMap((item) => listRelated(context, uid, item));
  const attributes = findModel(context, uid)?.attributes ?? {};
  return Object.entries(isFields(value) ? value : {}).flatMap(([name, inner]) => {
    const attribute = attributes[name];
    if (attribute === undefined || name === LANGUAGES) return [];
    return [inner].flat().flatMap((part: unknown) => {
      if (!isFields(part)) return [];
      const { type, target, component = part.__component as string | undefined } = attribute;
      const relatedTo = type === 'media' ? MEDIA_UID : target;
      if (relatedTo === undefined) {
        return component === undefined ? [] : listRelated(context, component, part);
      }
      // Some relations are only counted.
      if (part.id === undefined) return [];
      return [{ uid: relatedTo, entry: part }, ...listRelated(context, relatedTo, part)];
    });
  });
};

/** Reduces an administrator to the names, because the e-mail address is the login. */
const nameUser = (user: Fields): void => {
  const { id, firstname, lastname, username } = user;
  for (const name of Object.keys(user)) Reflect.deleteProperty(user, name);
  const isAddress = typeof username === 'string' && username.includes('@');
  Object.assign(user, { id, firstname, lastname, username: isAddress ? null : username });
};

const findPermittedIds = async (
  context: WithStrapi,
  ability: unknown,
  uid: UID.ContentType,
  ids: readonly unknown[],
): Promise<ReadonlySet<unknown>> => {
  if (!createEntryAccess(context, { ability, uid }).may('read')) return new Set();
  const permitted = await buildPermittedWhere(context, { ability, uid, query: {} });
  const rows = await getTable<{ id: number }>(context, uid).findMany({
    where: { $and: [permitted, { id: { $in: [...new Set(ids)] } }] },
    select: ['id'],
  });
  return new Set(rows.map(({ id }) => id));
};

/**
 * Removes fields that the user may not read from related entries, and reduces administrators to
 * their names. Strapi applies permissions to the main entries of a response, but not to related
 * ones.
 *
 * @param output modified in place
 */
const hideRelated = async (
  context: WithStrapi,
  { uid, ability }: AppliedPermission,
  output: unknown,
): Promise<unknown> => {
  const related = [
    ...(uid === USER ? [output].flat().filter(isFields) : []).map((entry) => ({ uid, entry })),
    ...listRelated(context, uid, output),
  ];
  for (const target of new Set(related.map((relatedEntry) => relatedEntry.uid))) {
    const entries = related
      .filter((relatedEntry) => relatedEntry.uid === target)
      .map(({ entry }) => entry);
    if (target === USER) {
      if (!mayReadUsers(ability)) entries.forEach(nameUser);
      continue;
    }
    if (await canReadAllEntries(context, ability, target)) continue;
    const ids = entries.map(({ id }) => id);
    const permitted = await findPermittedIds(context, ability, target as UID.ContentType, ids);
    const mayRead = await resolveReadableFields(context, ability, target);
    for (const entry of entries.filter(({ id }) => !permitted.has(id))) {
      for (const name of Object.keys(entry)) {
        if (!mayRead(name)) Reflect.deleteProperty(entry, name);
      }
    }
  }
  return output;
};

/**
 * Limits a search to the fields that the user may read. Strapi searches all fields, so the results
 * would reveal the content of hidden ones.
 */
const narrowSearch = (
  { strapi }: WithStrapi,
  { uid, ability }: AppliedPermission,
  query: CallerQuery,
): CallerQuery => {
  const { _q: search, ...others } = query;
  const rules = getPermissionRules(ability, READ, uid);
  const isLimited = rules.length > 0 && rules.every(({ fields }) => fields !== undefined);
  if (typeof search !== 'string' || search === '' || !isLimited) return query;
  const mayRead = createFieldCheck({ strapi }, ability, uid);
  const isIncluded = (name: string): boolean => alwaysReadableFields.has(name) || mayRead(name);
  const searchFilter = limitSearch({ strapi }, { uid, text: search, isIncluded });
  if (searchFilter === null) return query;
  return {
    ...others,
    filters: { $and: [...(others.filters ? [others.filters] : []), searchFilter] },
  };
};

type Route = { info?: { pluginName?: string } };

/**
 * Refuses `populate` to users who are limited to business lines. It returned complete drafts of
 * other lines, and no form sends it.
 */
export const refuseHiddenPopulate = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let types: readonly string[] | undefined;
  const checked = new WeakSet<Context>();

  const isLimited = (): boolean => {
    types ??= listContentTypes({ strapi })
      .map(({ uid }) => uid)
      .filter((uid) => uid.startsWith('api::'));
    return types.some((uid) => isReaderLimitedToLines({ strapi }, uid));
  };

  return async (context, next) => {
    if (await isCopyOfHiddenEntry({ strapi }, context)) {
      throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
    }
    const ctx = strapi.requestContext.get();
    const { route } = (ctx?.state ?? {}) as { route?: Route };
    if (ctx === undefined || route?.info?.pluginName !== 'content-manager' || checked.has(ctx)) {
      return next();
    }
    checked.add(ctx);
    const { populate } = ctx.query as Record<string, unknown>;
    if (populate !== undefined && isLimited()) {
      throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
    }
    return next();
  };
};

const hasRules = (ability: unknown): boolean =>
  typeof (ability as { rulesFor?: unknown } | undefined)?.rulesFor === 'function';

/**
 * Rejects panel queries that depend on data the user may not read, and limits searches to readable
 * fields. Removes unreadable fields of related entries and of administrators from responses. Call
 * it in `register`.
 *
 * @param isChecked returns true if the filters of a request come from the service, or were checked
 */
export const guardQueries = (
  { strapi }: WithStrapi,
  isChecked: (ctx: Context) => boolean,
): void => {
  extendPermissionManagers(
    { strapi },
    {
      onQuery: async (applied, query) => {
        if (!hasRules(applied.ability)) return query;
        const ctx = strapi.requestContext.get();
        if (ctx === undefined || !isChecked(ctx)) await refuseHidden({ strapi }, applied, query);
        return narrowSearch({ strapi }, applied, query);
      },
      onOutput: (applied, output) =>
        hasRules(applied.ability)
          ? hideRelated({ strapi }, applied, output)
          : Promise.resolve(output),
    },
  );
};
