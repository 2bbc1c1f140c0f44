import contentTypes from './content-types';
import controllers from './controllers';
import { registerCheckoutJobs } from './jobs';
import { makeReadOnly } from '../../../strapi/read-only-type';
import { indexCustomers } from './services/orders/ownership';
import { refuseOrderDocuments } from './services/orders/refuse-documents';
import routes from './routes';
import { uids, type WithStrapi } from './types';

export default {
  contentTypes,
  controllers,
  routes,

  register({ strapi }: WithStrapi): void {
    refuseOrderDocuments({ strapi });
    registerCheckoutJobs({ strapi });
  },

  async bootstrap({ strapi }: WithStrapi): Promise<void> {
    makeReadOnly({ strapi }, uids.order);
    await indexCustomers({ strapi });
  },
};
