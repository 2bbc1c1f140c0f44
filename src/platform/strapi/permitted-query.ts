import type { WithStrapi } from './with-strapi';
import { computeQueryLocales, getPermissionRules, type WithRules } from './current-ability';
import { getTable } from './queries';
import { extendService, requireFunctions } from './require-functions';

const ADAPTER = 'permitted-query.ts';

/**
 * `locale` is needed for permissions that are limited to locales. Without it, filters on such types
 * are rejected.
 */
export type ListQuery = { filters?: unknown; sort?: unknown; _q?: string; locale?: string };

type PermissionsManager = {
  validateQuery: (query: ListQuery, of: { subject?: string }) => Promise<unknown>;
  sanitizeQuery: (query: ListQuery, of: { subject?: string }) => Promise<ListQuery>;
  addPermissionsQueryTo: (query: ListQuery) => ListQuery;
};

type Permissions = {
  createPermissionsManager: (of: { ability: unknown; action: string; model: string }) => unknown;
};

type QueryParams = {
  transform: (uid: string, query: ListQuery) => { where?: Record<string, unknown> };
};

/**
 * Returns the subject for checking a query. Strapi checks the query as if it were an entry. No
 * query matches a permission limited to some entries, such as those of a business line. The content
 * manager then checks the type instead.
 */
const buildQuerySubject = (ability: unknown, action: string, uid: string): { subject?: string } =>
  (ability as WithRules)
    .rulesFor(action, uid)
    .some(({ conditions = {} }) => computeQueryLocales(conditions) === null)
    ? { subject: uid }
    : {};

/**
 * A condition for Strapi's query engine, and a search text that the condition does not contain yet.
 */
type PermittedQuery = { where: Record<string, unknown>; _q?: string };

type PermittedListOptions = { ability: unknown; uid: string; query: ListQuery; action?: string };

const NO_ROWS = { id: { $null: true } };

/**
 * Returns the condition for the rows that an administrator's list shows in the content manager. It
 * has the filters and the search, and is limited to permitted entries (`@strapi/admin`,
 * server/services/permission). Without the permission it matches no row.
 *
 * @param ability the administrator's, from the request's state
 * @param action the intended action of the content manager on the rows, `read` by default, or the id
 * of another permission, such as `plugin::upload.read`
 * @throws ValidationError when the filters name a field that the administrator may not read
 */
export const buildPermittedQuery = async (
  { strapi }: WithStrapi,
  { ability, uid, query, action = 'read' }: PermittedListOptions,
): Promise<PermittedQuery> => {
  const actionId = action.includes('::') ? action : `plugin::content-manager.explorer.${action}`;
  // Strapi builds no condition from a missing permission, which would mean all rows.
  if (getPermissionRules(ability, actionId, uid).length === 0) return { where: NO_ROWS };
  const { createPermissionsManager } = requireFunctions<Permissions>(
    ADAPTER,
    strapi.service('admin::permission'),
    ['createPermissionsManager'],
  );
  const permissions = requireFunctions<PermissionsManager>(
    ADAPTER,
    createPermissionsManager({ ability, action: actionId, model: uid }),
    ['validateQuery', 'sanitizeQuery', 'addPermissionsQueryTo'],
  );
  const params = requireFunctions<QueryParams>(ADAPTER, strapi.get('query-params'), ['transform']);
  const subject = buildQuerySubject(ability, actionId, uid);
  await permissions.validateQuery(query, subject);
  const allowed = permissions.addPermissionsQueryTo(
    await permissions.sanitizeQuery(query, subject),
  );
  const { where = {} } = params.transform(uid, allowed);
  return { where, ...(allowed._q !== undefined && { _q: allowed._q }) };
};

/** Returns the condition of {@link buildPermittedQuery}, for lists without a search. */
export const buildPermittedWhere = async (
  context: WithStrapi,
  options: PermittedListOptions,
): Promise<Record<string, unknown>> => (await buildPermittedQuery(context, options)).where;

/** Permissions of the media library, which roles may limit to files of their users. */
export type FilePermission = 'plugin::upload.read' | 'plugin::upload.assets.update';

const FILE = 'plugin::upload.file';

/**
 * Returns the condition for the files that an administrator's permission covers. The policy of a
 * route checks the permission, and not its conditions.
 *
 * @param ability the administrator's, from the request's state (`@casl/ability`)
 */
export const buildPermittedFilesWhere = (
  { strapi }: WithStrapi,
  { ability, action }: { ability: unknown; action: FilePermission },
): Promise<Record<string, unknown>> =>
  buildPermittedWhere({ strapi }, { ability, uid: FILE, action, query: {} });

/**
 * Returns the ids of those files, for statements that the query engine cannot build; null if the
 * permission covers all files.
 */
export const listPermittedFileIds = async (
  context: WithStrapi,
  options: Parameters<typeof buildPermittedFilesWhere>[1],
): Promise<readonly number[] | null> => {
  const where = await buildPermittedFilesWhere(context, options);
  if (computeQueryLocales(where) === 'all') return null;
  const rows = await getTable<{ id: number }>(context, FILE).findMany({ where, select: ['id'] });
  return rows.map(({ id }) => id);
};

