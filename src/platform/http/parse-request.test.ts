import { errors, z } from '@strapi/utils';
import fc from 'fast-check';
import type { Context } from 'koa';
import { endpoint } from './endpoint';
import { parseInput } from './parse-request';
import { integerParam } from './query-numbers';

/** Part of every failure message, so that a failed case can be repeated. */
const withoutBody = endpoint({
  operationId: 'look',
  method: 'POST',
  path: '/things/:slug',
  tag: 'Things',
  summary: 'Looks at a thing',
  params: z.strictObject({ slug: z.string().min(1) }),
  query: z.strictObject({ page: integerParam({ min: 1, max: 100 }).optional() }),
  response: z.null(),
});

const rename = endpoint({
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

it('gives the parts as the schemas describe them, and asks for no language', () => {
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

it('ignores a body where none is declared', () => {
  const { ctx } = contextOf({ body: { anything: 1 } });
  expect(parseInput(withoutBody, ctx)).toMatchObject({ input: { body: {} }, ignored: [] });
});

it.each([
  ['en', 'This is missing.'],
  ['es', 'Falta este dato.'],
])('says in %s what is missing', (language, missing) => {
  expect(problemsOf({ language, body: { nmae: 'b' } })).toEqual([
    { in: 'body', path: ['name'], message: missing },
  ]);
});

it('parseInput – fields and parameters that no schema names – are left out and named', () => {
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

it('parseInput – unknown fields beside wrong values of known ones – names the wrong values', () => {
  expect(problemsOf({ query: { _: '1', page: '0' }, body: { name: 7, role: 2 } })).toEqual([
    { in: 'query', path: ['page'], message: expect.any(String) as string },
    { in: 'body', path: ['name'], message: expect.any(String) as string },
  ]);
});

it('parseInput – impossible parameter of the path – throws NOT_FOUND with its place', () => {
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

it('names a value of a wrong type by its place', () => {
  expect(problemsOf({ body: { name: 'b', tags: ['a', 1] } })).toEqual([
    { in: 'body', path: ['tags', '1'], message: 'This must be text.' },
  ]);
});

const strings = fc.string({ maxLength: 300 });

it(`names few problems, briefly, whatever is sent, and lets in only what fits`, () => {
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
