import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { tableOf } from '../../../../../../platform/strapi/queries';
import {
  defineWebhookKind,
  sendGivenUpAgain,
  sendWebhooks,
  takenBy,
  type WebhookEvent,
} from '../../../../../outbound/webhooks';
import { uids } from '../../types';
import { accessOf, isOpenAt } from '../../../access';
import { warnOfFailedPayment } from '../../mails/payment-failed';
import { sendPurchaseEmail } from '../../mails/purchase';
import { publicOrder } from './list';
import { eventsBetween, orderEvents, type OrderEvent, type OrderFacts } from './order-events';
import type { OrderRow } from './order-row';
import { ordersOfOwner } from './ownership';

const PAID = 'order.paid';
const UPDATED = 'order.updated';
const PAYMENT_FAILED = 'subscription.payment_failed';

type AnnouncedOrder = OrderRow & {
  metadata: unknown;
  handover: string | null;
  user: { documentId: string; email: string } | null;
};

const announcedOrders = ({ strapi }: WithStrapi) => tableOf<AnnouncedOrder>({ strapi }, uids.order);

/** As much of a SKU as leaves room for the document id in what the log of deliveries calls an order. */
const LONGEST_SKU = 200;

/** What the log of deliveries calls an order, and by which its messages are found again. */
const subjectOf = ({ productSKU, documentId }: Pick<OrderRow, 'productSKU' | 'documentId'>) =>
  `${productSKU.slice(0, LONGEST_SKU)} ${documentId}`;

/** The document id of a business line. One that is gone is nobody's, not everybody's. */
const lineOf = async ({ strapi }: WithStrapi, slug: string): Promise<string> => {
  const lines = tableOf<{ documentId: string; slug: string }>({ strapi }, 'api::vertical.vertical');
  return (await lines.findOne({ where: { slug }, select: ['documentId'] }))?.documentId ?? slug;
};

/** Returns the customer's other orders that give access to the same product, so that its end in one of them takes nothing. */
const otherOrdersOf = async ({ strapi }: WithStrapi, order: AnnouncedOrder): Promise<string[]> => {
  const owned = await ordersOfOwner({ strapi }, order);
  const others = await announcedOrders({ strapi }).findMany({
    where: {
      id: { $in: owned.filter((id) => id !== order.id) },
      productDocumentId: order.productDocumentId,
      sessionStatus: 'complete',
    },
    orderBy: { id: 'asc' },
  });
  const now = new Date();
  return others.filter((other) => isOpenAt(accessOf(other), now)).map((other) => other.documentId);
};

type MessageContext = { line: string; otherOrders: readonly string[] };

const messageOf = (
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
  subject: subjectOf(order),
  data: {
    sequence: String(order.version),
    order: publicOrder(order),
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
 * Has others told of what has happened to an order, and its customer thanked; in the transaction that writes it down, so that neither is
 * without the other.
 *
 * @param before null: there was no order
 */
export const announceOrder = async (
  { strapi }: WithStrapi,
  id: number,
  before: OrderFacts | null,
): Promise<void> => {
  const orders = announcedOrders({ strapi });
  const order = await orders.findOne({
    where: { id },
    populate: { user: { select: ['documentId', 'email'] } },
  });
  const events = order === null ? [] : eventsBetween(before, order);
  if (order === null || events.length === 0) return;
  if (events.includes(PAID)) await sendPurchaseEmail({ strapi }, order);
  if (events.includes(PAYMENT_FAILED)) await warnOfFailedPayment({ strapi }, order);
  const context = {
    line: await lineOf({ strapi }, order.vertical),
    otherOrders: await otherOrdersOf({ strapi }, order),
  };
  for (const event of events) {
    const messages = await sendWebhooks({ strapi }, [messageOf(event, order, context)]);
    if (event === PAID && messages > 0) {
      await orders.updateMany({ where: { id }, data: { handover: 'waiting' } });
    }
  }
  // Who has chosen other events of orders follows the state all the same.
  const standsFor = { kinds: Object.keys(orderEvents), events };
  await sendWebhooks({ strapi }, [{ ...messageOf(UPDATED, order, context), standsFor }]);
};

const orderIdIn = (payload: unknown): string | undefined =>
  (payload as { data?: { order?: { documentId?: string } } } | null)?.data?.order?.documentId;

/** Notes whether an order has arrived where it was to arrive, by the message that it is paid or a later one. */
const noteHandover = async (
  { strapi }: WithStrapi,
  order: Pick<OrderRow, 'id' | 'productSKU' | 'documentId'>,
): Promise<void> => {
  const about = { event: PAID, later: Object.keys(orderEvents), subject: subjectOf(order) };
  const taken = await takenBy({ strapi }, about);
  if (taken === 'some') return;
  const handover = taken === 'all' ? 'taken' : null;
  await announcedOrders({ strapi }).updateMany({ where: { id: order.id }, data: { handover } });
};

const noteTaken = async (
  { strapi }: WithStrapi,
  event: string,
  payload: unknown,
): Promise<void> => {
  const documentId = orderIdIn(payload);
  const orders = announcedOrders({ strapi });
  const order = documentId === undefined ? null : await orders.findOne({ where: { documentId } });
  if (order === null || (event !== PAID && order.handover !== 'waiting')) return;
  await noteHandover({ strapi }, order);
};

/** Lets webhooks choose to be told of orders; call it in `register`. */
export const defineOrderWebhooks = ({ strapi }: WithStrapi): void => {
  for (const [name, label] of Object.entries(orderEvents)) {
    defineWebhookKind(
      { strapi },
      { name, label, onTaken: (payload) => noteTaken({ strapi }, name, payload) },
    );
  }
};

/** Days for which a message that nobody takes is sent again. */
const DAYS = 30;

const DAY_MS = 86_400_000;

/** Orders that are read at once. */
const BATCH = 500;

/** Reads orders anew that wait to be taken: their receivers may be gone or off. */
const noteHandovers = async ({ strapi }: WithStrapi): Promise<void> => {
  for (let after = 0, isDone = false; !isDone;) {
    const waiting = await announcedOrders({ strapi }).findMany({
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

/** Has the latest message of each order sent again that nobody took, and of which none waits any more. */
export const announceUntakenAgain = async ({ strapi }: WithStrapi): Promise<void> => {
  const since = new Date(Date.now() - DAYS * DAY_MS);
  await sendGivenUpAgain({ strapi }, { events: Object.keys(orderEvents), since });
  await noteHandovers({ strapi });
};
