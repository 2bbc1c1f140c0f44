import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { checkoutErrors } from '../../../contract';
import { httpError } from '../../../../../../platform/http/errors';
import { databaseNow, tableOf } from '../../../../../../platform/strapi/queries';
import { isReplayed } from '../provider/errors';
import { stableHash } from '../coordination';
import type { OrderRow } from '../orders/order-row';
import { outcomeOf } from '../orders/outcome';
import { uids } from '../../types';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** How long a key is remembered, and how long the same body without one is taken for a double click. */
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

type AskedRequest = {
  account: string;
  /** What is asked for; with the body it tells one request from another. */
  operation: string;
  /** The caller's `Idempotency-Key`, if one was sent. */
  clientKey: string | undefined;
  body: unknown;
  /** The account that is signed in; the same from another one, or from nobody, is another request. */
  owner: number | null;
};

/** A request as its repetitions are recognised. */
export type RequestIdentity = {
  /** Of the row that remembers it, and of the lease under which it is answered. */
  key: string;
  fingerprint: string;
  hasClientKey: boolean;
};

/** What is known of a request before it is answered. */
export type EarlierRequest<Answer> = {
  row: RequestRow<Answer> | null;
  now: number;
  /** What a repetition is answered; null: it has to be done. */
  answer: Answer | null;
};

/** A request whose work has begun. */
export type Attempt = {
  id: number;
  generation: number;
  /** What the provider's own key is derived from. */
  seed: string;
};

const requestsOf = <Answer>({ strapi }: WithStrapi) =>
  tableOf<RequestRow<Answer>>({ strapi }, uids.request);

/**
 * What tells a request from others. Whoever else sends the same gets something of their own, or an order
 * would belong to a stranger. Stored: other releases on the same database recognise requests by it.
 */
export const identifyRequest = ({
  account,
  operation,
  clientKey,
  body,
  owner,
}: AskedRequest): RequestIdentity => {
  const owned = owner === null ? [] : [{ owner }];
  const fingerprint = stableHash([account, operation, body, ...owned]);
  return {
    key:
      clientKey === undefined
        ? `body:${fingerprint}`
        : `key:${stableHash([account, clientKey, ...owned])}`,
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
  tableOf<AnsweredOrder>({ strapi }, uids.order).findOne({ where: { sessionId } });

/** Whether the customer may still pay on the page of an order. */
const isOpen = ({ sessionStatus, expiresAt }: AnsweredOrder, now: number): boolean =>
  sessionStatus === 'open' && new Date(expiresAt).getTime() > now;

/** A payment that takes its time and fails in the end leaves a complete page and nothing paid. */
const isComplete = (order: AnsweredOrder): boolean => {
  const { sessionStatus, paymentStatus, mode, paidAt, periodEndsAt } = order;
  const isUnpaid = mode === 'payment' || (paidAt === null && periodEndsAt === null);
  return sessionStatus === 'complete' && !(paymentStatus === 'failed' && isUnpaid);
};

/** Whether the same body, without a key, still means the same click. */
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
 * Whether the page that a key was answered is still the answer; otherwise a new one is.
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
  // Paid or expired a moment ago, which no event has told yet.
  await outcomeOf({ strapi }, sessionId);
  const order = await orderOf({ strapi }, row);
  if (order !== null && isComplete(order)) {
    throw httpError(checkoutErrors.CHECKOUT_ALREADY_PAID, {
      details: { sessionId, order: order.documentId },
    });
  }
  return order !== null && isOpen(order, now);
};

/**
 * Looks up what a request was answered before, where that is still the answer.
 *
 * @throws IDEMPOTENCY_KEY_REUSED or CHECKOUT_ALREADY_PAID
 */
export const findEarlier = async <Answer>(
  { strapi }: WithStrapi,
  { key, fingerprint, hasClientKey }: RequestIdentity,
): Promise<EarlierRequest<Answer>> => {
  const now = await databaseNow({ strapi });
  const row = await requestsOf<Answer>({ strapi }).findOne({ where: { key } });
  if (row === null) return { row, now, answer: null };
  const isKeyRemembered = hasClientKey && now - Number(row.usedMs) < MEMORY.key;
  if (isKeyRemembered && row.fingerprint !== fingerprint) {
    throw httpError(checkoutErrors.IDEMPOTENCY_KEY_REUSED);
  }
  const isRepeated =
    row.answer !== null &&
    (hasClientKey
      ? isKeyRemembered && (await isStillAnswer({ strapi }, row, now))
      : await isDoubleClick({ strapi }, row, now));
  return { row, now, answer: isRepeated ? row.answer : null };
};

/** Remembers that the work begins, before the provider hears of it. */
export const beginAttempt = async (
  { strapi }: WithStrapi,
  { key, fingerprint }: RequestIdentity,
  { row, now }: EarlierRequest<unknown>,
): Promise<Attempt> => {
  // An attempt that never ended may have succeeded at the provider: the same generation finds it again.
  const generation = row === null ? 1 : row.generation + (row.answer === null ? 0 : 1);
  const data = { key, fingerprint, generation, answer: null, sessionId: null, usedMs: String(now) };
  const requests = requestsOf({ strapi });
  const { id } =
    row === null
      ? await requests.create({ data })
      : await requests.update({ where: { id: row.id }, data });
  return { id, generation, seed: `${key}:${generation}` };
};

/** Remembers the answer, in the transaction that stores what was made. */
export const completeAttempt = async (
  { strapi }: WithStrapi,
  { id }: Attempt,
  { answer, sessionId }: { answer: object; sessionId: string },
): Promise<void> => {
  const usedMs = String(await databaseNow({ strapi }));
  await requestsOf({ strapi }).update({ where: { id }, data: { answer, sessionId, usedMs } });
};

/** Lets the next attempt be another one for the provider, where it would only repeat its refusal for a day. */
export const failAttempt = async (
  { strapi }: WithStrapi,
  { id, generation }: Attempt,
  error: unknown,
): Promise<void> => {
  if (!isReplayed(error)) return;
  await requestsOf({ strapi }).update({ where: { id }, data: { generation: generation + 1 } });
};
