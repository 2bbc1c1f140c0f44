import { z } from '@strapi/utils';
import type { Endpoint } from './endpoint';
import { parseKnownKeys } from './known-keys';

/**
 * Returns a handler's answer without fields that the contract does not name. A database row may
 * have a new column since the handler was written.
 *
 * @throws Error where a field is missing or differs from the contract
 */
export const contractAnswer = ({ method, path, response }: Endpoint, answer: unknown): unknown => {
  const { result } = parseKnownKeys(response, answer);
  if (result.success) return result.data;
  const problems = z.prettifyError(result.error);
  throw new Error(`${method} ${path} has a response that violates its contract:\n${problems}`);
};
