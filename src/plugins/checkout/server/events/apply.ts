import { syncOrder } from '../orders/sync';
import { accountNamed, settingsOf } from '../provider/accounts';
import { createBudget } from '../provider/budget';
import { isMissing } from '../provider/failures';
import { uids, type EventRow, type WithStrapi } from '../types';
import { adoptSession } from './adopt';
import { locate } from './locate';

const orderOf = async ({ strapi }: WithStrapi, event: EventRow): Promise<number | null> => {
  const account = accountNamed({ strapi }, event.origin);
  if (account === undefined) throw new Error(`No payment account ${event.origin} is configured`);
  const budget = createBudget(settingsOf({ strapi }).timeoutMs);
  try {
    const found = await locate({ strapi }, account, event.subject, budget);
    if (found === null) return null;
    if ('orderId' in found) return found.orderId;
    return await adoptSession({ strapi }, account, found.sessionId, budget);
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
