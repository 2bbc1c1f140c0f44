import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import type { AuditedRoute, PersonalRead, AuditDetail } from '#feature/audit';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql, type Transaction, getTable } from '#platform/strapi/queries';
import { listMatchedPaths } from '#platform/strapi/routes';
import { getCurrentActor } from '#feature/current-actor';
import { findModel } from '#platform/strapi/models';
import {
  signInTarget,
  collectAuditDetails,
  hasSecret,
  getAuditTarget,
  findSignedInUser,
  countEntries,
} from './audited-target';
import { collectAuditedActions, recordAudit } from './record';

/**
 * Number of entries in a response that is recorded at once. Helping one student never needs so
 * many.
 */
const MANY_IN_RESPONSE = 50;

/**
 * Number of entries within an hour, over all responses, that is recorded. Each node counts for
 * itself.
 */
const MANY_WITHIN_HOUR = 200;

const HOUR = 3_600_000;

/** Maximum number of counted readers, more than the school has staff. */
const READERS = 2_000;

const typeOf = ({ strapi }: WithStrapi, ctx: Context, read: PersonalRead): string | undefined => {
  const { model = '', targetField = '' } = ctx.params as { model?: string; targetField?: string };
  if (read.of === 'type') return read.type;
  if (read.of === 'model') return model;
  return findModel({ strapi }, model)?.attributes[targetField]?.target;
};

/** Records bulk reads of personal data: many entries at once or over time. */
const createReadWatch = ({ strapi }: WithStrapi) => {
  const { personalTypes } = collectAuditedActions({ strapi });
  const counts = new LRUCache<string, number>({ max: READERS, ttl: HOUR, noUpdateTTL: true });

  return async (ctx: Context, read: PersonalRead): Promise<void> => {
    const type = typeOf({ strapi }, ctx, read);
    if (type === undefined || !personalTypes.includes(type)) return;
    const { kind, id } = getCurrentActor({ strapi });
    // Students read only their own data, and other callers have no access.
    if (kind !== 'user' && kind !== 'token') return;

    const rows = countEntries(ctx);
    const target = { type, name: findModel({ strapi }, type)?.info.displayName ?? null };
    if (rows >= MANY_IN_RESPONSE) {
      await recordAudit({ strapi }, { action: 'personal-data.listed', target, details: { rows } });
      return;
    }
    const key = [kind, id, type].join(' ');
    const sum = (counts.get(key) ?? 0) + rows;
    if (sum < MANY_WITHIN_HOUR) {
      counts.set(key, sum);
      return;
    }
    counts.delete(key);
    const details = { rows: sum };
    await recordAudit({ strapi }, { action: 'personal-data.read-repeatedly', target, details });
  };
};

type Permission = { action: string; subject: string | null };

const MAX_VALUES = 40;

/** Returns the permissions of a role, each as action and subject. */
const readPermissions = async (
  { strapi }: WithStrapi,
  role: string,
): Promise<ReadonlySet<string>> => {
  const rows = await getTable<Permission>({ strapi }, 'admin::permission').findMany({
    where: { role: { id: role } },
    select: ['action', 'subject'],
  });
  return new Set(rows.map(({ action, subject }) => [action, subject ?? ''].join(' ').trim()));
};

const listMissing = (some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] => {
  const difference = [...some].filter((item) => !others.has(item)).sort();
  return difference.length > MAX_VALUES
    ? [...difference.slice(0, MAX_VALUES), `… ${difference.length}`]
    : difference;
};

/**
 * Returns the added and removed permissions of a role. Changed conditions or fields of a permission
 * are not detected.
 */
