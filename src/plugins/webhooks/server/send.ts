import type { WithStrapi } from '../../../platform/with-strapi';
import { jobsOf } from '../../../jobs';
import { deliveriesOf, LONGEST_SUBJECT } from './deliveries';
import { type Endpoint, endpointsOf } from './endpoints';
import { DELIVER_JOB } from './deliver';
import { wants, type About } from './matching';

/** Something that has happened, for whoever wants to hear of it. */
export type WebhookEvent = About & {
  happenedAt: Date;
  /** What the log of deliveries calls it. */
  subject: string;
  data: object;
};

const deliveryTo = (endpoint: Endpoint, { event, happenedAt, subject, data }: WebhookEvent) => ({
  event,
  subject: subject.slice(0, LONGEST_SUBJECT),
  endpointName: endpoint.name,
  endpointId: endpoint.documentId,
  payload: { type: event, timestamp: happenedAt.toISOString(), data },
});

const sendTo = async (
  { strapi }: WithStrapi,
  endpoint: Endpoint,
  events: readonly WebhookEvent[],
): Promise<number> => {
  if (events.length === 0) return 0;
  await deliveriesOf({ strapi }).add(events.map((event) => deliveryTo(endpoint, event)));
  await jobsOf({ strapi }).enqueue(DELIVER_JOB, { endpoint: endpoint.documentId });
  return events.length;
};

/**
 * Has the endpoints that want to hear of some events told of them once the running transaction commits.
 *
 * @returns how many messages are going to be sent
 */
export const sendWebhooks = async (
  { strapi }: WithStrapi,
  events: readonly WebhookEvent[],
): Promise<number> =>
  strapi.db.transaction(async () => {
    let messages = 0;
    for (const endpoint of await endpointsOf({ strapi }).on()) {
      const wanted = events.filter((event) => wants(endpoint.choice, event));
      messages += await sendTo({ strapi }, endpoint, wanted);
    }
    return messages;
  });

/** Messages of one kind about one thing. */
export type MessagesAbout = Pick<WebhookEvent, 'event' | 'subject'>;

/** Whether every endpoint that was told of something has taken it. */
export const isTakenByAll = async (
  { strapi }: WithStrapi,
  about: MessagesAbout,
): Promise<boolean> => {
  const deliveries = await deliveriesOf({ strapi }).about(about);
  const taken = new Set(
    deliveries.filter(({ state }) => state === 'delivered').map(({ endpointId }) => endpointId),
  );
  return deliveries.every(({ endpointId }) => taken.has(endpointId));
};

/** Has sent again, now, what was given up of something. */
export const sendGivenUpAgain = async (
  { strapi }: WithStrapi,
  about: MessagesAbout,
): Promise<void> => {
  const deliveries = deliveriesOf({ strapi });
  await strapi.db.transaction(async () => {
    for (const { documentId, state, endpointId } of await deliveries.about(about)) {
      if (state !== 'failed') continue;
      await deliveries.again(documentId);
      await jobsOf({ strapi }).enqueue(DELIVER_JOB, { endpoint: endpointId });
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
