import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { startedStream } from '../../../../http/started-stream';
import { GRANT_UID } from '../constants';
import { grantsCsv } from '../services/grants/csv';

type Query = { filters?: unknown; _q?: string };

type PermissionsManager = {
  validateQuery: (query: Query) => Promise<unknown>;
  sanitizeQuery: (query: Query) => Promise<Query>;
  addPermissionsQueryTo: (query: Query) => Query;
};

type Permissions = {
  createPermissionsManager: (of: {
    ability: unknown;
    action: string;
    model: string;
  }) => PermissionsManager;
};

type QueryParams = {
  transform: (uid: string, query: Query) => { where?: Record<string, unknown> };
};

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** What the list shows with its filters and search, all of its pages, as a file. */
  async exportCsv(ctx: Context): Promise<void> {
    const { createPermissionsManager } = strapi.service('admin::permission') as Permissions;
    const permissions = createPermissionsManager({
      ability: (ctx.state as { userAbility: unknown }).userAbility,
      action: 'plugin::content-manager.explorer.read',
      model: GRANT_UID,
    });
    const { filters, _q } = ctx.query as Query;
    const asked = { ...(filters ? { filters } : {}), ...(_q ? { _q } : {}) };
    await permissions.validateQuery(asked);
    const allowed = permissions.addPermissionsQueryTo(await permissions.sanitizeQuery(asked));
    const { where = {} } = strapi.get<QueryParams>('query-params').transform(GRANT_UID, allowed);
    const body = await startedStream(grantsCsv({ strapi }, where));
    ctx.attachment('partner-video-access.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  },
});
