import type { WithStrapi } from '../../../../platform/with-strapi';
import { jobsOf } from '../../../../platform/jobs';
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

const endpointsOn = async ({ strapi }: WithStrapi): Promise<string[]> =>
  (await endpointsOf({ strapi }).on()).map(({ documentId }) => documentId);

/**
 * Returns whether endpoints have accepted a message about a subject, or a later one, which contains the same state: `none` of
 * the active endpoints was sent it, `all` have accepted it, or `some` have not.
 */
export const takenBy = async (
  { strapi }: WithStrapi,
  { event, later, subject }: Pick<WebhookEvent, 'event' | 'subject'> & { later: readonly string[] },
): Promise<'none' | 'all' | 'some'> => {
  const on = await endpointsOn({ strapi });
  const told = new Map<string, boolean>();
  for (const delivery of await deliveriesOf({ strapi }).about({ events: later, subject })) {
    const { endpointId, state } = delivery;
    if (!on.includes(endpointId)) continue;
    if (delivery.event === event || told.has(endpointId)) {
      told.set(endpointId, state === 'delivered' || told.get(endpointId) === true);
    }
  }
  if (told.size === 0) return 'none';
  return [...told.values()].every(Boolean) ? 'all' : 'some';
};

/** Messages that one statement has sent again. */
const BATCH = 500;

/**
 * Sends the latest message about each subject again where it failed, to active endpoints. Earlier messages are not sent: a
 * receiver would take an old state for the current one.
 */
export const sendGivenUpAgain = async (
  { strapi }: WithStrapi,
  { events, since }: { events: readonly string[]; since: Date },
): Promise<void> => {
  const endpoints = await endpointsOn({ strapi });
  for (let after = 0, isDone = false; !isDone;) {
    const sent = await strapi.db.transaction(async ({ trx }) => {
      const given = { events, endpoints, since, after, limit: BATCH };
      const again = await deliveriesOf({ strapi }).givenUpAgain(trx, given);
      for (const endpoint of new Set(again.map(({ endpointId }) => endpointId))) {
        await jobsOf({ strapi }).enqueue(DELIVER_JOB, { endpoint });
      }
      return again;
    });
    after = Math.max(after, ...sent.map(({ id }) => id));
    isDone = sent.length < BATCH;
  }
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
