import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { Delivery } from './engine';

/** Shows at `/_delivery` what the reading engine has done since the process began, where settings allow it. */
export const registerCounters = (
  { strapi }: { strapi: Core.Strapi },
  deliveryOf: () => Delivery,
): void => {
  strapi.server.routes([
    {
      method: 'GET',
      path: '/_delivery',
      config: { auth: false },
      handler: (ctx: Context) => {
        const { counters, bytes } = deliveryOf();
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { ...counters.read(), bytes: bytes() };
      },
    },
  ]);
};
