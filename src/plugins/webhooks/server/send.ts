import type { Core } from '@strapi/types';
import { jobsOf } from '../../../jobs';
import { deliveriesOf } from './deliveries';
import { type Endpoint, endpointsOf } from './endpoints';
import { DELIVER_JOB } from './deliver';
import { wants, type About } from './matching';

type WithStrapi = { strapi: Core.Strapi };

/** Something that has happened, for whoever wants to hear of it. */
export type WebhookEvent = About & {
  happenedAt: Date;
  /** What the log of deliveries calls it. */
  subject: string;
  data: object;
};

const deliveryTo = (endpoint: Endpoint, { event, happenedAt, subject, data }: WebhookEvent) => ({
  event,
  // As much as its column has.
  subject: subject.slice(0, 255),
  endpointName: endpoint.name,
  endpointId: endpoint.documentId,
  payload: { type: event, timestamp: happenedAt.toISOString(), data },
});

const sendTo = async (
  { strapi }: WithStrapi,
  endpoint: Endpoint,
  events: readonly WebhookEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  await deliveriesOf({ strapi }).add(events.map((event) => deliveryTo(endpoint, event)));
  await jobsOf({ strapi }).enqueue(DELIVER_JOB, { endpoint: endpoint.documentId });
};

/** Has the endpoints that want to hear of some events told of them once the running transaction commits. */
export const sendWebhooks = async (
  { strapi }: WithStrapi,
  events: readonly WebhookEvent[],
): Promise<void> => {
  await strapi.db.transaction(async () => {
    for (const endpoint of await endpointsOf({ strapi }).on()) {
      const wanted = events.filter((event) => wants(endpoint.choice, event));
      await sendTo({ strapi }, endpoint, wanted);
    }
  });
};

/** What a test says; nobody has to choose it. */
const TEST = 'webhook.test';

/** Sends one endpoint something that has not happened. */
export const sendTest = async ({ strapi }: WithStrapi, endpoint: Endpoint): Promise<void> => {
  const test = { event: TEST, type: null, lines: [], language: null };
  await strapi.db.transaction(() =>
    sendTo({ strapi }, endpoint, [
      { ...test, happenedAt: new Date(), subject: endpoint.name, data: {} },
    ]),
  );
};
