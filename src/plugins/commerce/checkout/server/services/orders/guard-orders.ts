import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { errors } from '@strapi/utils';
import { uids } from '../../types';
import type { DocumentMiddleware } from '../../../../../../platform/documents/pipeline';
import { refuseSubscriber, USER } from './keep-subscribers';

const READING = ['findOne', 'findMany', 'findFirst', 'count'];

/**
 * Refuses writes of orders through the Document Service, which the panel uses: the checkout writes
 * database rows. It also refuses to delete students whose subscription charges again.
 */
export const guardOrders = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async (context, next) => {
    const { uid, action } = context;
    if (uid === uids.order && !READING.includes(action)) {
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
