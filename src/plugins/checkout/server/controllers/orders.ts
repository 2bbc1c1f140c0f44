import { studentOf } from '../../../../access/student';
import { listOrders } from '../../../../contracts/checkout';
import { commonFailures } from '../../../../contracts/failures';
import { failure } from '../../../../contracts/kit/errors';
import { answer } from '../../../../delivery/answer';
import { ordersOf } from '../orders/read';
import type { WithStrapi } from '../types';

export default ({ strapi }: WithStrapi) => ({
  list: answer(listOrders, async ({ query }, ctx) => {
    const student = await studentOf({ strapi }, ctx);
    if (student === null) throw failure(commonFailures.UNAUTHENTICATED);
    return ordersOf({ strapi }, { student, ...query });
  }),
});
