import { createHandler } from '../../../../http/handler';
import { listOrders } from '../../contract';
import { listOrdersOf } from '../services/orders/list';
import type { WithStrapi } from '../types';

export default ({ strapi }: WithStrapi) => {
  const handle = createHandler({ strapi });

  return {
    list: handle(listOrders, ({ query, caller }) =>
      listOrdersOf({ strapi }, { student: caller, ...query }),
    ),
  };
};
