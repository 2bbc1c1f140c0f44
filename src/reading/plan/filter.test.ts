import fc from 'fast-check';
import { toStrapiFilters, typesIn, type DocumentFilter } from './filter';
import type { ModelAttribute, ModelLookup } from './model';

/** Said with every failure, so that the same cases can be tried again. */
const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

const attribute: ModelAttribute = {
  kind: 'value',
  type: 'string',
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
};

/** Each type names the next one and itself. */
const next: Readonly<Record<string, string>> = {
  course: 'teacher',
  teacher: 'line',
  line: 'course',
};

const models: ModelLookup = (uid) => ({
  uid,
  name: uid,
  isLocalized: false,
  hasDrafts: true,
  attributes: {
    slug: attribute,
    type: attribute,
    next: { ...attribute, kind: 'relation', target: next[uid] },
    same: { ...attribute, kind: 'relation', target: uid },
  },
});

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

/** Strapi's filter language back into ours. */
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

it(`says the same in Strapi's filter language (TEST_SEED=${seed})`, () => {
  fc.assert(
    fc.property(filters, (where) => {
      expect(fromStrapi(toStrapiFilters(where))).toEqual(where);
    }),
    { seed },
  );
});

it(`names the type behind each relation on the way (TEST_SEED=${seed})`, () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('next', 'same')), (path) => {
      const passed: string[] = [];
      let at = 'course';
      for (const name of path) {
        at = name === 'next' ? (next[at] ?? '') : at;
        passed.push(at);
      }
      const where = path.reduceRight<DocumentFilter>((inner, name) => ({ [name]: inner }), {
        slug: 'a',
        type: ['a', 'b'],
      });
      expect(typesIn(models, 'course', where)).toEqual(passed);
    }),
    { seed },
  );
});

it('names the types of several relations', () => {
  const where = { slug: 'a', same: { next: { slug: 'b' } }, next: { type: ['c'] } };
  expect(typesIn(models, 'course', where)).toEqual(['course', 'teacher', 'teacher']);
});
