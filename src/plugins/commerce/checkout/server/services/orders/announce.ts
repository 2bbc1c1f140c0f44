import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import {
  defineWebhookKind,
  sendGivenUpAgain,
  sendWebhooks,
  loadAcceptance,
  type WebhookEvent,
} from '#plugins/outbound/webhooks';
import { uids } from '../../types';
import { computeAccess, isOpenAt } from '#plugins/commerce/checkout/access';
import { sendOrderMail } from '../../mails/order-mail';
import { toPublicOrder } from './list';
import { detectOrderEvents, orderEvents, type OrderEvent, type OrderFacts } from './order-events';
import { findLineOf } from '../../order-line';
import type { OrderRow } from './order-row';
import { loadOwnerOrderIds } from './ownership';

const PAID = 'order.paid';
const PAYMENT_FAILED = 'subscription.payment_failed';

type AnnouncedOrder = OrderRow & {
  metadata: unknown;
  handover: string | null;
  user: { documentId: string; email: string } | null;
};

const WITH_STUDENT = { user: { select: ['documentId', 'email'] } };

const getOrderTable = ({ strapi }: WithStrapi) => getTable<AnnouncedOrder>({ strapi }, uids.order);

/** Maximum length of the SKU in a delivery's subject, so that the document id fits in. */
const LONGEST_SKU = 200;

/**
 * Returns the subject of an order's messages in the delivery log. Messages are found again by it.
 */
const buildSubject = ({ productSKU, documentId }: Pick<OrderRow, 'productSKU' | 'documentId'>) =>
  `${productSKU.slice(0, LONGEST_SKU)} ${documentId}`;

/**
 * Returns the document id of an order's business line. Returns the slug of an earlier release's
 * order if its line is gone. Endpoints of other lines must not receive its orders.
 */
const resolveLineId = async (
  { strapi }: WithStrapi,
  order: Parameters<typeof findLineOf>[1],
): Promise<string> =>
  order.verticalDocumentId ?? (await findLineOf({ strapi }, order))?.documentId ?? order.vertical;

/**
 * Returns the customer's other orders that give access to the same product. A receiver keeps the
 * access while one of them remains.
 */
const loadOtherOrders = async (
  { strapi }: WithStrapi,
  order: AnnouncedOrder,
): Promise<string[]> => {
  const owned = await loadOwnerOrderIds({ strapi }, order);
  const others = await getOrderTable({ strapi }).findMany({
    where: {
      id: { $in: owned.filter((id) => id !== order.id) },
      productDocumentId: order.productDocumentId,
      sessionStatus: 'complete',
    },
    orderBy: { id: 'asc' },
  });
  const now = new Date();
  return others
    .filter((other) => isOpenAt(computeAccess(other), now))
    .map((other) => other.documentId);
};

type MessageContext = { line: string; otherOrders: readonly string[] };

const createWebhookEvent = (
  event: OrderEvent,
  order: AnnouncedOrder,
  { line, otherOrders }: MessageContext,
): WebhookEvent => ({
  event,
  type: null,
  lines: [line],
  language: null,
  isPersonal: true,
  happenedAt: new Date(),
  subject: buildSubject(order),
  data: {
    sequence: String(order.version),
    order: toPublicOrder(order),
    account: order.origin,
    customer: {
      email: order.customerEmail,
      student: order.user && { documentId: order.user.documentId, email: order.user.email },
    },
    otherOrders,
    metadata: order.metadata ?? {},
  },
});

/**
 * Sends the messages and e-mails about a change of an order. Call it in the transaction that writes
 * the change, so that both commit or neither.
 *
 * @param before null: the order is new
 */
export const announceOrder = async (
  { strapi }: WithStrapi,
  id: number,
  before: OrderFacts | null,
): Promise<void> => {
  const orders = getOrderTable({ strapi });
  const order = await orders.findOne({
    where: { id },
    populate: WITH_STUDENT,
  });
  const events = order === null ? [] : detectOrderEvents(before, order);
  if (order === null || events.length === 0) return;
  if (events.includes(PAID)) await sendOrderMail({ strapi }, 'purchase', order);
  if (events.includes(PAYMENT_FAILED)) await sendOrderMail({ strapi }, 'payment-failed', order);
  const context = {
    line: await resolveLineId({ strapi }, order),
    otherOrders: await loadOtherOrders({ strapi }, order),
  };
  for (const event of events) {
    const messages = await sendWebhooks({ strapi }, [createWebhookEvent(event, order, context)]);
    if (event === PAID && messages > 0) {
      await orders.updateMany({ where: { id }, data: { handover: 'waiting' } });
    }
  }
};

