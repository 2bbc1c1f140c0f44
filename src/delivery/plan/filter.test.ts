import fc from 'fast-check';
import { toStrapiFilters, type DocumentFilter } from './filter';

const filters = fc.letrec<{ filter: DocumentFilter }>((tie) => ({
  filter: fc.record(
    {
      slug: fc.string(),
      type: fc.array(fc.string()),
      next: fc.oneof({ maxDepth: 4 }, fc.constant({}), tie('filter')),
      same: fc.oneof({ maxDepth: 4 }, fc.constant({}), tie('filter')),
    },
    { requiredKeys: [] },
  ),
})).filter;

/** Converts Strapi's filter syntax back into ours. */
const fromStrapi = (filter: Record<string, unknown>): unknown => {
  if ('$eq' in filter) return filter.$eq;
  if ('$in' in filter) return filter.$in;
  return Object.fromEntries(
    Object.entries(filter).map(([name, inner]) => [
      name,
      fromStrapi(inner as Record<string, unknown>),
    ]),
  );
};

it(`toStrapiFilters – any filter – returns the equal Strapi filter`, () => {
  fc.assert(
    fc.property(filters, (where) => {
      expect(fromStrapi(toStrapiFilters(where))).toEqual(where);
    }),
  );
});
