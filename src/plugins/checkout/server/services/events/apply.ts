import { syncOrder } from '../orders/sync';
import { paymentAccountNamed, settingsOf } from '../provider/payment-accounts';
import { createDeadline } from '../provider/deadline';
import { isMissing } from '../provider/errors';
import { uids, type EventRow, type WithStrapi } from '../../types';
import { recoverOrder } from './recover-order';
import { findOrder } from './find-order';

const orderOf = async ({ strapi }: WithStrapi, event: EventRow): Promise<number | null> => {
  const account = paymentAccountNamed({ strapi }, event.origin);
  if (account === undefined) throw new Error(`No payment account ${event.origin} is configured`);
  const deadline = createDeadline(settingsOf({ strapi }).timeoutMs);
  try {
    const found = await findOrder({ strapi }, account, event.subject, deadline);
    if (found === null) return null;
    if ('orderId' in found) return found.orderId;
    return await recoverOrder({ strapi }, account, found.sessionId, deadline);
  } catch (error) {
    // Made and deleted at the provider: there is nothing left to say about it.
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Acts on a stored event, however often it is asked to. */
export const applyEvent = async ({ strapi }: WithStrapi, eventId: number): Promise<void> => {
  const events = strapi.db.query(uids.event);
  const event = (await events.findOne({ where: { id: eventId } })) as EventRow | null;
  if (event?.outcome !== 'received') return;
  const orderId = await orderOf({ strapi }, event);
  if (orderId !== null) await syncOrder({ strapi }, orderId, Number(event.receivedMs));
  await events.update({
    where: { id: event.id },
    data: { outcome: orderId === null ? 'ignored' : 'applied' },
  });
};
