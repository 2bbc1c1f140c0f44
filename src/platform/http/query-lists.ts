import { z } from '@strapi/utils';

/** Maximum number of values of a list in a query, unless an endpoint sets another. */
const MOST_VALUES = 20;

const onceSingle = new WeakSet<z.core.$ZodType>();

/** Returns whether the OpenAPI document describes a list as one value or several. */
export const isDescribedAsSingle = (schema: z.core.$ZodType): boolean => onceSingle.has(schema);

const split = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value];

const partsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.flatMap(split))];
  return typeof value === 'string' ? [...new Set(split(value))] : value;
};

/**
 * Returns the schema of a list in a query: `a=1,2` and `a=1&a=2` are the same. The values are
 * sorted and without duplicates, so that equal requests share a cache entry.
 *
 * @param max maximum number of values
 * @param isOnceSingle whether earlier releases took one value only, so that generated clients may
 * still send one
 */
export const listParam = <T extends z.ZodType<string>>(
  value: T,
  { max = MOST_VALUES, isOnceSingle = false }: { max?: number; isOnceSingle?: boolean } = {},
) => {
  const list = z.array(value).min(1).max(max);
  if (isOnceSingle) onceSingle.add(list);
  return z
    .preprocess(partsOf, list)
    .transform((values): readonly z.output<T>[] => [...values].sort());
};
