import type { WithStrapi } from '#platform/strapi/with-strapi';
import { postProtected } from '#platform/http/outgoing/protected-post';
import { makeReadOnly, registerAdminActions } from '#platform/strapi/admin-roles';
import { sendWebhookRequestsBy } from '#platform/strapi/webhook-requests';
import delivery from './server/content-types/delivery/schema.json';
import endpoint from './server/content-types/endpoint/schema.json';
import secret from './server/content-types/secret/schema.json';
import { uids } from './server/definitions';
import { getJobs } from '#platform/jobs';
import { webhookSettings } from './settings';
import { registerContentEvents } from './server/content-events';
import { defineDeliverJob, DELIVER_JOB, type DeliverData } from './server/deliver';
import { createDeliveryStore } from './server/deliveries';
import { createSecretStore } from './server/secrets';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
} from '#platform/http/admin-route';
import type { Context } from 'koa';
import { getUserAbility } from '#platform/http/request-person';
import { createLocalizedError } from '#platform/http/localized-error';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { loadEndpointOptions } from './server/guard-endpoints';
import { type Endpoint, createEndpointStore } from './server/endpoints';
import { webhookErrors } from './server/errors';
import { sendTest } from './server/send';

/** Number of deliveries that the panel shows beside an endpoint. */
const DELIVERIES_SHOWN = 10;

const getId = (ctx: Context): string => (ctx.params as { id: string }).id;

const createWebhooksController = ({ strapi }: WithStrapi) => {
  /** A role may be limited to the endpoints of some business lines. */
  const mayRead = (ctx: Context, documentId: string): Promise<boolean> => {
    const access = createEntryAccess(
      { strapi },
      { ability: getUserAbility(ctx), uid: uids.endpoint },
    );
    return access.mayWith('read', { documentId, locale: '' });
  };

  const loadEndpoint = async (ctx: Context): Promise<Endpoint> => {
    const endpoint = await createEndpointStore({ strapi }).one(getId(ctx));
    if (endpoint === null || !(await mayRead(ctx, endpoint.documentId))) {
      throw createLocalizedError({ strapi }, webhookErrors.WEBHOOK_NOT_FOUND);
    }
    return endpoint;
  };

  const showSecret = async (ctx: Context, documentId: string): Promise<void> => {
    const [secret] = await createSecretStore({ strapi }).of(documentId);
    if (secret === undefined)
      throw createLocalizedError({ strapi }, webhookErrors.WEBHOOK_SECRET_LOST);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: { secret } };
  };

  return {
    async choices(ctx: Context): Promise<void> {
      ctx.body = { data: await loadEndpointOptions({ strapi }) };
    },

    async secret(ctx: Context): Promise<void> {
      const { documentId } = await loadEndpoint(ctx);
      await showSecret(ctx, documentId);
    },

    async renewSecret(ctx: Context): Promise<void> {
      const { documentId } = await loadEndpoint(ctx);
      await createSecretStore({ strapi }).renew(documentId);
      await showSecret(ctx, documentId);
    },

    async deliveries(ctx: Context): Promise<void> {
      const { documentId } = await loadEndpoint(ctx);
      ctx.body = {
        data: await createDeliveryStore({ strapi }).latest(documentId, DELIVERIES_SHOWN),
      };
    },

    async test(ctx: Context): Promise<void> {
      await sendTest({ strapi }, await loadEndpoint(ctx));
      ctx.body = { data: {} };
    },

    async sendAgain(ctx: Context): Promise<void> {
      await strapi.db.transaction(async () => {
        const delivery = await createDeliveryStore({ strapi }).again(getId(ctx));
        const endpoint =
          delivery && (await createEndpointStore({ strapi }).one(delivery.endpointId));
        const isHidden = endpoint !== null && !(await mayRead(ctx, endpoint.documentId));
        if (delivery === null || isHidden)
          throw createLocalizedError({ strapi }, webhookErrors.WEBHOOK_DELIVERY_NOT_FOUND);
        const data: DeliverData = { endpoint: delivery.endpointId, isByHand: true };
        await getJobs({ strapi }).enqueue(DELIVER_JOB, data);
      });
      ctx.body = { data: {} };
    },
  };
};

const mayReadSecrets = requirePermissions('plugin::webhooks.secrets.read');
const maySend = requirePermissions('plugin::webhooks.deliveries.send');

/**
 * Registers the permissions that admin roles can have, besides those for the entries themselves.
 */
const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'See the secrets of webhooks, and make new ones',
      pluginName: 'webhooks',
      uid: 'secrets.read',
    },
    {
      displayName: 'Send deliveries again, and send tests',
      pluginName: 'webhooks',
      uid: 'deliveries.send',
    },
  ]);

const READ = 'plugin::content-manager.explorer.read';

const adminRoutes = defineAdminRoutes(
  defineAdminRoute(
    'GET',
    '/choices',
    'webhooks.choices',
    requirePermissions([READ, uids.endpoint]),
  ),
  defineAdminRoute(
    'GET',
    '/endpoints/:id/deliveries',
    'webhooks.deliveries',
    requirePermissions([READ, uids.delivery]),
  ),
  defineAdminRoute('GET', '/endpoints/:id/secret', 'webhooks.secret', mayReadSecrets),
  defineAdminRoute('POST', '/endpoints/:id/secret', 'webhooks.renewSecret', mayReadSecrets),
  defineAdminRoute('POST', '/endpoints/:id/test', 'webhooks.test', maySend),
  defineAdminRoute('POST', '/deliveries/:id/send', 'webhooks.sendAgain', maySend),
);

const CLEAN_UP = 'webhooks.clean-up';

const register = ({ strapi }: WithStrapi): void => {
  strapi.customFields.register({ name: 'choices', plugin: 'webhooks', type: 'json' });
  registerContentEvents({ strapi });
  defineDeliverJob({ strapi });
  // Their receivers must be public, too, and the panel would show what internal services answer.
  sendWebhookRequestsBy({ strapi }, ({ url, headers, body }) => {
    const { allowsPrivate, timeoutMs } = webhookSettings.of({ strapi });
    return allowsPrivate
      ? Promise.resolve(null)
      : postProtected({ url, headers, body, timeoutMs, allowsPrivate });
  });
  const jobs = getJobs({ strapi });
  jobs.define(CLEAN_UP, async () => {
    const { keepDays } = webhookSettings.of({ strapi });
    const count = await createDeliveryStore({ strapi }).prune(keepDays);
    if (count > 0) {
      strapi.log.warn(
        `webhooks: ${count} messages were not accepted within ${keepDays} days; given up`,
      );
    }
    await createSecretStore({ strapi }).forgetEnded();
  });
  jobs.schedule(CLEAN_UP, '17 3 * * *');
};

export default {
  register,
  async bootstrap({ strapi }: WithStrapi): Promise<void> {
    makeReadOnly({ strapi }, uids.delivery);
    await registerPermissions({ strapi });
  },
  contentTypes: {
    endpoint: { schema: endpoint },
    delivery: { schema: delivery },
    secret: { schema: secret },
  },
  controllers: { webhooks: createWebhooksController },
  routes: { admin: adminRoutes },
};
