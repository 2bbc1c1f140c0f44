import { checkoutErrors } from '../../../contract';
import { httpError } from '../../../../../http/errors';
import { databaseNow } from '../clock';
import { stableHash } from '../stable-hash';
import { withLease } from '../lease';
import { isDefinite } from '../provider/errors';
import { uids, type WithStrapi } from '../../types';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** How long a key is remembered, and how long the same body without one is taken for a double click. */
export const MEMORY = { key: DAY, doubleClick: 10 * SECOND };

type RequestRow = {
  id: number;
  key: string;
  fingerprint: string;
  generation: number;
  answer: unknown;
  sessionId: string | null;
  usedMs: string;
};

export type Made<T> = {
  answer: T;
  sessionId: string;
  /** Stores what was made; runs in the transaction that remembers the answer. */
  record: () => Promise<void>;
};

type Once<T, Plan> = {
  account: string;
  /** What is asked for; with the body it tells one request from another. */
  operation: string;
  /** The caller's `Idempotency-Key`, if one was sent. */
  clientKey: string | undefined;
  body: unknown;
  /** The account that is signed in; the same from another one, or from nobody, is another request. */
  owner: number | null;
  /** The longest that `make` takes. */
  milliseconds: number;
  /** Refuses what must not be made; nothing is remembered of a refused request. */
  validate: () => Promise<Plan>;
  /** Makes the thing at the provider, under a key of the provider's derived from `seed`. */
  make: (plan: Plan, seed: string) => Promise<Made<T>>;
};

const requests = ({ strapi }: WithStrapi) => strapi.db.query(uids.request);

/** Whether the same body, without a key, still means the same click. */
const isDoubleClick = async ({ strapi }: WithStrapi, row: RequestRow, now: number) => {
  if (now - Number(row.usedMs) > MEMORY.doubleClick || row.sessionId === null) return false;
  const open = await strapi.db
    .query(uids.order)
    .count({ where: { sessionId: row.sessionId, sessionStatus: 'open' } });
  return open > 0;
};

/** Remembers that the work begins, before the provider hears of it. */
const begin = async (
  { strapi }: WithStrapi,
  {
    row,
    key,
    fingerprint,
    now,
  }: { row: RequestRow | null; key: string; fingerprint: string; now: number },
): Promise<RequestRow> => {
  // An attempt that never ended may have succeeded at the provider: the same generation finds it again.
  const generation = row === null ? 1 : row.generation + (row.answer === null ? 0 : 1);
  const data = { key, fingerprint, generation, answer: null, sessionId: null, usedMs: String(now) };
  const saved: unknown =
    row === null
      ? await requests({ strapi }).create({ data })
      : await requests({ strapi }).update({ where: { id: row.id }, data });
  return saved as RequestRow;
};

/**
 * Does a thing once for an `Idempotency-Key`, or once for a body that comes again within seconds without
 * one, in whichever process and however concurrent. A repetition is answered what the first was, to the same
 * account: whoever else sends the same gets something of their own, or an order would belong to a stranger.
 *
 * @throws IDEMPOTENCY_KEY_REUSED, or CHECKOUT_IN_PROGRESS where the first takes longer than one may wait
 */
export const once = async <T, Plan>(
  { strapi }: WithStrapi,
  { account, operation, clientKey, body, owner, milliseconds, validate, make }: Once<T, Plan>,
): Promise<T> => {
  const owned = owner === null ? [] : [{ owner }];
  const fingerprint = stableHash([account, operation, body, ...owned]);
  const key =
    clientKey === undefined
      ? `body:${fingerprint}`
      : `key:${stableHash([account, clientKey, ...owned])}`;

  const work = async (): Promise<T> => {
    const now = await databaseNow({ strapi });
    const row = (await requests({ strapi }).findOne({ where: { key } })) as RequestRow | null;
    const isRemembered =
      row !== null && clientKey !== undefined && now - Number(row.usedMs) < MEMORY.key;
    if (isRemembered && row.fingerprint !== fingerprint) {
      throw httpError(checkoutErrors.IDEMPOTENCY_KEY_REUSED);
    }
    if (row !== null && row.answer !== null) {
      if (
        isRemembered ||
        (clientKey === undefined && (await isDoubleClick({ strapi }, row, now)))
      ) {
        return row.answer as T;
      }
    }
    const plan = await validate();
    const begun = await begin({ strapi }, { row, key, fingerprint, now });
    const { answer, sessionId, record } = await make(plan, `${key}:${begun.generation}`).catch(
      async (error: unknown) => {
        if (isDefinite(error)) {
          // The provider would repeat its refusal to the same key for a day.
          await requests({ strapi }).update({
            where: { id: begun.id },
            data: { generation: begun.generation + 1 },
          });
        }
        throw error;
      },
    );
    await strapi.db.transaction(async () => {
      await record();
      await requests({ strapi }).update({
        where: { id: begun.id },
        data: { answer, sessionId, usedMs: String(await databaseNow({ strapi })) },
      });
    });
    return answer;
  };

  return withLease(
    { strapi },
    {
      name: key,
      milliseconds: milliseconds + 5 * SECOND,
      patience: milliseconds,
      onBusy: () => httpError(checkoutErrors.CHECKOUT_IN_PROGRESS),
    },
    work,
  );
};
