import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { refreshProductIfOlder } from '../../../../prices';
import { tableOf } from '../../../../../../platform/strapi/queries';
import { syncOrder } from '../orders/sync';
import { createDeadline, paymentAccountNamed } from '../provider/client';
import { isMissing } from '../provider/errors';
import { uids } from '../../types';
import { type EventTarget, findEventTarget, versionIn } from './event-target';
import { findOrder } from './find-order';

type EventRow = {
  id: number;
  origin: string;
  eventId: string;
  type: string;
  /** The event's target and API version. The column keeps its name for earlier releases. */
  subject: unknown;
  /** Milliseconds by the database's clock. The driver returns bigints as text. */
  receivedMs: string;
  outcome: 'received' | 'applied' | 'ignored';
};

const findTarget = async (
  { strapi }: WithStrapi,
  { origin }: EventRow,
  target: EventTarget,
): ReturnType<typeof findOrder> => {
  const account = paymentAccountNamed({ strapi }, origin);
  if (account === undefined) throw new Error(`No payment account ${origin} is configured`);
  try {
    return await findOrder({ strapi }, account, target, createDeadline({ strapi }));
  } catch (error) {
    // Created and deleted at the provider since: there is nothing left to read.
    if (isMissing(error)) return null;
    throw error;
  }
};

/** @returns whether the event concerns an order or a product of this service */
const actOn = async ({ strapi }: WithStrapi, event: EventRow): Promise<boolean> => {
  const made = `${event.type}, API version ${versionIn(event.subject)}`;
  const target = findEventTarget(event.subject);
  if (target === null) {
    // Retrying cannot help: the event names no object to read.
    strapi.log.warn(
      `checkout: event ${event.eventId} of ${event.origin} refers to no object: ${made}; ignored`,
    );
    return false;
  }
  const since = Number(event.receivedMs);
  const { productId } = target;
  if (productId !== undefined) {
    // Prices are read from the provider, as orders are, so late and duplicate events do no harm.
    await refreshProductIfOlder({ strapi }, { payID: productId, account: event.origin, since });
    return true;
  }
  const found = await findTarget({ strapi }, event, target);
  if (found === null) {
    strapi.log.warn(
      `checkout: event ${event.eventId} of ${event.origin} refers to no order or product of this service: ${made}; ignored`,
    );
    return false;
  }
  await syncOrder({ strapi }, found.orderId, since, found.intent);
  return true;
};

/** Applies a stored event. Repeated calls have no effect. */
export const applyEvent = async ({ strapi }: WithStrapi, eventId: number): Promise<void> => {
  const events = tableOf<EventRow>({ strapi }, uids.event);
  const event = await events.findOne({ where: { id: eventId } });
  if (event?.outcome !== 'received') return;
  const isOurs = await actOn({ strapi }, event);
  await events.update({
    where: { id: event.id },
    data: { outcome: isOurs ? 'applied' : 'ignored' },
  });
};
