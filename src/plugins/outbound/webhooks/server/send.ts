import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { createDeliveryStore, LONGEST_SUBJECT } from './deliveries';
import {
  type Endpoint,
  createEndpointStore,
  shouldReceiveEvent,
  type EventProperties,
} from './endpoints';
import { DELIVER_JOB, type DeliverData } from './deliver';

/** Event that is sent to the endpoints that select it. */
export type WebhookEvent = EventProperties & {
  happenedAt: Date;
  /** Name of the subject in the log of deliveries. */
  subject: string;
  data: object;
};

const buildDelivery = (endpoint: Endpoint, { event, happenedAt, subject, data }: WebhookEvent) => ({
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
  isByHand = false,
): Promise<number> => {
  if (events.length === 0) return 0;
  await createDeliveryStore({ strapi }).add(events.map((event) => buildDelivery(endpoint, event)));
  const data: DeliverData = { endpoint: endpoint.documentId, isByHand };
  await getJobs({ strapi }).enqueue(DELIVER_JOB, data);
  return events.length;
};

/**
 * Sends events to the endpoints that select them, after the running transaction commits.
 *
 * @returns the number of messages that will be sent
 */
export const sendWebhooks = async (
  { strapi }: WithStrapi,
  events: readonly WebhookEvent[],
): Promise<number> =>
  strapi.db.transaction(async () => {
    let messages = 0;
    for (const endpoint of await createEndpointStore({ strapi }).on()) {
      const receivedEvents = events.filter((event) => shouldReceiveEvent(endpoint.choice, event));
      messages += await sendTo({ strapi }, endpoint, receivedEvents);
    }
    return messages;
  });

const loadActiveEndpointIds = async ({ strapi }: WithStrapi): Promise<string[]> =>
  (await createEndpointStore({ strapi }).on()).map(({ documentId }) => documentId);

/**
 * Returns whether active endpoints have accepted a message about a subject, or a later message,
 * which contains the current state. `none`: no endpoint was sent it. `all`: every endpoint that was
 * sent it has accepted it. `some`: at least one has not.
 */
export const loadAcceptance = async (
  { strapi }: WithStrapi,
  { event, later, subject }: Pick<WebhookEvent, 'event' | 'subject'> & { later: readonly string[] },
): Promise<'none' | 'all' | 'some'> => {
  const on = await loadActiveEndpointIds({ strapi });
  const acceptances = new Map<string, boolean>();
  for (const delivery of await createDeliveryStore({ strapi }).about({ events: later, subject })) {
    const { endpointId, state } = delivery;
    if (!on.includes(endpointId)) continue;
    if (delivery.event === event || acceptances.has(endpointId)) {
      acceptances.set(endpointId, state === 'delivered' || acceptances.get(endpointId) === true);
    }
  }
  if (acceptances.size === 0) return 'none';
  return [...acceptances.values()].every(Boolean) ? 'all' : 'some';
};

/** Number of messages that one statement queues again. */
const BATCH = 500;

/**
 * Sends the latest message about each subject again if it failed, to active endpoints. Earlier
 * messages are not sent, because a receiver would take an old state for the current one.
 */
export const sendGivenUpAgain = async (
  { strapi }: WithStrapi,
  { events, since }: { events: readonly string[]; since: Date },
): Promise<void> => {
  const endpoints = await loadActiveEndpointIds({ strapi });
  for (let after = 0, isDone = false; !isDone;) {
    const requeuedBatch = await strapi.db.transaction(async ({ trx }) => {
      const selection = { events, endpoints, since, after, limit: BATCH };
      const requeued = await createDeliveryStore({ strapi }).givenUpAgain(trx, selection);
      for (const endpoint of new Set(requeued.map(({ endpointId }) => endpointId))) {
        await getJobs({ strapi }).enqueue(DELIVER_JOB, { endpoint });
      }
      return requeued;
    });
    after = Math.max(after, ...requeuedBatch.map(({ id }) => id));
    isDone = requeuedBatch.length < BATCH;
  }
};

/** Event of a test; endpoints do not have to select it. */
const TEST = 'webhook.test';

export const sendTest = async ({ strapi }: WithStrapi, endpoint: Endpoint): Promise<void> => {
  const test = { event: TEST, type: null, lines: [], language: null };
  await strapi.db.transaction(() =>
    sendTo(
      { strapi },
      endpoint,
      [{ ...test, happenedAt: new Date(), subject: endpoint.name, data: {} }],
      true,
    ),
  );
};
