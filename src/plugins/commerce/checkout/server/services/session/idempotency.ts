import type { WithStrapi } from '#platform/strapi/with-strapi';
import { checkoutErrors } from '#plugins/commerce/checkout/errors';
import { createHttpError } from '#platform/http/errors';
import { readDatabaseTime, getTable } from '#platform/strapi/queries';
import { isReplayed } from '../provider/errors';
import { computeStableHash } from '../coordination';
import type { OrderRow } from '../orders/order-row';
import { loadCheckoutOutcome } from '../orders/sync';
import { uids } from '../../types';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/**
 * How long a key is stored, and for how long the same body without a key counts as a double click.
 */
export const MEMORY = { key: DAY, doubleClick: 10 * SECOND };

type RequestRow<Answer> = {
  id: number;
  key: string;
  fingerprint: string;
  generation: number;
  /** Null until the request was answered. */
  answer: Answer | null;
  sessionId: string | null;
  usedMs: string;
};

type StoredRequest = {
  account: string;
  /** Kind of request. Together with the body it distinguishes requests. */
  operation: string;
  /** The caller's `Idempotency-Key`, if one was sent. */
  clientKey: string | undefined;
  body: unknown;
  /** Signed-in account. Another account, or a guest, makes another request with an equal body. */
  owner: number | null;
};

/** Identity by which repeated requests are recognised. */
export type RequestIdentity = {
  /** Key of the stored row, and name of the lease under which the request runs. */
  key: string;
  fingerprint: string;
  hasClientKey: boolean;
};

/** Stored state of a request before it is processed. */
export type EarlierRequest<Answer> = {
  row: RequestRow<Answer> | null;
  now: number;
  /** Answer for a repeated request. Null: the request has to be processed. */
  answer: Answer | null;
};

/** A request that is being processed. */
export type Attempt = {
  id: number;
  generation: number;
  /** Seed of the provider's idempotency key. */
  seed: string;
};

const getRequestTable = <Answer>({ strapi }: WithStrapi) =>
  getTable<RequestRow<Answer>>({ strapi }, uids.request);

/**
 * Returns the identity of a request. It includes the account, or an order could belong to a
 * stranger. It is stored: other releases on the same database recognise requests by it.
 */
export const identifyRequest = ({
  account,
  operation,
  clientKey,
  body,
  owner,
}: StoredRequest): RequestIdentity => {
  const owned = owner === null ? [] : [{ owner }];
  const fingerprint = computeStableHash([account, operation, body, ...owned]);
  return {
    key:
      clientKey === undefined
        ? `body:${fingerprint}`
        : `key:${computeStableHash([account, clientKey, ...owned])}`,
    fingerprint,
    hasClientKey: clientKey !== undefined,
  };
};

type AnsweredOrder = Pick<
  OrderRow,
  | 'documentId'
  | 'mode'
  | 'sessionStatus'
  | 'paymentStatus'
  | 'paidAt'
  | 'periodEndsAt'
  | 'expiresAt'
>;

const orderOf = (
  { strapi }: WithStrapi,
  { sessionId }: RequestRow<unknown>,
): Promise<AnsweredOrder | null> =>
  getTable<AnsweredOrder>({ strapi }, uids.order).findOne({ where: { sessionId } });

/** Returns whether the customer can still pay on the page of an order. */
const isOpen = ({ sessionStatus, expiresAt }: AnsweredOrder, now: number): boolean =>
  sessionStatus === 'open' && new Date(expiresAt).getTime() > now;

/**
 * Returns whether the checkout is complete. A delayed payment that fails leaves a complete page
 * without a payment.
 */
const isComplete = (order: AnsweredOrder): boolean => {
  const { sessionStatus, paymentStatus, mode, paidAt, periodEndsAt } = order;
  const isUnpaid = mode === 'payment' || (paidAt === null && periodEndsAt === null);
  return sessionStatus === 'complete' && !(paymentStatus === 'failed' && isUnpaid);
};

