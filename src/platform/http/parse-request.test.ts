import { errors, z } from '@strapi/utils';
import fc from 'fast-check';
import type { Context } from 'koa';
import { defineEndpoint } from './endpoint';
import { parseInput } from './parse-request';
import { integerParam } from './primitives';

const withoutBody = defineEndpoint({
  operationId: 'look',
  method: 'POST',
  path: '/things/:slug',
  tag: 'Things',
  summary: 'Looks at a thing',
  params: z.strictObject({ slug: z.string().min(1) }),
  query: z.strictObject({ page: integerParam({ min: 1, max: 100 }).optional() }),
  response: z.null(),
});

const rename = defineEndpoint({
  ...withoutBody,
  operationId: 'rename',
  body: z.strictObject({
    name: z.string(),
    tags: z.array(z.string()).optional(),
    owner: z.strictObject({ name: z.string() }).optional(),
  }),
});

type Request = { params?: object; query?: object; body?: unknown; language?: string };

const contextOf = ({ params = { slug: 'a' }, query = {}, body, language = 'en' }: Request) => {
  const get = jest.fn(() => language);
  const ctx = { params, query, request: { body }, state: {}, get };
  return { ctx: ctx as unknown as Context, get };
};

type Problem = { in: string; path: string[]; message: string };

const ignoredIn = (request: Request): readonly string[] =>
  parseInput(rename, contextOf(request).ctx).ignored;

/** Returns the problems for which a request is rejected; null where it is accepted. */
const problemsOf = (request: Request): Problem[] | null => {
  try {
    ignoredIn(request);
    return null;
  } catch (error) {
    if (!(error instanceof errors.ValidationError)) throw error;
    expect(error.details).toMatchObject({ code: 'INVALID_REQUEST' });
    return (error.details as { errors: Problem[] }).errors;
  }
};

it('parseInput – valid request – returns the parsed parts without reading the language', () => {
  const { ctx, get } = contextOf({
    params: { slug: 'a', 0: 'api' },
    query: { page: '2' },
    body: { name: 'b' },
  });
  expect(parseInput(rename, ctx)).toEqual({
    input: { params: { slug: 'a' }, query: { page: 2 }, body: { name: 'b' } },
    ignored: [],
  });
  expect(get).not.toHaveBeenCalled();
});

it('parseInput – endpoint without a body schema – ignores the body', () => {
  const { ctx } = contextOf({ body: { anything: 1 } });
  expect(parseInput(withoutBody, ctx)).toMatchObject({ input: { body: {} }, ignored: [] });
});

it.each([
  ['en', 'This is missing.'],
  ['es', 'Falta este dato.'],
])(
  'parseInput – missing field, language %s – returns a translated message',
  (language, missing) => {
    expect(problemsOf({ language, body: { nmae: 'b' } })).toEqual([
      { in: 'body', path: ['name'], message: missing },
    ]);
  },
);

it('parseInput – unknown fields and parameters – are removed and listed as ignored', () => {
  const owner = { name: 'Ana', role: 2 };
  const body = { name: 'b', tags: [], owner, acceptTerms: true, __proto: 1 };
  const { ctx } = contextOf({ query: { page: '2', _: '123', utm_source: 'x' }, body });
  expect(parseInput(rename, ctx)).toEqual({
    input: {
      params: { slug: 'a' },
      query: { page: 2 },
      body: { name: 'b', tags: [], owner: { name: 'Ana' } },
    },
    ignored: ['_', 'utm_source', 'owner.role', 'acceptTerms', '__proto'],
  });
  expect(body.owner).toEqual({ name: 'Ana', role: 2 });
});

it('parseInput – unknown fields and invalid values – reports only the invalid values', () => {
  expect(problemsOf({ query: { _: '1', page: '0' }, body: { name: 7, role: 2 } })).toEqual([
    { in: 'query', path: ['page'], message: expect.any(String) as string },
    { in: 'body', path: ['name'], message: expect.any(String) as string },
  ]);
});

it('parseInput – invalid path parameter – throws NOT_FOUND with its location', () => {
  const { ctx } = contextOf({ params: { slug: '' }, query: { page: '0' } });
  const caught = (() => {
    try {
      return parseInput(withoutBody, ctx);
    } catch (error) {
      return error;
    }
  })();
  expect(caught).toBeInstanceOf(errors.NotFoundError);
  expect(caught).toMatchObject({
    details: { code: 'NOT_FOUND', errors: [{ in: 'params' }, { in: 'query' }] },
  });
});

it('parseInput – value of a wrong type – reports its path', () => {
  expect(problemsOf({ body: { name: 'b', tags: ['a', 1] } })).toEqual([
    { in: 'body', path: ['tags', '1'], message: 'This must be text.' },
  ]);
});

const strings = fc.string({ maxLength: 300 });

it(`parseInput – any request – accepts valid input only and reports at most 20 short problems`, () => {
  fc.assert(
    fc.property(
      fc.dictionary(strings, strings, { maxKeys: 60 }),
      fc.oneof(
        fc.jsonValue(),
        fc.dictionary(strings, fc.jsonValue(), { maxKeys: 60 }),
        fc.record({ name: fc.string(), tags: fc.array(fc.oneof(fc.string(), fc.integer())) }),
      ),
      (query, body) => {
        const problems = problemsOf({ query, body });
        const fits =
          rename.query.strip().safeParse(query).success &&
          rename.body.strip().safeParse(body).success;
        expect(problems === null).toBe(fits);
        if (problems === null) {
          const ignored = ignoredIn({ query, body }).join(', ');
          expect(ignored).toMatch(/^[\x20-\x7e]*$/);
          expect(ignored.length).toBeLessThan(3_000);
        }
        expect(problems?.length ?? 1).toBeGreaterThan(0);
        expect(problems?.length ?? 1).toBeLessThanOrEqual(20);
        for (const { path } of problems ?? []) {
          for (const name of path) expect(name.length).toBeLessThanOrEqual(100);
        }
      },
    ),
  );
});