const comparePermissions = (
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Readonly<Record<string, AuditDetail>> => {
  const [added, removed] = [listMissing(after, before), listMissing(before, after)];
  return {
    permissions: after.size,
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
  };
};

const getStaticPart = (route: string): string =>
  (/^\S+ ([^:]*)/.exec(route)?.[1] ?? '/').toLowerCase().replace(/\/$/, '');

const isRefusal = (error: unknown): boolean => {
  if (error instanceof errors.RateLimitError) return false;
  if (error instanceof errors.ApplicationError) return true;
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
};

/**
 * Returns whether a request succeeded. A socket taken over from HTTP counts, because its owner was
 * authorized.
 */
const isDone = (ctx: Context): boolean => ctx.respond === false || ctx.status < 400;

/** Returns the role whose permissions are changed. The router has not parsed the path yet. */
const parseRoleId = ({ path }: Context): string | undefined =>
  /\/roles\/(\d{1,9})\//i.exec(path)?.[1];

/**
 * Records audited requests, in one transaction with what they write. Features list them as `auditedActions`. It is the last middleware: those
 * before it answer the errors that pass here.
 */
export const recordAuditedRequests = (_config: unknown, { strapi }: WithStrapi) => {
  const { routes, personalReads } = collectAuditedActions({ strapi });
  // Requests of websites pass without a second search in the router.
  const prefixes = [
    ...new Set([...Object.keys(routes), ...Object.keys(personalReads)].map(getStaticPart)),
  ];
  const noteRead = createReadWatch({ strapi });

  const record = async (
    ctx: Context,
    route: AuditedRoute,
    before: ReadonlySet<string> | null,
  ): Promise<void> => {
    if (!isDone(ctx) || (route.onlyWithSecret === true && !hasSecret(ctx))) return;
    const user = route.isActorInAnswer === true ? findSignedInUser(ctx) : null;
    const target = { ...getAuditTarget(ctx, route), ...user?.target };
    const changes =
      before === null
        ? {}
        : comparePermissions(before, await readPermissions({ strapi }, String(target.id)));
    await recordAudit(
      { strapi },
      {
        action: route.action,
        target,
        details: { ...collectAuditDetails(ctx, route), ...changes },
        ...(user !== null && { actor: user.actor }),
      },
    );
  };

  const recordFailure = async (ctx: Context, route: AuditedRoute): Promise<void> => {
    if (route.failure === undefined) return;
    await recordAudit({ strapi }, { action: route.failure, target: signInTarget(ctx, route) });
  };

  const answer = async (ctx: Context, next: Next, route: AuditedRoute): Promise<void> => {
    const role = route.comparesPermissions === true ? parseRoleId(ctx) : undefined;
    const before = role === undefined ? null : await readPermissions({ strapi }, role);
    await next();
    await record(ctx, route, before);
  };

  const waitForTurn = async (
    { target, takesTurns }: AuditedRoute,
    trx: Transaction,
  ): Promise<void> => {
    if (takesTurns === undefined) return;
    const turns = takesTurns === true ? target : takesTurns;
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [`audited ${turns}`]);
  };

  const watch = async (ctx: Context, next: Next, route: AuditedRoute): Promise<void> => {
    try {
      if (ctx.method === 'GET' || route.isOutgoing === true) await answer(ctx, next, route);
      else {
        await strapi.db.transaction(async ({ trx }) => {
          await waitForTurn(route, trx);
          await answer(ctx, next, route);
        });
      }
    } catch (error) {
      if (isRefusal(error)) {
        // The client receives the refusal even if recording it fails.
        await recordFailure(ctx, route).catch((failure: unknown) => {
          strapi.log.error(`audit: a refusal was not recorded: ${String(failure)}`);
        });
      }
      throw error;
    }
    if (!isDone(ctx) && ctx.status < 500 && ctx.status !== 429) await recordFailure(ctx, route);
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const address = ctx.path.toLowerCase();
    if (!prefixes.some((prefix) => address.startsWith(prefix))) {
      await next();
      return;
    }
    const keys = listMatchedPaths({ strapi }, ctx).map(
      (path) => `${ctx.method} ${path.replace(/(?<=.)\/+$/, '')}`,
    );
    const [route] = keys.flatMap((key) => routes[key] ?? []);
    if (route !== undefined) return watch(ctx, next, route);
    const [read] = keys.flatMap((key) => personalReads[key] ?? []);
    await next();
    if (read !== undefined && isDone(ctx)) await noteRead(ctx, read);
  };
};
