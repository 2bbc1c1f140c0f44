import { z } from '@strapi/utils';
import type { Endpoint } from './endpoint';

const at = (value: unknown, path: readonly PropertyKey[]): object =>
  path.reduce<object>((inner, key) => Reflect.get(inner, key) as object, value as object);

/** A copy of a value without the keys of which a schema has said that it does not know them. */
const withoutUnknownKeys = (value: unknown, issues: readonly z.core.$ZodIssue[]): unknown => {
  const copy = structuredClone(value);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) Reflect.deleteProperty(at(copy, issue.path), key);
  }
  return copy;
};

/**
 * What a handler answers, as its contract says it. What the contract does not name stays here: a row of the
 * database may have grown a column since the handler was written.
 *
 * @throws Error where the answer lacks something, or has it in another form, than is promised
 */
export const contractAnswer = ({ method, path, response }: Endpoint, answer: unknown): unknown => {
  const first = response.safeParse(answer);
  if (first.success) return first.data;
  const second = response.safeParse(withoutUnknownKeys(answer, first.error.issues));
  if (second.success) return second.data;
  const problems = z.prettifyError(second.error);
  throw new Error(`${method} ${path} was about to answer against its contract:\n${problems}`);
};
