import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { receiveCheckoutEvent } from '../../contract';
import { UNPARSED } from '#platform/http/bodies/read-bodies';
import { createHandler } from '#platform/http/handler';
import { receiveEvent } from '../services/events/receive';

const getRawBody = (ctx: Context): string | undefined => {
  const { body } = ctx.request as { body?: Record<symbol, unknown> };
  const raw = body?.[UNPARSED];
  return typeof raw === 'string' ? raw : undefined;
};

export default ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  return {
    receive: handle(receiveCheckoutEvent, async ({ params: { origin }, ctx }) => {
      const signature = ctx.get('stripe-signature');
      await receiveEvent({ strapi }, { origin, payload: getRawBody(ctx), signature });
      return { received: true as const };
    }),
  };
};
