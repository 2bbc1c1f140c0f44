import { studentOf } from '../../../account/server/student';
import { listOrders } from '../../contract';
import { commonFailures } from '../../../../http/common-errors';
import { failure } from '../../../../http/errors';
import { answer } from '../../../../http/handler';
import { listOrdersOf } from '../services/orders/list';
import type { WithStrapi } from '../types';

export default ({ strapi }: WithStrapi) => ({
  list: answer(listOrders, async ({ query }, ctx) => {
    const student = await studentOf({ strapi }, ctx);
    if (student === null) throw failure(commonFailures.UNAUTHENTICATED);
    return listOrdersOf({ strapi }, { student, ...query });
  }),
});
