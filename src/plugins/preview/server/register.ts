import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { requirePermissions } from '#platform/http/admin-route';
import { createHttpError } from '#platform/http/errors';
import { previewErrors } from '../contract';
import { addTokenToLinks } from './address';
import { EVERYBODY, revokePreviews } from './grants';
import { showPreview } from './show';
import { buildStyle, UPDATES_ADDRESS, buildUpdatesScript } from './page-files';

/** Returns the administrator's ID in the path. */
const parseAdministratorId = (ctx: Context): number => {
  const { id } = ctx.params as { id: string };
  if (!/^[1-9]\d{0,8}$/.test(id)) throw createHttpError(previewErrors.PREVIEW_NOT_FOUND);
  return Number(id);
};

/**
 * Routes that revoke the preview links of one administrator or of all. They require the permission
 * to update administrators.
 */
const createRevocationRoutes = ({ strapi }: WithStrapi) => {
  const revoke =
    (userOf: (ctx: Context) => number) =>
    async (ctx: Context): Promise<void> => {
      await revokePreviews({ strapi }, userOf(ctx));
      ctx.status = 204;
    };
  const route = (path: string, handler: (ctx: Context) => Promise<void>) => ({
    method: 'DELETE' as const,
    path,
    handler,
    info: { type: 'admin' },
    config: { policies: [...requirePermissions('admin::users.update')] },
  });
  return {
    type: 'admin' as const,
    routes: [
      route(
        '/preview/tokens',
        revoke(() => EVERYBODY),
      ),
      route('/preview/tokens/:id', revoke(parseAdministratorId)),
    ],
  };
};

/** Registers the routes behind the panel's preview button. */
export const registerPreview = ({ strapi }: WithStrapi): void => {
  const updatesScript = buildUpdatesScript(strapi.config.get<string>('api.rest.prefix', '/api'));
  addTokenToLinks({ strapi });
  strapi.server.routes(createRevocationRoutes({ strapi }));
  strapi.server.routes([
    {
      method: 'GET',
      path: '/preview/style.css',
      config: { auth: false },
      handler: (ctx: Context) => {
        ctx.type = 'css';
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.body = buildStyle(ctx.query.color);
      },
    },
    {
      method: 'GET',
      path: UPDATES_ADDRESS,
      config: { auth: false },
      handler: (ctx: Context) => {
        ctx.type = 'js';
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.body = updatesScript;
      },
    },
    {
      method: 'GET',
      path: '/preview/:type/:documentId',
      config: { auth: false },
      handler: showPreview({ strapi }),
    },
  ]);
};
