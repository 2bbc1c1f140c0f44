import { randomBytes } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  readDatabaseTime,
  databaseNowSql,
  sql,
  getTable,
  type Transaction,
} from '#platform/strapi/queries';
import { uids } from './definitions';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export type DeliveryRow = {
  id: number;
  documentId: string;
  event: string;
  subject: string | null;
  endpointName: string | null;
  endpointId: string;
  state: DeliveryState;
  tries: number | null;
  /** Status of the last response; null if there was none. */
  answer: number | null;
  reason: string | null;
  settledAt: string | null;
  createdAt: string;
  /**
   * Time of the next try by the database's clock. During a try it is the time at which other nodes
   * may take the delivery.
   */
  nextTryMs: string | null;
  payload: unknown;
};

type NewDelivery = Pick<
  DeliveryRow,
  'event' | 'subject' | 'endpointName' | 'endpointId' | 'payload'
>;

/** Maximum milliseconds of a try before other nodes consider its node dead. */
const CLAIM_MS = 90_000;

/** Maximum length of the subject's column. */
export const LONGEST_SUBJECT = 255;

const DAY_MS = 86_400_000;

/**
 * Selects the endpoints with due deliveries. It steps through the index
 * (`webhook_deliveries_due_index`) and reads one row of each endpoint: after a long failure
 * hundreds of thousands may be due for one. Deliveries of deleted endpoints are included.
 */
const ENDPOINTS_DUE = `
  WITH RECURSIVE endpoints AS (
    (SELECT endpoint_id FROM webhook_deliveries ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.endpoint_id > e.endpoint_id
            ORDER BY d.endpoint_id LIMIT 1)
    FROM endpoints e WHERE e.endpoint_id IS NOT NULL
  )
  SELECT endpoint_id FROM endpoints e WHERE EXISTS (
    SELECT FROM webhook_deliveries d
    WHERE d.endpoint_id = e.endpoint_id AND d.state = 'waiting'
      AND d.next_try_ms <= (SELECT ${databaseNowSql}))`;

/**
 * Queues failed deliveries again if they are the latest about their subject. A later delivery
 * contains the newer state.
 */
const SEND_GIVEN_UP_AGAIN = `
  UPDATE webhook_deliveries SET state = 'waiting', tries = 0, settled_at = NULL, next_try_ms = ${databaseNowSql}
  WHERE id IN (
    SELECT d.id FROM webhook_deliveries d
    WHERE d.state = 'failed' AND d.id > :after AND d.created_at > :since
      AND d.endpoint_id = ANY(cast(:endpoints AS text[])) AND d.event = ANY(cast(:events AS text[]))
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries later
        WHERE later.event = ANY(cast(:events AS text[])) AND later.subject = d.subject
          AND later.endpoint_id = d.endpoint_id AND later.id > d.id)
    ORDER BY d.id LIMIT :limit)
  RETURNING id, endpoint_id`;

