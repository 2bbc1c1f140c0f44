import type { Endpoint, Output } from '#platform/http/endpoint';
import type { App } from '../support/app';

type Values = Readonly<Record<string, string | number>>;

/** Returns the address of an endpoint below the service's root. */
export const addressOf = ({ path }: Endpoint, params: Values = {}, query: Values = {}): string => {
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `/api${filledPath}${search === '' ? '' : `?${search}`}`;
};

/**
 * Calls an endpoint and checks the response against its contract: no missing or additional keys, in the order
 * of the contract.
 */
export const read = async <E extends Endpoint>(
  { request }: Pick<App, 'request'>,
  endpoint: E,
  params: Values = {},
  query: Values = {},
): Promise<Output<E>> => {
  const address = addressOf(endpoint, params, query);
  const { status, body } = await request.get(address);
  if (status !== 200) throw new Error(`${address} answered ${status}: ${JSON.stringify(body)}`);
  const result = endpoint.response.safeParse(body);
  if (!result.success) throw new Error(`${address} breaks its contract: ${result.error.message}`);
  expect(JSON.stringify(result.data)).toBe(JSON.stringify(body));
  return result.data as Output<E>;
};
