import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { httpError } from '../../../../../../platform/http/errors';
import { databaseNow, tableOf } from '../../../../../../platform/strapi/queries';
import type { CheckoutOutcome } from '../../../orders-contract';
import { outcomeErrors } from '../../../errors';
import { uids } from '../../types';
import { describeProviderError } from '../provider/errors';
import { publicOrder } from './list';
import type { OrderRow } from './order-row';
import { syncOrder } from './sync';

/** How long an answer is reused, in milliseconds. */
const FRESH_MS = 2_000;

/**
 * Returns whether the outcome is final. On an open page the customer can still pay with another
 * card.
 */
const isSettled = ({ sessionStatus, state }: OrderRow): boolean =>
  sessionStatus !== 'open' && state !== 'complete';

const createOutcomes = ({ strapi }: WithStrapi) => {
  const orders = tableOf<OrderRow>({ strapi }, uids.order);
  const underway = new Map<number, Promise<void>>();

  /**
   * Reads an order at the provider, once for concurrent callers. Errors are logged, and the stored
   * state stays.
   */
  const refresh = (order: OrderRow): Promise<void> => {
    const known = underway.get(order.id);
    if (known !== undefined) return known;
    const looking = databaseNow({ strapi })
      .then((now) => syncOrder({ strapi }, order.id, now - FRESH_MS))
      .catch((error: unknown) => {
        strapi.log.warn(
          `checkout: the state of order ${order.documentId} could not be read: ${describeProviderError(error)}`,
        );
      })
      .finally(() => underway.delete(order.id));
    underway.set(order.id, looking);
    return looking;
  };

  return {
    async of(sessionId: string): Promise<CheckoutOutcome> {
      const find = () => orders.findOne({ where: { sessionId } });
      const order = await find();
      if (order === null) throw httpError(outcomeErrors.SESSION_NOT_FOUND);
      if (isSettled(order)) return publicOrder(order);
      await refresh(order);
      return publicOrder((await find()) ?? order);
    },
  };
};

const NAME = 'checkout-outcomes';

/**
 * Returns the outcome of a checkout session for anyone who has its id.
 *
 * @throws NotFoundError `SESSION_NOT_FOUND`
 */
export const outcomeOf = ({ strapi }: WithStrapi, sessionId: string): Promise<CheckoutOutcome> => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createOutcomes({ strapi }));
  const outcomes: ReturnType<typeof createOutcomes> = strapi.get(NAME);
  return outcomes.of(sessionId);
};
