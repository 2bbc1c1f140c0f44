import type { Endpoint, Output } from '#platform/http/endpoint';
import { addressOf } from '../delivery/call';

type Values = Readonly<Record<string, string | number>>;

/** Calls an endpoint of the service. */
export type Ask = <E extends Endpoint>(
  endpoint: E,
  params?: Values,
  query?: Values,
) => Promise<Output<E>>;

export type Service = {
  ask: Ask;
  /** A raw response. */
  text: (endpoint: Endpoint, params: Values, query: Values) => Promise<string>;
};

/**
 * A running service as a website uses it: by HTTP, anonymously, each address requested once.
 *
 * @param alter replaces the text of a response
 * @throws Error with the address that fails, or whose response breaks its contract
 */
export const createService = (
  url: string,
  alter = (_address: string, text: string): string => text,
): Service => {
  const responses = new Map<string, Promise<string>>();

  const fetchText = async (address: string): Promise<string> => {
    const response = await fetch(url + address);
    const body = await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${body}`);
    return alter(address, body);
  };

  const text: Service['text'] = (endpoint, params, query) => {
    const address = addressOf(endpoint, params, query);
    const response = responses.get(address) ?? fetchText(address);
    responses.set(address, response);
    return response;
  };

  return {
    text,
    ask: async <E extends Endpoint>(endpoint: E, params: Values = {}, query: Values = {}) => {
      const body: unknown = JSON.parse(await text(endpoint, params, query));
      const result = endpoint.response.safeParse(body);
      if (!result.success) {
        throw new Error(`${addressOf(endpoint, params, query)}: ${result.error.message}`);
      }
      return result.data as Output<E>;
    },
  };
};
