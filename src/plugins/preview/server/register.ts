import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { guardPreviewLinks } from './guard-links';
import { showPreview } from './show';
import { styleIn } from './style';

/** Serves what the admin panel's preview button opens. */
export const registerPreview = ({ strapi }: { strapi: Core.Strapi }): void => {
  guardPreviewLinks({ strapi });
  strapi.server.routes([
    {
      method: 'GET',
      path: '/preview/style.css',
      config: { auth: false },
      handler: (ctx: Context) => {
        ctx.type = 'css';
        ctx.set('X-Content-Type-Options', 'nosniff');
        ctx.body = styleIn(ctx.query.color);
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