export const createDeliveryStore = ({ strapi }: WithStrapi) => {
  const table = getTable<DeliveryRow>({ strapi }, uids.delivery);
  const readNow = () => readDatabaseTime({ strapi });

  return {
    async add(deliveries: readonly NewDelivery[]): Promise<void> {
      const nextTryMs = String(await readNow());
      const data = deliveries.map((delivery) => ({
        ...delivery,
        documentId: randomBytes(12).toString('hex'),
        state: 'waiting',
        tries: 0,
        nextTryMs,
      }));
      await strapi.db.query(uids.delivery).createMany({ data });
    },

    /** Takes the oldest due delivery of an endpoint for this node; null if there is none. */
    async take(endpointId: string): Promise<DeliveryRow | null> {
      for (;;) {
        const startedAt = await readNow();
        const dueFilter = { endpointId, state: 'waiting', nextTryMs: { $lte: String(startedAt) } };
        const delivery = await table.findOne({ where: dueFilter, orderBy: { id: 'asc' } });
        if (delivery === null) return null;
        const { count } = await table.updateMany({
          where: { id: delivery.id, state: 'waiting', nextTryMs: delivery.nextTryMs },
          data: { nextTryMs: String(startedAt + CLAIM_MS) },
        });
        if (count === 1) return delivery;
      }
    },

    /** Releases a delivery whose result is unknown. */
    async release(id: number): Promise<void> {
      const nextTryMs = String(await readNow());
      await table.updateMany({ where: { id, state: 'waiting' }, data: { nextTryMs } });
    },

    async endpointsDue(): Promise<string[]> {
      const { rows } = await sql({ strapi }, ENDPOINTS_DUE);
      return rows.map(({ endpoint_id: endpointId }) => String(endpointId));
    },

    /** Stores the final result of a delivery. */
    async settle(
      id: number,
      outcome: Pick<DeliveryRow, 'answer' | 'reason' | 'tries'> & {
        state: 'delivered' | 'failed';
      },
    ): Promise<void> {
      const data = { ...outcome, settledAt: new Date(), nextTryMs: null };
      await table.updateMany({ where: { id }, data });
    },

    /** Stores a failed try and the time of the next one. */
    async postpone(
      id: number,
      outcome: Pick<DeliveryRow, 'answer' | 'reason' | 'tries'>,
      seconds: number,
    ): Promise<void> {
      const nextTryMs = String((await readNow()) + seconds * 1000);
      await table.updateMany({ where: { id }, data: { ...outcome, nextTryMs } });
    },

    /**
     * Postpones all due deliveries of an endpoint that does not answer. It counts as no try of
     * theirs.
     */
    async pause(endpointId: string, untilMs: number): Promise<void> {
      const pausedAt = await readNow();
      await table.updateMany({
        where: { endpointId, state: 'waiting', nextTryMs: { $lte: String(pausedAt) } },
        data: { nextTryMs: String(untilMs) },
      });
    },

    /** Makes the deliveries due that a pause has postponed. Others may be in use by other nodes. */
    async resume(endpointId: string, pausedUntilMs: number): Promise<void> {
      await table.updateMany({
        where: { endpointId, state: 'waiting', nextTryMs: String(pausedUntilMs) },
        data: { nextTryMs: String(await readNow()) },
      });
    },

    /** Marks all waiting deliveries of an endpoint as failed. */
    async giveUp(endpointId: string, reason: string): Promise<void> {
      await table.updateMany({
        where: { endpointId, state: 'waiting' },
        data: { state: 'failed', reason, settledAt: new Date(), nextTryMs: null },
      });
    },

    /** Queues a delivery again, in any state; returns null if it does not exist. */
    async again(documentId: string): Promise<{ endpointId: string } | null> {
      const delivery = await table.findOne({ where: { documentId } });
      if (delivery === null) return null;
      await table.updateMany({
        where: { id: delivery.id },
        data: { state: 'waiting', tries: 0, settledAt: null, nextTryMs: String(await readNow()) },
      });
      return delivery;
    },

    /**
     * Queues the latest failed delivery of each subject again, in the order of ids, after an id.
     */
    async givenUpAgain(
      trx: Transaction,
      selection: { events: readonly string[]; endpoints: readonly string[]; since: Date } & {
        after: number;
        limit: number;
      },
    ): Promise<{ id: number; endpointId: string }[]> {
      const bindings = {
        ...selection,
        events: [...selection.events],
        endpoints: [...selection.endpoints],
      };
      const { rows } = await sql({ strapi, trx }, SEND_GIVEN_UP_AGAIN, bindings);
      return rows.map(({ id, endpoint_id: endpointId }) => ({
        id: Number(id),
        endpointId: String(endpointId),
      }));
    },

    /** Returns the deliveries of some kinds about a subject, the oldest first. */
    about: ({ events, subject }: { events: readonly string[]; subject: string }) =>
      table.findMany({
        where: { event: { $in: [...events] }, subject: subject.slice(0, LONGEST_SUBJECT) },
        select: ['event', 'state', 'endpointId'],
        orderBy: { id: 'asc' },
      }),

    latest: (endpointId: string, limit: number) =>
      table.findMany({
        where: { endpointId },
        select: [
          'documentId',
          'event',
          'subject',
          'state',
          'tries',
          'answer',
          'reason',
          'createdAt',
        ],
        orderBy: { id: 'desc' },
        limit,
      }),

    /**
     * Gives up waiting deliveries that are too old, and deletes those that ended before.
     *
     * @returns the number of deliveries that were given up
     */
    async prune(days: number): Promise<number> {
      const before = new Date((await readNow()) - days * DAY_MS);
      await table.deleteMany({
        where: { state: { $in: ['delivered', 'failed'] }, createdAt: { $lt: before } },
      });
      const { count } = await table.updateMany({
        where: { state: 'waiting', createdAt: { $lt: before } },
        data: {
          state: 'failed',
          reason: `not accepted within ${days} days`,
          settledAt: new Date(),
          nextTryMs: null,
        },
      });
      return count;
    },
  };
};
