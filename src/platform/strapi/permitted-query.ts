import type { WithStrapi } from '../with-strapi';
import { languagesAlone, type WithRules } from './permission-languages';
import { requireFunctions } from './require-functions';

const ADAPTER = 'permitted-query.ts';

/** `locale`: by which permissions are held that are given for some languages; filters of such types are refused without. */
export type ListQuery = { filters?: unknown; _q?: string; locale?: string };

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
 * Strapi holds permissions against a query as though that were an entry, which none meets that is given for some
 * entries, those of a business line say: against the type then, as the content manager does.
 */
const subjectOf = (ability: unknown, action: string, uid: string): { subject?: string } =>
  (ability as WithRules)
    .rulesFor(action, uid)
    .some(({ conditions = {} }) => languagesAlone(conditions) === null)
    ? { subject: uid }
    : {};

/** A condition for Strapi's query engine, and a text to search for where the condition does not hold it already. */
type PermittedQuery = { where: Record<string, unknown>; _q?: string };

type Asked = { ability: unknown; uid: string; query: ListQuery; action?: string };

/**
 * Which rows of a content type an administrator's list shows, as the content manager finds them: by its
 * filters and search, and only what they may read (`@strapi/admin`, server/services/permission).
 *
 * @param ability the administrator's, as it is in the request's state
 * @param action what they want to do with the rows; to read them unless told
 * @throws ValidationError when the filters name something that they may not read
 */
export const permittedQuery = async (
  { strapi }: WithStrapi,
  { ability, uid, query, action = 'read' }: Asked,
): Promise<PermittedQuery> => {
  const actionId = `plugin::content-manager.explorer.${action}`;
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
  const of = subjectOf(ability, actionId, uid);
  await permissions.validateQuery(query, of);
  const allowed = permissions.addPermissionsQueryTo(await permissions.sanitizeQuery(query, of));
  const { where = {} } = params.transform(uid, allowed);
  return { where, ...(allowed._q !== undefined && { _q: allowed._q }) };
};

/** The condition of {@link permittedQuery}, for lists that are not searched. */
export const permittedWhere = async (
  context: WithStrapi,
  asked: Asked,
): Promise<Record<string, unknown>> => (await permittedQuery(context, asked)).where;

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
 * The same rows as SQL that answers their ids, for statements that the query engine cannot make.
 *
 * @returns with `?` where the bindings belong; `isAll` where every row of the type is permitted; `languages` where every row
 * of these languages is, and no other
 */
export const permittedRows = async (
  { strapi }: WithStrapi,
  { ability, uid, action }: { ability: unknown; uid: string; action?: string },
): Promise<PermittedRows> => {
  const where = await permittedWhere({ strapi }, { ability, uid, action, query: {} });
  const builder = requireFunctions<Builder>(ADAPTER, strapi.db.queryBuilder(uid), [
    'select',
    'where',
    'getKnexQuery',
  ]);
  const { sql, bindings } = builder.select(['id']).where(where).getKnexQuery().toSQL();
  const languages = languagesAlone(where);
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

/** Whose permissions are applied, and the type of the entries that the query or the response is about. */
export type Applied = { uid: string; ability: unknown };

export type PermissionHooks = {
  /** Refuses a query, or returns the one that takes its place. */
  onQuery: (applied: Applied, query: CallerQuery) => Promise<CallerQuery>;
  /** Returns the entries as the caller may see them. */
  onOutput: (applied: Applied, output: unknown) => Promise<unknown>;
};

type Apply = (data: unknown, options?: unknown) => Promise<unknown>;

type Manager = Record<'validateQuery' | 'sanitizeQuery' | 'sanitizeOutput', Apply> & {
  addPermissionsQueryTo: (query: CallerQuery, action?: string) => CallerQuery;
};

type ManagerFactory = {
  createPermissionsManager: (of: { ability: unknown; action?: string; model: string }) => Manager;
};

type PopulateBuilder = { populateFromQuery: (query: CallerQuery) => unknown };

type Registry = {
  extend: <Service>(uid: string, extend: (service: Service) => Service) => void;
};

/**
 * Adds rules to Strapi's permissions managers (`@strapi/admin`, server/services/permission). The content manager, the
 * media library, the MCP tools and {@link permittedQuery} all pass the caller's queries through one before they read,
 * and most responses afterwards.
 *
 * The content manager also populates every relation that a query names anywhere, to apply the conditions of permissions to
 * what it finds (`@strapi/content-manager`, server/services/populate-builder). Only what the conditions name is populated now.
 */
export const extendPermissionManagers = (
  { strapi }: WithStrapi,
  { onQuery, onOutput }: PermissionHooks,
): void => {
  const services = strapi.get<Registry>('services');
  const conditions = new WeakMap<CallerQuery, CallerQuery>();

  services.extend<ManagerFactory>('admin::permission', (service) => {
    requireFunctions<ManagerFactory>(ADAPTER, service, ['createPermissionsManager']);
    return {
      ...service,
      createPermissionsManager: (of) => {
        const applied = { uid: of.model, ability: of.ability };
        const manager = service.createPermissionsManager(of);
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

  services.extend<(uid: string) => PopulateBuilder>(
    'plugin::content-manager.populate-builder',
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