/** Returns whether the same body without a key counts as a double click. */
const isDoubleClick = async (
  { strapi }: WithStrapi,
  row: RequestRow<unknown>,
  now: number,
): Promise<boolean> => {
  if (now - Number(row.usedMs) > MEMORY.doubleClick) return false;
  const order = await orderOf({ strapi }, row);
  return order !== null && isOpen(order, now);
};

/**
 * Returns whether the stored page of a key is still the answer. Otherwise a new page is created.
 *
 * @throws CHECKOUT_ALREADY_PAID
 */
const isStillAnswer = async (
  { strapi }: WithStrapi,
  row: RequestRow<unknown>,
  now: number,
): Promise<boolean> => {
  const { sessionId } = row;
  if (sessionId === null || (await orderOf({ strapi }, row)) === null) return false;
  // The page may have been paid or have expired a moment ago, before an event arrived.
  await loadCheckoutOutcome({ strapi }, sessionId);
  const order = await orderOf({ strapi }, row);
  if (order !== null && isComplete(order)) {
    throw createHttpError(checkoutErrors.CHECKOUT_ALREADY_PAID, {
      details: { sessionId, order: order.documentId },
    });
  }
  return order !== null && isOpen(order, now);
};

/**
 * Returns the stored answer of a request, if it is still valid.
 *
 * @throws IDEMPOTENCY_KEY_REUSED or CHECKOUT_ALREADY_PAID
 */
export const findEarlier = async <Answer>(
  { strapi }: WithStrapi,
  { key, fingerprint, hasClientKey }: RequestIdentity,
): Promise<EarlierRequest<Answer>> => {
  const now = await readDatabaseTime({ strapi });
  const row = await getRequestTable<Answer>({ strapi }).findOne({ where: { key } });
  if (row === null) return { row, now, answer: null };
  const isKeyRemembered = hasClientKey && now - Number(row.usedMs) < MEMORY.key;
  if (isKeyRemembered && row.fingerprint !== fingerprint) {
    throw createHttpError(checkoutErrors.IDEMPOTENCY_KEY_REUSED);
  }
  const isRepeated =
    row.answer !== null &&
    (hasClientKey
      ? isKeyRemembered && (await isStillAnswer({ strapi }, row, now))
      : await isDoubleClick({ strapi }, row, now));
  return { row, now, answer: isRepeated ? row.answer : null };
};

/** Stores that an attempt begins, before the provider is called. */
export const beginAttempt = async (
  { strapi }: WithStrapi,
  { key, fingerprint }: RequestIdentity,
  { row, now }: EarlierRequest<unknown>,
): Promise<Attempt> => {
  // An unfinished attempt may have succeeded at the provider. Reusing its generation finds the
  // result.
  const generation = row === null ? 1 : row.generation + (row.answer === null ? 0 : 1);
  const data = { key, fingerprint, generation, answer: null, sessionId: null, usedMs: String(now) };
  const requests = getRequestTable({ strapi });
  const { id } =
    row === null
      ? await requests.create({ data })
      : await requests.update({ where: { id: row.id }, data });
  return { id, generation, seed: `${key}:${generation}` };
};

/** Stores the answer. Call it in the transaction that stores the order. */
export const completeAttempt = async (
  { strapi }: WithStrapi,
  { id }: Attempt,
  { answer, sessionId }: { answer: object; sessionId: string },
): Promise<void> => {
  const usedMs = String(await readDatabaseTime({ strapi }));
  await getRequestTable({ strapi }).update({ where: { id }, data: { answer, sessionId, usedMs } });
};

/** Gives the next attempt a new key if the provider would replay its error for a day. */
export const failAttempt = async (
  { strapi }: WithStrapi,
  { id, generation }: Attempt,
  error: unknown,
): Promise<void> => {
  if (!isReplayed(error)) return;
  await getRequestTable({ strapi }).update({ where: { id }, data: { generation: generation + 1 } });
};
