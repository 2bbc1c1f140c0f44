import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { type ApiError, httpError, localizeError } from '../../../../../platform/http/errors';
import { messageLanguageOf } from '../../../../../platform/http/message-language';
import { jobsOf } from '../../../../../platform/jobs';
import { choicesOf } from '../choices';
import { DELIVER_JOB } from '../deliver';
import { deliveriesOf } from '../deliveries';
import { type Endpoint, endpointsOf } from '../endpoints';
import { webhookErrors } from '../errors';
import { secretsOf } from '../secrets';
import { sendTest } from '../send';

/** Number of deliveries that the panel shows beside an endpoint. */
const LATEST = 10;

const localized = (ctx: Context, what: ApiError): Error => {
  const error = httpError(what);
  localizeError(error, messageLanguageOf(ctx));
  return error;
};

const idOf = (ctx: Context): string => (ctx.params as { id: string }).id;

/** Returns the controller of webhooks in the admin panel. */
export const webhooksController = ({ strapi }: WithStrapi) => {
  const endpointAt = async (ctx: Context): Promise<Endpoint> => {
    const endpoint = await endpointsOf({ strapi }).one(idOf(ctx));
    if (endpoint === null) throw localized(ctx, webhookErrors.WEBHOOK_NOT_FOUND);
    return endpoint;
  };

  const showSecret = async (ctx: Context, documentId: string): Promise<void> => {
    const [secret] = await secretsOf({ strapi }).of(documentId);
    if (secret === undefined) throw localized(ctx, webhookErrors.WEBHOOK_SECRET_LOST);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: { secret } };
  };

  return {
    async choices(ctx: Context): Promise<void> {
      ctx.body = { data: await choicesOf({ strapi }) };
    },

    async secret(ctx: Context): Promise<void> {
      const { documentId } = await endpointAt(ctx);
      await showSecret(ctx, documentId);
    },

    async renewSecret(ctx: Context): Promise<void> {
      const { documentId } = await endpointAt(ctx);
      await secretsOf({ strapi }).renew(documentId);
      await showSecret(ctx, documentId);
    },

    async deliveries(ctx: Context): Promise<void> {
      const { documentId } = await endpointAt(ctx);
      ctx.body = { data: await deliveriesOf({ strapi }).latest(documentId, LATEST) };
    },

    async test(ctx: Context): Promise<void> {
      await sendTest({ strapi }, await endpointAt(ctx));
      ctx.body = { data: {} };
    },

    async sendAgain(ctx: Context): Promise<void> {
      await strapi.db.transaction(async () => {
        const delivery = await deliveriesOf({ strapi }).again(idOf(ctx));
        if (delivery === null) throw localized(ctx, webhookErrors.WEBHOOK_DELIVERY_NOT_FOUND);
        await jobsOf({ strapi }).enqueue(DELIVER_JOB, { endpoint: delivery.endpointId });
      });
      ctx.body = { data: {} };
    },
  };
};
