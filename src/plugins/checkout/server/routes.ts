import {
  createCheckoutSession,
  createCheckoutSubscription,
  listOrders,
  receiveCheckoutEvent,
} from '../contract';
import { route } from '../../../http/route';

export default {
  'content-api': {
    type: 'content-api' as const,
    // The contract's paths are whole; a plugin's would begin with its name.
    prefix: '',
    routes: [
      route(createCheckoutSession, 'session.createPayment'),
      route(createCheckoutSubscription, 'session.createSubscription'),
      route(receiveCheckoutEvent, 'webhook.receive'),
      route(listOrders, 'orders.list'),
    ],
  },
};
