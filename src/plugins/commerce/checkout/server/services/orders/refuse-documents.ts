import { errors } from '@strapi/utils';
import { uids } from '../../types';
import type { DocumentMiddleware } from '../../../../../../platform/documents/pipeline';

const READING = ['findOne', 'findMany', 'findFirst', 'count'];

/**
 * Refuses writes of orders through the Document Service, which the panel uses. The checkout writes
 * database rows.
 */
export const refuseOrderWrites = (): DocumentMiddleware => {
  return (context, next) => {
    if (context.uid === uids.order && !READING.includes(context.action)) {
      throw new errors.ForbiddenError('Orders are written by the checkout, not by hand.', {
        code: 'ORDERS_ARE_READ_ONLY',
      });
    }
    return next();
  };
};
