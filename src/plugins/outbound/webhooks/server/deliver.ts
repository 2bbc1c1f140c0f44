import type { WithStrapi } from '#platform/strapi/with-strapi';
import { postProtected } from '#platform/http/outgoing/protected-post';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import { type Job, getJobs } from '#platform/jobs';
import { readDatabaseTime } from '#platform/strapi/queries';
import { webhookSettings } from '../settings';
import { computeRetryDelay } from './backoff';
import { createDeliveryStore, type DeliveryRow } from './deliveries';
import { type Endpoint, createEndpointStore } from './endpoints';
import { findWebhookKind } from './kinds';
import { createSecretStore, buildSignatureHeaders } from './secrets';

export const DELIVER_JOB = 'webhooks.deliver';

/** Maximum milliseconds that a worker serves one endpoint before others. */
const TURN_MS = 20_000;

/** Maximum number of endpoints that a node sends to at the same time. */
const MAX_CONCURRENT_ENDPOINTS = 8;

const DELIVER_DUE_JOB = 'webhooks.deliver-due';

/** Every minute a job looks for due deliveries, in case other jobs were lost. */
const EVERY_MINUTE = '* * * * *';

/** Maximum seconds for which messages to an endpoint without an answer are postponed. */
const LONGEST_PAUSE = 300;

/** `isByHand`: a user waits for it, so that it does not wait for the end of a pause. */
export type DeliverData = { endpoint: string; isByHand?: boolean };

/** `reason`: null if the endpoint has accepted the message. */
type Outcome = { answer: number | null; reason: string | null };

