import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { AdminCondition, ConditionFamily } from '#platform/strapi/admin-conditions';
import { sql, getTable } from '#platform/strapi/queries';
import { addRouteMiddleware } from '#platform/strapi/routes';
import { buildLineQuery } from '#catalogue/access/line-conditions';
import { getOwnership } from '#catalogue/access/ownership';
import { BUSINESS_LINE } from '#catalogue/business-line';

const ID = 'plugin::rights.line-';

/** Returns the ID of the condition that limits a permission to a business line. */
export const buildConditionId = (line: string): string => `${ID}${line}`;

/** Returns the business line in a condition's ID; null for other conditions. */
export const parseConditionId = (id: string): string | null =>
  id.startsWith(ID) ? id.slice(ID.length) : null;

type BusinessLine = { documentId: string; name: string };

/** Upper limit on the number of business lines; no school has as many. */
const MOST_LINES = 500;

const CATEGORY = 'business line';

const READ_ACTIONS: ReadonlySet<string> = new Set(['plugin::content-manager.explorer.read']);

/**
 * Returns business lines that roles still refer to, including deleted ones. Their conditions must
 * stay valid so that the role can be saved.
 */
const readRoleLineIds = async ({ strapi }: WithStrapi): Promise<string[]> => {
  const { rows } = await sql(
    { strapi },
    `SELECT DISTINCT c AS id FROM admin_permissions
     CROSS JOIN LATERAL jsonb_array_elements_text(
       CASE WHEN jsonb_typeof(conditions) = 'array' THEN conditions ELSE '[]'::jsonb END) c
     WHERE c LIKE :prefix LIMIT ${MOST_LINES}`,
    { prefix: `${buildConditionId('')}%` },
  );
  return rows.flatMap(({ id }) => parseConditionId(String(id)) ?? []);
};

/** Creates the conditions of the business lines, one for each, and a function that reloads them. */
const createBusinessLines = ({ strapi }: WithStrapi) => {
  let currentLines: readonly BusinessLine[] = [];

  const createCondition = ({ documentId, name }: BusinessLine): AdminCondition => ({
    id: buildConditionId(documentId),
    displayName: name,
    category: CATEGORY,
    handler: ({ permission: { action, subject = null } }) =>
      buildLineQuery(documentId, getOwnership({ strapi }, subject), READ_ACTIONS.has(action)),
  });

  const family: ConditionFamily = {
    includes: (id) => parseConditionId(id) !== null,
    find: (id) => {
      const documentId = parseConditionId(id) ?? '';
      const line = currentLines.find((item) => item.documentId === documentId);
      return createCondition(line ?? { documentId, name: documentId });
    },
    offered: () => currentLines.map(createCondition),
  };

  return {
    family,
    /** Reloads the business lines, because another node may have created one. */
    refresh: async (): Promise<void> => {
      const lines = await getTable<BusinessLine>({ strapi }, BUSINESS_LINE).findMany({
        select: ['documentId', 'name'],
        orderBy: { id: 'asc' },
        limit: MOST_LINES,
      });
      const removedLines = (await readRoleLineIds({ strapi }))
        .filter((documentId) => !lines.some((line) => line.documentId === documentId))
        .map((documentId) => ({ documentId, name: `(${documentId})` }));
      currentLines = [...lines, ...removedLines];
    },
  };
};

const services = new WeakMap<Core.Strapi, ReturnType<typeof createBusinessLines>>();

/** Returns the business lines of this Strapi instance that roles can be limited to. */
export const getBusinessLines = ({
  strapi,
}: WithStrapi): ReturnType<typeof createBusinessLines> => {
  const existing = services.get(strapi) ?? createBusinessLines({ strapi });
  services.set(strapi, existing);
  return existing;
};

/** Strapi's handlers that offer the conditions of roles and tokens, or validate the selected ones. */
const HANDLERS: ReadonlySet<unknown> = new Set([
  'permission.getAll',
  'permission.check',
  'role.getPermissions',
  'role.updatePermissions',
  ...['create', 'get', 'update'].map((name) => `api-token.${name}`),
  ...['create', 'get', 'update', 'getOwnerPermissions'].map((name) => `admin-token.${name}`),
]);

const MIDDLEWARE = 'plugin::rights.lines';

/**
 * Reads the business lines again before Strapi uses them as conditions. Another node may have made
 * one.
 */
export const createLinesMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (_ctx: Context, next: Next): Promise<void> => {
    await getBusinessLines({ strapi })
      .refresh()
      .catch((error: unknown) => {
        strapi.log.warn(`rights: the business lines could not be read: ${String(error)}`);
      });
    await next();
  };

/** Registers the middleware. Call it in `register`. */
export const refreshLines = ({ strapi }: WithStrapi): void =>
  addRouteMiddleware(
    { strapi },
    { plugin: 'admin', router: 'admin', handlers: HANDLERS },
    MIDDLEWARE,
  );
