import Stripe from 'stripe';
import { outgoingRequestId } from '../../../../../http/request-id';

/** The client's own way of asking, which says besides for which request it asks. */
export const createProviderHttp = (): Stripe.HttpClient => {
  const client = Stripe.createNodeHttpClient();
  const ask = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    ask(host, port, path, method, { ...headers, ...outgoingRequestId() }, ...rest);
  return client;
};
