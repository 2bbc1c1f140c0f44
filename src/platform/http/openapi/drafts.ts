import type { z } from '@strapi/utils';
import type { Endpoint } from '../endpoint';

/**
 * Returns the schemas of drafts by the schemas of published responses: of these answers and of all
 * their parts that differ.
 */
export type DraftSchemas = (answers: readonly z.ZodType[]) => ReadonlyMap<z.ZodType, z.ZodType>;

/** Returns the component name of a draft. */
export const draftName = (name: string): string => `${name}Draft`;

/**
 * Returns the named schemas of drafts, by the names of the published ones.
 *
 * @param named all named schemas
 */
export const namedDrafts = (
  endpoints: readonly Endpoint[],
  named: Iterable<readonly [string, z.ZodType]>,
  draftSchemas: DraftSchemas,
): ReadonlyMap<string, z.ZodType> => {
  const previewable = endpoints.filter((endpoint) => endpoint.previewable === true);
  const drafts = draftSchemas(previewable.map(({ response }) => response));
  return new Map(
    [...named].flatMap(([name, schema]) => {
      const draft = drafts.get(schema);
      return draft === undefined ? [] : [[name, draft] as const];
    }),
  );
};
