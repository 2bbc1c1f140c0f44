import { z } from '@strapi/utils';
import type { Endpoint } from './endpoint';
import { parseKnownKeys } from './known-keys';

/**
 * What a handler answers, as its contract says it. What the contract does not name stays here: a row of the
 * database may have grown a column since the handler was written.
 *
 * @throws Error where the answer lacks something, or has it in another form, than is promised
 */
export const contractAnswer = ({ method, path, response }: Endpoint, answer: unknown): unknown => {
  const { result } = parseKnownKeys(response, answer);
  if (result.success) return result.data;
  const problems = z.prettifyError(result.error);
  throw new Error(`${method} ${path} was about to answer against its contract:\n${problems}`);
};
