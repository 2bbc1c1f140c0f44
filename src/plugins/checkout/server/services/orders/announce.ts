import type { WithStrapi } from '../../../../../platform/with-strapi';
import { tableOf } from '../../../../../strapi/queries';
import {
  defineWebhookKind,
  isTakenByAll,
  sendGivenUpAgain,
  sendWebhooks,
  type WebhookEvent,
} from '../../../../webhooks';
import { uids } from '../../types';
import { accessOf, isOpenAt } from '../../../access';
import { warnOfFailedPayment } from '../../mails/payment-failed';
import { thankForPurchase } from '../../mails/purchase';
import { publicOrder } from './list';
import { eventsBetween, orderEvents, type OrderEvent, type OrderFacts } from './order-events';
import type { OrderRow } from './order-row';
import { ordersOfOwner } from './ownership';

const PAID = 'order.paid';
const PAYMENT_FAILED = 'subscription.payment_failed';

type AnnouncedOrder = OrderRow & {
  metadata: unknown;
  user: { documentId: string; email: string } | null;
};

const announcedOrders = ({ strapi }: WithStrapi) => tableOf<AnnouncedOrder>({ strapi }, uids.order);

/** What the log of deliveries calls an order, and by which its messages are found again. */
const subjectOf = ({ productSKU, documentId }: Pick<OrderRow, 'productSKU' | 'documentId'>) =>
  `${productSKU} ${documentId}`;

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
  if (events.includes(PAID)) await thankForPurchase({ strapi }, order);
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
};

const orderIdIn = (payload: unknown): string | undefined =>
  (payload as { data?: { order?: { documentId?: string } } } | null)?.data?.order?.documentId;

/** Notes that an order has arrived where it was to arrive. */
const noteTaken = async ({ strapi }: WithStrapi, payload: unknown): Promise<void> => {
  const documentId = orderIdIn(payload);
  const orders = announcedOrders({ strapi });
  const order = documentId === undefined ? null : await orders.findOne({ where: { documentId } });
  if (order === null) return;
  if (!(await isTakenByAll({ strapi }, { event: PAID, subject: subjectOf(order) }))) return;
  await orders.updateMany({ where: { id: order.id }, data: { handover: 'taken' } });
};

/** Lets webhooks choose to be told of orders; call it in `register`. */
export const defineOrderWebhooks = ({ strapi }: WithStrapi): void => {
  for (const [name, label] of Object.entries(orderEvents)) {
    defineWebhookKind(
      { strapi },
      {
        name,
        label,
        ...(name === PAID && { onTaken: (payload) => noteTaken({ strapi }, payload) }),
      },
    );
  }
};

/** Days for which an order that nobody takes is sent again. */
const DAYS = 30;

const DAY_MS = 86_400_000;

/** Orders of which one run sends the messages again; the next goes on with those that are left. */
const BATCH = 500;

/** Has paid orders that nobody took, and of which no message waits any more, sent again. */
export const announceUntakenAgain = async ({ strapi }: WithStrapi): Promise<void> => {
  const untaken = await announcedOrders({ strapi }).findMany({
    where: { handover: 'waiting', createdAt: { $gt: new Date(Date.now() - DAYS * DAY_MS) } },
    select: ['documentId', 'productSKU'],
    orderBy: { id: 'asc' },
    limit: BATCH,
  });
  for (const order of untaken) {
    await sendGivenUpAgain({ strapi }, { event: PAID, subject: subjectOf(order) });
  }
};
