import { endpoints } from '../support/endpoints';
import { createApiToken } from '../support/admin';
import { startApp, type App } from '../support/app';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.stop());

const NUL = 'a\u0000b';
const HALF_A_PAIR = 'a\ud83d';

type Answer = {
  data: null;
  error: {
    message: string;
    details: { code: string; errors: { in: string; path: string[]; message: string }[] };
  };
};

const problemOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, errors } = (body as Answer).error.details;
  return { status, code, in: errors[0]?.in, path: errors[0]?.path };
};

const refusal = (place: string, ...path: string[]) => ({
  status: 400,
  code: 'INVALID_REQUEST',
  in: place,
  path,
});

describe('text that the database cannot store', () => {
  it.each([
    ['/api/products?filters[slug]=a%00b', refusal('query', 'filters', 'slug')],
    ['/api/products?filters[$or][0][slug]=%00', refusal('query', 'filters', '$or', '0', 'slug')],
    ['/api/products?_q=%00', refusal('query', '_q')],
    ['/api/products?%00=1', refusal('query')],
    ['/api/products?sort=%00', refusal('query', 'sort')],
    ['/api/products/a%00b', refusal('params')],
    ['/api/nothing/a%00b', refusal('params')],
    ['/admin/%00', refusal('params')],
  ])('GET %s – returns 400', async (path, problem) => {
    expect(problemOf(await app.request.get(path))).toEqual(problem);
  });

  it('every endpoint – null byte in a path or query parameter – returns 400', async () => {
    for (const { method, path } of endpoints) {
      const send = (address: string) =>
        app.request[method.toLowerCase() as 'get'](`/api${address}`).send();
      const inQuery = await send(`${path.replace(/:\w+/g, 'es')}?lang=%00`);
      expect([path, problemOf(inQuery)]).toEqual([path, refusal('query', 'lang')]);
      if (!path.includes(':')) continue;
      const inPath = await send(path.replace(/:\w+/g, '%00'));
      expect([path, problemOf(inPath)]).toEqual([path, refusal('params')]);
    }
  });

  it.each([NUL, HALF_A_PAIR])('every endpoint with a body – %j – returns 400', async (text) => {
    const takesBody = endpoints.filter(({ body }) => body !== undefined);
    expect(takesBody.length).toBeGreaterThan(6);
    for (const { method, path } of takesBody) {
      const send = (body: object) =>
        app.request[method.toLowerCase() as 'post'](`/api${path.replace(/:\w+/g, 'es')}`).send(
          body,
        );
      for (const [body, at] of [
        [{ email: text }, ['email']],
        [{ password: text }, ['password']],
        [{ productPayID: text }, ['productPayID']],
        [{ metadata: { note: text } }, ['metadata', 'note']],
        [{ metadata: { [text]: 'note' } }, ['metadata']],
        [{ billingAddress: { street: text } }, ['billingAddress', 'street']],
      ] as const) {
        const answer = problemOf(await send(body));
        expect([path, answer]).toEqual([path, refusal('body', ...at)]);
      }
    }
  });

  it('POST /api/categories – API token, null byte – returns 400', async () => {
    const accessKey = await createApiToken(app);
    const answer = await app.request
      .post('/api/categories?locale=en')
      .set('Authorization', `Bearer ${accessKey}`)
      .send({ data: { name: NUL, slug: 'a' } });
    expect(problemOf(answer)).toEqual(refusal('body', 'data', 'name'));
  });

  it('form and panel – null byte – return 400', async () => {
    const form = await app.request.post('/api/user-endpoints/login').type('form').send('email=%00');
    expect(problemOf(form)).toEqual(refusal('body', 'email'));
    const panel = await app.request
      .post('/admin/reset-password')
      .send({ resetPasswordToken: NUL, password: 'Sunny-Kettle-42' });
    expect(problemOf(panel)).toEqual(refusal('body', 'resetPasswordToken'));
  });

  it('error – is in the caller’s language', async () => {
    const { body } = await app.request
      .get('/api/products?filters[slug]=%00')
      .set('Accept-Language', 'es');
    const { message, details } = (body as Answer).error;
    expect(message).toMatch(/petición/);
    expect(details.errors[0]?.message).toMatch(/carácter/);
  });
});

describe('other text', () => {
  it.each(['%2500', '%EF%BF%BD', '%F0%9F%A6%8E', '%09', '%FF'])(
    'GET ?filters[slug]=%s – is accepted',
    async (text) => {
      await app.request.get(`/api/products?filters[slug]=${text}`).expect(200);
    },
  );

  it('body – more than 100 levels of nesting – returns 400', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}"a"${']'.repeat(levels)}`;
    const send = async (levels: number) =>
      app.request
        .post('/api/user-endpoints/login')
        .type('json')
        .send(`{"email":${nested(levels)}}`);
    for (const levels of [101, 20_000, 100_000]) {
      expect(problemOf(await send(levels))).toEqual(refusal('body', 'email'));
    }
    const { status, body } = await send(90);
    const [error] = (body as Answer).error.details.errors;
    expect([status, error?.message]).not.toEqual([400, expect.stringContaining('nested')]);
  });
});
