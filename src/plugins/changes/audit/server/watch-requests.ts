import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { AuditedRoute } from '../../../../feature/audited-actions';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { sql, type Transaction } from '../../../../platform/strapi/queries';
import { matchedPaths } from '../../../../platform/strapi/routes';
import { signInTarget, detailsOf, showsSecret, targetOf, signedInUser } from './audited-target';
import { auditedActionsOf } from './audited-actions';
import { createReadWatch } from './bulk-reads';
import { recordAuditOf } from './record';
import { permissionChanges, permissionsOf } from './role-permissions';

const staticPart = (route: string): string =>
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
const roleIn = ({ path }: Context): string | undefined => /\/roles\/(\d{1,9})\//i.exec(path)?.[1];

/**
 * Records audited requests, in one transaction with what they write. Features list them as `auditedActions`. It is the last middleware: those
 * before it answer the errors that pass here.
 */
export const recordAuditedRequests = (_config: unknown, { strapi }: WithStrapi) => {
  const { routes, personalReads } = auditedActionsOf({ strapi });
  // Requests of websites pass without a second search in the router.
  const prefixes = [
    ...new Set([...Object.keys(routes), ...Object.keys(personalReads)].map(staticPart)),
  ];
  const noteRead = createReadWatch({ strapi });

  const record = async (
    ctx: Context,
    route: AuditedRoute,
    before: ReadonlySet<string> | null,
  ): Promise<void> => {
    if (!isDone(ctx) || (route.onlyWithSecret === true && !showsSecret(ctx))) return;
    const user = route.isActorInAnswer === true ? signedInUser(ctx) : null;
    const target = { ...targetOf(ctx, route), ...user?.target };
    const changes =
      before === null
        ? {}
        : permissionChanges(before, await permissionsOf({ strapi }, String(target.id)));
    await recordAuditOf(
      { strapi },
      {
        action: route.action,
        target,
        details: { ...detailsOf(ctx, route), ...changes },
        ...(user !== null && { actor: user.actor }),
      },
    );
  };

  const recordFailure = async (ctx: Context, route: AuditedRoute): Promise<void> => {
    if (route.failure === undefined) return;
    await recordAuditOf({ strapi }, { action: route.failure, target: signInTarget(ctx, route) });
  };

  const answer = async (ctx: Context, next: Next, route: AuditedRoute): Promise<void> => {
    const role = route.comparesPermissions === true ? roleIn(ctx) : undefined;
    const before = role === undefined ? null : await permissionsOf({ strapi }, role);
    await next();
    await record(ctx, route, before);
  };

  const answerInTurn = async (
    ctx: Context,
    next: Next,
    route: AuditedRoute,
    trx: Transaction,
  ): Promise<void> => {
    if (route.takesTurns === true) {
      const lock = `audited ${route.target}`;
      await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [lock]);
    }
    await answer(ctx, next, route);
  };

  const watch = async (ctx: Context, next: Next, route: AuditedRoute): Promise<void> => {
    try {
      if (ctx.method === 'GET' || route.isOutgoing === true) await answer(ctx, next, route);
      else await strapi.db.transaction(({ trx }) => answerInTurn(ctx, next, route, trx));
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
    const keys = matchedPaths({ strapi }, ctx).map(
      (path) => `${ctx.method} ${path.replace(/(?<=.)\/+$/, '')}`,
    );
    const [route] = keys.flatMap((key) => routes[key] ?? []);
    if (route !== undefined) return watch(ctx, next, route);
    const [read] = keys.flatMap((key) => personalReads[key] ?? []);
    await next();
    if (read !== undefined && isDone(ctx)) await noteRead(ctx, read);
  };
};