const attempt = async (
  { strapi }: WithStrapi,
  { documentId, url }: Endpoint,
  delivery: DeliveryRow,
): Promise<Outcome> => {
  const { allowsPrivate, timeoutMs } = webhookSettings.of({ strapi });
  const secrets = await createSecretStore({ strapi }).of(documentId);
  if (secrets.length === 0) return { answer: null, reason: 'there is no secret to sign with' };
  const { refresh } = findWebhookKind({ strapi }, delivery.event) ?? {};
  const body = JSON.stringify((await refresh?.(delivery.payload)) ?? delivery.payload);
  const message = { id: `msg_${delivery.documentId}`, sentAt: new Date(), body };
  try {
    const status = await postProtected({
      url,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'education-cms',
        ...buildSignatureHeaders(secrets, message),
      },
      body,
      timeoutMs,
      allowsPrivate,
    });
    const isTaken = status >= 200 && status < 300;
    return { answer: status, reason: isTaken ? null : `answered ${status}` };
  } catch (error) {
    return { answer: null, reason: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Returns the name of an endpoint for the log. Users type it, so it is quoted and its line breaks
 * are escaped.
 */
const nameOf = (endpoint: Endpoint): string => JSON.stringify(endpoint.name);

/** Logs once that an endpoint fails, and that it accepts messages again. */
const createReports = ({ strapi }: WithStrapi) => {
  const failing = new Set<string>();
  return {
    failed(endpoint: Endpoint, reason: string): void {
      if (failing.has(endpoint.documentId)) return;
      failing.add(endpoint.documentId);
      strapi.log.warn(`webhooks: ${nameOf(endpoint)} rejects messages: ${reason}; retrying`);
    },
    delivered(endpoint: Endpoint): void {
      if (!failing.delete(endpoint.documentId)) return;
      strapi.log.info(`webhooks: ${nameOf(endpoint)} accepts messages again`);
    },
    givenUp(
      endpoint: Endpoint,
      { event, documentId, subject }: DeliveryRow,
      reason: string | null,
    ): void {
      strapi.log.warn(
        `webhooks: ${nameOf(endpoint)} has not accepted ${event} (${subject ?? 'no subject'}, delivery ` +
          `${documentId}): ${reason}; given up`,
      );
    },
  };
};

type Reports = ReturnType<typeof createReports>;

/**
 * An error of this service that is no outage of the database may last. It counts as a try of its
 * delivery, because later deliveries would wait for this one.
 *
 * @returns whether other deliveries can be sent to the endpoint: it has answered, or was not asked
 */
const sendOne = async (
  { strapi }: WithStrapi,
  reports: Reports,
  endpoint: Endpoint,
  delivery: DeliveryRow,
): Promise<boolean> => {
  const settings = webhookSettings.of({ strapi });
  const deliveries = createDeliveryStore({ strapi });
  const tries = (delivery.tries ?? 0) + 1;
  let outcome: Outcome = { answer: null, reason: 'an error of this service' };
  let isSilent = false;
  try {
    const attempted = await attempt({ strapi }, endpoint, delivery);
    if (attempted.reason === null) {
      await strapi.db.transaction(async () => {
        await deliveries.settle(delivery.id, { ...attempted, tries, state: 'delivered' });
        await findWebhookKind({ strapi }, delivery.event)?.onTaken?.(delivery.payload);
      });
      reports.delivered(endpoint);
      return true;
    }
    outcome = attempted;
    isSilent = attempted.answer === null;
    if (tries < settings.tries) reports.failed(endpoint, attempted.reason);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    strapi.log.error(`webhooks: delivery ${delivery.documentId} failed: ${String(error)}`);
  }
  if (tries >= settings.tries) {
    await deliveries.settle(delivery.id, { ...outcome, tries, state: 'failed' });
    reports.givenUp(endpoint, delivery, outcome.reason);
  } else {
    const seconds = computeRetryDelay(tries, settings.retrySeconds);
    await strapi.db.transaction(async () => {
      await deliveries.postpone(delivery.id, { ...outcome, tries }, seconds);
      await getJobs({ strapi }).enqueue(
        DELIVER_JOB,
        { endpoint: endpoint.documentId },
        // Slightly later, so that the delivery is due.
        { startAfter: seconds + 0.1 },
      );
    });
  }
  return !isSilent;
};

/**
 * Endpoints that do not answer this node: the number of tries in a row, and the end of the pause
 * after the last one, in milliseconds since 1970 of the database's clock.
 */
type Silences = Map<string, { tries: number; pausedUntilMs: number }>;

/**
 * Postpones the messages to an endpoint that does not answer. Each of them would take a worker for
 * the whole timeout, and endpoints that answer would wait.
 */
const pauseEndpoint = async (
  { strapi }: WithStrapi,
  silences: Silences,
  endpoint: string,
): Promise<void> => {
  const tries = (silences.get(endpoint)?.tries ?? 0) + 1;
  const { retrySeconds } = webhookSettings.of({ strapi });
  const seconds = Math.min(computeRetryDelay(tries, retrySeconds), LONGEST_PAUSE);
  const pausedUntilMs = (await readDatabaseTime({ strapi })) + seconds * 1000;
  silences.set(endpoint, { tries, pausedUntilMs });
  await strapi.db.transaction(async () => {
    await createDeliveryStore({ strapi }).pause(endpoint, pausedUntilMs);
    await getJobs({ strapi }).enqueue(DELIVER_JOB, { endpoint }, { startAfter: seconds + 0.1 });
  });
};

/**
 * Sends the waiting deliveries of an endpoint one after another, the oldest first, as long as it
 * answers.
 *
 * @returns whether the time was over before everything was sent
 */
const sendWaiting = async (
  { strapi }: WithStrapi,
  { reports, silences }: { reports: Reports; silences: Silences },
  endpointId: string,
  isOver: () => boolean,
): Promise<boolean> => {
  const deliveries = createDeliveryStore({ strapi });
  while (!isOver()) {
    // Read for each delivery, because the endpoint may have been switched off or changed in the
    // meantime.
    const endpoint = await createEndpointStore({ strapi }).one(endpointId);
    if (endpoint?.isOn !== true) {
      await deliveries.giveUp(endpointId, 'the webhook is off');
      return false;
    }
    const delivery = await deliveries.take(endpointId);
    if (delivery === null) return false;
    try {
      if (!(await sendOne({ strapi }, reports, endpoint, delivery))) {
        await pauseEndpoint({ strapi }, silences, endpointId);
        return false;
      }
      const silence = silences.get(endpointId);
      silences.delete(endpointId);
      if (silence !== undefined) await deliveries.resume(endpointId, silence.pausedUntilMs);
    } catch (error) {
      // The result could not be stored. The retried job must find the delivery again.
      await deliveries.release(delivery.id);
      throw error;
    }
  }
  return true;
};

/** Defines the jobs that deliver webhooks; call it in `register`. */
export const defineDeliverJob = ({ strapi }: WithStrapi): void => {
  /**
   * Endpoints that this node sends to, and whether another job for them has come in the meantime.
   */
  const busy = new Map<string, boolean>();
  const state = { reports: createReports({ strapi }), silences: new Map() as Silences };

  const deliver = async ({ data, signal }: Job<DeliverData>): Promise<void> => {
    const { endpoint, isByHand = false } = data;
    const silence = isByHand ? undefined : state.silences.get(endpoint);
    if (silence !== undefined && silence.pausedUntilMs > (await readDatabaseTime({ strapi }))) {
      await createDeliveryStore({ strapi }).pause(endpoint, silence.pausedUntilMs);
      return;
    }
    // One worker per endpoint, so that one that hangs does not block all of them.
    if (busy.has(endpoint)) {
      busy.set(endpoint, true);
      return;
    }
    const end = performance.now() + TURN_MS;
    const isOver = (): boolean => signal.aborted || performance.now() > end;
    try {
      let hasMore = false;
      do {
        busy.set(endpoint, false);
        hasMore = await sendWaiting({ strapi }, state, endpoint, isOver);
      } while (!hasMore && busy.get(endpoint) === true);
      if (hasMore) await getJobs({ strapi }).enqueue(DELIVER_JOB, { endpoint });
    } finally {
      busy.delete(endpoint);
    }
  };

  const jobs = getJobs({ strapi });
  jobs.define(DELIVER_JOB, deliver, { concurrency: MAX_CONCURRENT_ENDPOINTS, retryDelay: 2 });
  jobs.define(DELIVER_DUE_JOB, async () => {
    for (const endpoint of await createDeliveryStore({ strapi }).endpointsDue()) {
      await jobs.enqueue(DELIVER_JOB, { endpoint });
    }
  });
  jobs.schedule(DELIVER_DUE_JOB, EVERY_MINUTE);
};
