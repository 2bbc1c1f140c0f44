import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { compareSince } from '../../../../prices';
import { tableOf } from '../../../../../../platform/strapi/queries';
import { syncOrder } from '../orders/sync';
import { createDeadline, paymentAccountNamed } from '../provider/client';
import { isMissing } from '../provider/errors';
import { uids } from '../../types';
import { type EventTarget, usableTarget, versionIn } from './event-target';
import { findOrder } from './find-order';
import { recoverOrder } from './recover-order';

type EventRow = {
  id: number;
  origin: string;
  eventId: string;
  type: string;
  /** Its target and API version; the column keeps the name that earlier releases know. */
  subject: unknown;
  /** By the database's clock; bigints come as text. */
  receivedMs: string;
  outcome: 'received' | 'applied' | 'ignored';
};

const findTarget = async (
  { strapi }: WithStrapi,
  { origin }: EventRow,
  target: EventTarget,
): Promise<{ orderId: number; intent: string | undefined } | null> => {
  const account = paymentAccountNamed({ strapi }, origin);
  if (account === undefined) throw new Error(`No payment account ${origin} is configured`);
  const deadline = createDeadline({ strapi });
  try {
    const found = await findOrder({ strapi }, account, target, deadline);
    if (found === null) return null;
    const intent = found.intent ?? target.paymentIntentId;
    if ('orderId' in found) return { orderId: found.orderId, intent };
    const orderId = await recoverOrder({ strapi }, account, found.sessionId, deadline);
    return orderId === null ? null : { orderId, intent };
  } catch (error) {
    // Made and deleted at the provider: there is nothing left to say about it.
    if (isMissing(error)) return null;
    throw error;
  }
};

/** @returns whether it was about anything here */
const actOn = async ({ strapi }: WithStrapi, event: EventRow): Promise<boolean> => {
  const made = `${event.type}, API version ${versionIn(event.subject)}`;
  const target = usableTarget(event.subject);
  if (target === null) {
    // Now or later, there is nothing to ask the provider about.
    strapi.log.warn(
      `checkout: event ${event.eventId} of ${event.origin} refers to no object: ${made}; ignored`,
    );
    return false;
  }
  const since = Number(event.receivedMs);
  const { productId } = target;
  if (productId !== undefined) {
    // Read anew like orders: what comes late or twice cannot undo anything.
    await compareSince({ strapi }, { payID: productId, account: event.origin, since });
    return true;
  }
  const found = await findTarget({ strapi }, event, target);
  if (found === null) {
    strapi.log.warn(
      `checkout: event ${event.eventId} of ${event.origin} refers to nothing that is sold here: ${made}; ignored`,
    );
    return false;
  }
  await syncOrder({ strapi }, found.orderId, since, found.intent);
  return true;
};

/** Acts on a stored event, however often it is asked to. */
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