type Builder = {
  select: (columns: string[]) => Builder;
  where: (where: object) => Builder;
  getKnexQuery: () => { toSQL: () => { sql: string; bindings: readonly unknown[] } };
};

type PermittedRows = {
  sql: string;
  bindings: readonly unknown[];
  isAll: boolean;
  languages: readonly string[] | null;
};

/**
 * Returns SQL that selects the ids of the permitted rows, for statements that the query engine
 * cannot build.
 *
 * @param also further condition for the rows
 * @returns the SQL with `?` for bindings. `isAll` is set where every row is permitted, `languages`
 * where exactly the rows of these locales are
 */
export const buildPermittedRowsSql = async (
  { strapi }: WithStrapi,
  {
    ability,
    uid,
    action,
    also,
  }: { ability: unknown; uid: string; action?: string; also?: Record<string, unknown> },
): Promise<PermittedRows> => {
  const permitted = await buildPermittedWhere({ strapi }, { ability, uid, action, query: {} });
  const where = also === undefined ? permitted : { $and: [permitted, also] };
  const builder = requireFunctions<Builder>(ADAPTER, strapi.db.queryBuilder(uid), [
    'select',
    'where',
    'getKnexQuery',
  ]);
  const { sql, bindings } = builder.select(['id']).where(where).getKnexQuery().toSQL();
  const languages = computeQueryLocales(where);
  return {
    sql,
    bindings,
    isAll: languages === 'all',
    languages: languages === null || languages === 'all' ? null : [...languages],
  };
};

/** A query as a caller writes it. */
export type CallerQuery = {
  filters?: unknown;
  sort?: unknown;
  populate?: unknown;
  _q?: unknown;
};

/** The ability whose permissions apply, and the type of the entries in the query or response. */
export type AppliedPermission = { uid: string; ability: unknown };

export type PermissionHooks = {
  /** Rejects a query, or returns the query to use instead. */
  onQuery: (applied: AppliedPermission, query: CallerQuery) => Promise<CallerQuery>;
  /** Returns the entries without parts that the caller may not see. */
  onOutput: (applied: AppliedPermission, output: unknown) => Promise<unknown>;
};

type Apply = (data: unknown, options?: unknown) => Promise<unknown>;

type Manager = Record<'validateQuery' | 'sanitizeQuery' | 'sanitizeOutput', Apply> & {
  addPermissionsQueryTo: (query: CallerQuery, action?: string) => CallerQuery;
};

type ManagerFactory = {
  createPermissionsManager: (of: { ability: unknown; action?: string; model: string }) => Manager;
};

type PopulateBuilder = { populateFromQuery: (query: CallerQuery) => unknown };

/**
 * Adds rules to Strapi's permissions managers (`@strapi/admin`, server/services/permission). The
 * content manager, the media library, the MCP tools and {@link buildPermittedQuery} all pass queries
 * through one before they read. Most responses pass through one afterwards.
 *
 * The content manager also populates every relation that a query names, so that conditions of
 * permissions can be applied to it (`@strapi/content-manager`, server/services/populate-builder).
 * With this extension it populates only the relations that the conditions name.
 */
export const extendPermissionManagers = (
  { strapi }: WithStrapi,
  { onQuery, onOutput }: PermissionHooks,
): void => {
  const conditions = new WeakMap<CallerQuery, CallerQuery>();

  const permissions = {
    adapter: ADAPTER,
    uid: 'admin::permission',
    names: ['createPermissionsManager'] as const,
  };
  extendService<ManagerFactory>({ strapi }, permissions, (service) => {
    return {
      ...service,
      createPermissionsManager: (subject) => {
        const applied = { uid: subject.model, ability: subject.ability };
        const manager = service.createPermissionsManager(subject);
        const { validateQuery, sanitizeQuery, sanitizeOutput } = requireFunctions<Manager>(
          ADAPTER,
          manager,
          ['validateQuery', 'sanitizeQuery', 'sanitizeOutput', 'addPermissionsQueryTo'],
        );
        const addConditions = manager.addPermissionsQueryTo.bind(manager);
        return Object.assign(manager, {
          validateQuery: async (query: CallerQuery, options?: unknown) => {
            await onQuery(applied, query);
            return validateQuery(query, options);
          },
          sanitizeQuery: async (query: CallerQuery, options?: unknown) =>
            sanitizeQuery(await onQuery(applied, query), options),
          addPermissionsQueryTo: (query: CallerQuery, action?: string) => {
            const narrowed = addConditions(query, action);
            conditions.set(narrowed, addConditions({}, action));
            return narrowed;
          },
          sanitizeOutput: async (output: unknown, options?: unknown) =>
            onOutput(applied, await sanitizeOutput(output, options)),
        });
      },
    };
  });

  extendService<(uid: string) => PopulateBuilder>(
    { strapi },
    { adapter: ADAPTER, uid: 'plugin::content-manager.populate-builder', names: [] },
    (build) => (uid) => {
      const builder = build(uid);
      const { populateFromQuery } = requireFunctions<PopulateBuilder>(ADAPTER, builder, [
        'populateFromQuery',
      ]);
      return Object.assign(builder, {
        populateFromQuery: (query: CallerQuery) => populateFromQuery(conditions.get(query) ?? {}),
      });
    },
  );
};
