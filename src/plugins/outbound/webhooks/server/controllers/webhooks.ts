import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { type ApiError, httpError, localizeError } from '../../../../../platform/http/errors';
import { messageLanguageOf } from '../../../../../platform/http/message-language';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { jobsOf } from '../../../../../platform/jobs';
import { choicesOf } from '../choices';
import { DELIVER_JOB, type DeliverData } from '../deliver';
import { deliveriesOf } from '../deliveries';
import { type Endpoint, endpointsOf } from '../endpoints';
import { webhookErrors } from '../errors';
import { secretsOf } from '../secrets';
import { sendTest } from '../send';
import { uids } from '../uids';

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
  /** A role may be limited to the endpoints of some business lines. */
  const mayRead = (ctx: Context, documentId: string): Promise<boolean> => {
    const { userAbility: ability } = ctx.state as { userAbility?: unknown };
    const access = entryAccess({ strapi }, { ability, uid: uids.endpoint });
    return access.mayWith('read', { documentId, locale: '' });
  };

  const endpointAt = async (ctx: Context): Promise<Endpoint> => {
    const endpoint = await endpointsOf({ strapi }).one(idOf(ctx));
    if (endpoint === null || !(await mayRead(ctx, endpoint.documentId))) {
      throw localized(ctx, webhookErrors.WEBHOOK_NOT_FOUND);
    }
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
        const endpoint = delivery && (await endpointsOf({ strapi }).one(delivery.endpointId));
        const isHidden = endpoint !== null && !(await mayRead(ctx, endpoint.documentId));
        if (delivery === null || isHidden)
          throw localized(ctx, webhookErrors.WEBHOOK_DELIVERY_NOT_FOUND);
        const data: DeliverData = { endpoint: delivery.endpointId, isByHand: true };
        await jobsOf({ strapi }).enqueue(DELIVER_JOB, data);
      });
      ctx.body = { data: {} };
    },
  };
};