const orderIdIn = (payload: unknown): string | undefined =>
  (payload as { data?: { order?: { documentId?: string } } } | null)?.data?.order?.documentId;

/**
 * Stores whether receivers have accepted an order. A message later than `order.paid` counts too,
 * because it holds the whole order.
 */
const noteHandover = async (
  { strapi }: WithStrapi,
  order: Pick<OrderRow, 'id' | 'productSKU' | 'documentId'>,
): Promise<void> => {
  const announcement = {
    event: PAID,
    later: Object.keys(orderEvents),
    subject: buildSubject(order),
  };
  const acceptance = await loadAcceptance({ strapi }, announcement);
  if (acceptance === 'some') return;
  const handover = acceptance === 'all' ? 'taken' : null;
  await getOrderTable({ strapi }).updateMany({ where: { id: order.id }, data: { handover } });
};

const noteTaken = async (
  { strapi }: WithStrapi,
  event: string,
  payload: unknown,
): Promise<void> => {
  const documentId = orderIdIn(payload);
  const orders = getOrderTable({ strapi });
  const order = documentId === undefined ? null : await orders.findOne({ where: { documentId } });
  if (order === null || (event !== PAID && order.handover !== 'waiting')) return;
  await noteHandover({ strapi }, order);
};

type OrderPayload = { data: object };

/**
 * Returns a message with the other orders of its customer at this moment. A late message would
 * otherwise take the access that another purchase has given since.
 */
const refreshMessage = async ({ strapi }: WithStrapi, payload: unknown): Promise<unknown> => {
  const documentId = orderIdIn(payload);
  if (documentId === undefined) return payload;
  const order = await getOrderTable({ strapi }).findOne({
    where: { documentId },
    populate: WITH_STUDENT,
  });
  if (order === null) return payload;
  const message = payload as OrderPayload;
  const otherOrders = await loadOtherOrders({ strapi }, order);
  return { ...message, data: { ...message.data, otherOrders } };
};

/** Defines the webhook events of orders. Call it in `register`. */
export const defineOrderWebhooks = ({ strapi }: WithStrapi): void => {
  for (const [name, label] of Object.entries(orderEvents)) {
    defineWebhookKind(
      { strapi },
      {
        name,
        label,
        onTaken: (payload) => noteTaken({ strapi }, name, payload),
        refresh: (payload) => refreshMessage({ strapi }, payload),
      },
    );
  }
};

/** Days for which rejected messages are sent again. */
const DAYS = 30;

const DAY_MS = 86_400_000;

/** Number of orders read at once. */
const BATCH = 500;

/**
 * Updates the orders that wait to be accepted: their endpoints may have been deleted or switched
 * off.
 */
const noteHandovers = async ({ strapi }: WithStrapi): Promise<void> => {
  for (let after = 0, isDone = false; !isDone;) {
    const waiting = await getOrderTable({ strapi }).findMany({
      where: { handover: 'waiting', id: { $gt: after } },
      select: ['id', 'documentId', 'productSKU'],
      orderBy: { id: 'asc' },
      limit: BATCH,
    });
    for (const order of waiting) await noteHandover({ strapi }, order);
    after = waiting.at(-1)?.id ?? after;
    isDone = waiting.length < BATCH;
  }
};

/**
 * Sends the latest message of each order again if every attempt failed, and updates the orders that
 * wait.
 */
export const announceUntakenAgain = async ({ strapi }: WithStrapi): Promise<void> => {
  const since = new Date(Date.now() - DAYS * DAY_MS);
  await sendGivenUpAgain({ strapi }, { events: Object.keys(orderEvents), since });
  await noteHandovers({ strapi });
};
