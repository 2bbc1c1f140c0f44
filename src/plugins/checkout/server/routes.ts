import {
  createCheckoutSession,
  createCheckoutSubscription,
  listOrders,
  receiveCheckoutEvent,
} from '../contract';
import { contentApiRoutes, route } from '../../../http/route';

export default {
  'content-api': contentApiRoutes(
    route(createCheckoutSession, 'session.createPayment'),
    route(createCheckoutSubscription, 'session.createSubscription'),
    route(receiveCheckoutEvent, 'webhook.receive'),
    route(listOrders, 'orders.list'),
  ),
};
