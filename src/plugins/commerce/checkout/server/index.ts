import type { WithStrapi } from '../../../../platform/with-strapi';
import contentTypes from './content-types';
import controllers from './controllers';
import { registerCheckoutJobs } from './jobs';
import { definePaymentProvider } from '../../prices';
import { definePaymentFailedMail } from './mails/payment-failed';
import { definePurchaseMail } from './mails/purchase';
import { makeReadOnly } from '../../../../platform/strapi/admin-roles';
import { defineOrderWebhooks } from './services/orders/announce';
import { keepSubscribers } from './services/orders/keep-subscribers';
import { paymentProvider } from './services/provider/all-prices';
import routes from './routes';
import { uids } from './types';

export default {
  contentTypes,
  controllers,
  routes,

  register({ strapi }: WithStrapi): void {
    defineOrderWebhooks({ strapi });
    definePurchaseMail({ strapi });
    definePaymentFailedMail({ strapi });
    keepSubscribers({ strapi });
    registerCheckoutJobs({ strapi });
    definePaymentProvider({ strapi }, paymentProvider({ strapi }));
  },

  bootstrap({ strapi }: WithStrapi): void {
    makeReadOnly({ strapi }, uids.order);
  },
};
