import { errors } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { uids } from '../../types';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { defineErrors } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { getTable } from '#platform/strapi/queries';
import { extendUsersAndPermissions } from '#platform/strapi/users-permissions';
import { hasProvenAddress } from '#catalogue/proven-address';
import { ENDED_STATUSES, isPaidUp, isResumedBeforeEnd } from '#plugins/commerce/checkout/access';
import { getPaymentAccounts } from '../provider/client';
import type { OrderRow } from './order-row';
import { loadVisibleOrderIds } from './ownership';

const USER = 'plugin::users-permissions.user';

const deletionErrors = defineErrors({
  STUDENT_SUBSCRIBED: {
    status: 409,
    message: {
      en: 'This student has a subscription that charges again. Cancel it at the payment provider first.',
      es: 'Este alumno tiene una suscripción que se sigue cobrando. Cancélala antes en la pasarela de pago.',
    },
  },
});

type StoredUser = {
  id: number;
  email: string;
  confirmed: boolean | null;
  confirmedAt: string | null;
};

/** Returns whether the provider keeps charging for an order, also until a later end. */
const isStillCharged = (order: OrderRow): boolean =>
  !ENDED_STATUSES.includes(order.subscriptionStatus ?? '') &&
  (order.endsAt === null ||
    order.renewsAt !== null ||
    isResumedBeforeEnd(order.resumesAt, order.endsAt)) &&
  !isPaidUp(order);

/**
 * Refuses to delete a student whom the provider keeps charging. Without an account they could
 * neither use nor cancel the subscription. Those of payment accounts that are no longer configured
 * cannot be followed, and do not count.
 *
 * @throws STUDENT_SUBSCRIBED
 */
const refuseSubscriber = async ({ strapi }: WithStrapi, where: object): Promise<void> => {
  const user = await getTable<StoredUser>({ strapi }, USER).findOne({
    where,
    select: ['id', 'email', 'confirmed', 'confirmedAt'],
  });
  if (user === null) return;
  const student = { ...user, documentId: '', hasProvenAddress: hasProvenAddress(user) };
  const subscriptions = await getTable<OrderRow>({ strapi }, uids.order).findMany({
    where: {
      id: { $in: await loadVisibleOrderIds({ strapi }, student) },
      subscriptionStatus: { $notNull: true },
      origin: { $in: [...getPaymentAccounts({ strapi }).keys()] },
    },
    orderBy: { id: 'asc' },
  });
  const orders = subscriptions.filter(isStillCharged).map(({ documentId }) => documentId);
  if (orders.length === 0) return;
  throw createLocalizedError({ strapi }, deletionErrors.STUDENT_SUBSCRIBED, {
    details: { orders },
  });
};

type UserService = { remove: (where: object) => Promise<unknown> };

/**
 * Refuses to delete students with a running subscription through the API of Users & Permissions.
 * Call it in `register`.
 */
export const keepSubscribers = ({ strapi }: WithStrapi): void => {
  extendUsersAndPermissions<UserService>({ strapi }, 'user', (stock) => ({
    ...stock,
    remove: async (where) => {
      await refuseSubscriber({ strapi }, where);
      return stock.remove(where);
    },
  }));
};

const READ_ACTIONS = ['findOne', 'findMany', 'findFirst', 'count'];

/**
 * Refuses writes of orders through the Document Service, which the panel uses: the checkout writes
 * database rows. It also refuses to delete students whose subscription charges again.
 */
export const guardOrders = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async (context, next) => {
    const { uid, action } = context;
    if (uid === uids.order && !READ_ACTIONS.includes(action)) {
      throw new errors.ForbiddenError('Orders are written by the checkout, not by hand.', {
        code: 'ORDERS_ARE_READ_ONLY',
      });
    }
    const { documentId } = context.params as { documentId?: string };
    if (uid === USER && action === 'delete' && documentId !== undefined) {
      await refuseSubscriber({ strapi }, { documentId });
    }
    return next();
  };
};
