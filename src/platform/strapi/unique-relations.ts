import { createRequire } from 'node:module';

type Compare = (one: unknown, other: unknown) => boolean;

/** What of lodash's functional build `@strapi/database` makes the ids of a relation unique with. */
type Lodash = {
  isEqual: Compare;
  uniqWith: (compare: Compare, values: readonly unknown[]) => unknown[];
};

export const lodashOfDatabase = (): Lodash => {
  const fromStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
  const fromCore = createRequire(fromStrapi.resolve('@strapi/core'));
  return createRequire(fromCore.resolve('@strapi/database'))('lodash/fp') as Lodash;
};

const replaced = new WeakSet<Lodash['uniqWith']>();

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;

/**
 * Makes the ids of a relation unique in a time that grows with their number. Strapi compares each with every other
 * one, deeply (`_.uniqWith(_.isEqual, …)` in `toIdArray` of `@strapi/database`, dist/entity-manager): twelve of
 * the fifteen seconds of publishing a channel that has 3,000 products.
 *
 * What is equal has the same id, so that only those are compared that have it; the order stays. It replaces
 * `uniqWith` of the `lodash/fp` that Strapi loads, which any other comparison still gets as it was.
 */
export const compareRelationsById = (): void => {
  const lodash = lodashOfDatabase();
  const { isEqual, uniqWith } = lodash;
  if (replaced.has(uniqWith)) return;
  lodash.uniqWith = (...given) => {
    const [compare, values] = given;
    if (compare !== isEqual || !Array.isArray(values)) return uniqWith(...given);
    const byId = new Map<unknown, unknown[]>();
    return values.filter((value) => {
      const id = idOf(value);
      const kept = byId.get(id);
      if (kept === undefined) byId.set(id, [value]);
      else if (kept.some((one) => isEqual(one, value))) return false;
      else kept.push(value);
      return true;
    });
  };
  replaced.add(lodash.uniqWith);
};
