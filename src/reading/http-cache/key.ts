import { stringify } from 'safe-stable-stringify';
import type { Endpoint, Input } from '../../http/endpoint';

type Asked = Pick<Input<Endpoint>, 'params' | 'query'>;

/** The same for equal requests, however their parameters were spelled and ordered. */
export const keyOf = ({ operationId }: Pick<Endpoint, 'operationId'>, { params, query }: Asked) =>
  stringify([operationId, params, query]);

const parse = (key: string) => JSON.parse(key) as [operationId: string, ...Asked[keyof Asked][]];

/** Which endpoint a key is of. */
export const operationIn = (key: string): string => parse(key)[0];

/** What a request with this key asked for. */
export const inputIn = (key: string): Asked & { body: undefined } => {
  const [, params = {}, query = {}] = parse(key);
  return { params, query, body: undefined };
};
