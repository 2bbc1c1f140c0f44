import type { App } from '../support/app';
import { type PartnerProcess, startPartner } from './partner';
import { type Answer, type Catalog, forget, IMPATIENT_MS, startService, watching } from './service';

const WATCH = '/api/videopartner/watchVideo';
const GRANT = 'plugin::partner-video.grant';

type Access = { success: boolean; userId: string; videoUrl: string };

type Users = { add: (user: object) => Promise<{ id: number; documentId: string }> };
type Tokens = { issue: (payload: { id: number }) => Promise<string> };

describe('POST /videopartner/watchVideo', () => {
  let partner: PartnerProcess;
  let app: App;

  const watch = (body: object = watching) => app.request.post(WATCH).send(body);
  const access = async (body: object = watching): Promise<Access> =>
    (await watch(body).expect(200)).body as Access;
  const expectFailure = async (status: number, code: string, body?: object): Promise<void> => {
    const answer = await watch(body).expect(status);
    expect(answer.body).toMatchObject({ data: null, error: { status, details: { code } } });
    expect('retry-after' in answer.headers).toBe(status === 503);
  };
  const grants = () => app.strapi.documents(GRANT).findMany({ sort: 'id' });

  beforeAll(async () => {
    partner = await startPartner();
    app = await startService({ partner });
  });

  beforeEach(async () => {
    await partner.reset();
    await app.strapi.db.query(GRANT).deleteMany({});
    forget(app);
  });

  afterAll(async () => {
    await app.stop();
    await partner.stop();
  });

  it('returns a signed URL that the partner accepts', async () => {
    const { body } = (await watch().expect(200).expect('Cache-Control', 'no-store')) as Answer;
    expect(Object.keys(body as object)).toEqual(['success', 'userId', 'videoUrl']);
    const { success, videoUrl } = body as Access;
    expect(success).toBe(true);
    expect([...new URL(videoUrl).searchParams.keys()].sort()).toEqual([
      'Key-Pair-Id',
      'Policy',
      'Signature',
    ]);
    expect((await fetch(videoUrl)).status).toBe(200);
  });

  it('signed URL – is rejected by the partner after its expiry', async () => {
    await partner.behave({ signatureLifetime: 600 });
    const { videoUrl } = await access();
    expect((await fetch(videoUrl)).status).toBe(200);
    await partner.behave({ clockAhead: 601 });
    const closed = await fetch(videoUrl);
    expect(closed.status).toBe(403);
    expect(await closed.text()).toContain('Expired');
  });

  it('call to the partner – contains the request with a random user id', async () => {
    const first = await access();
    const second = await access();
    expect(first.userId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(second.userId).not.toBe(first.userId);
    const [call] = (await partner.calls()).filter(({ call: name }) => name === 'access');
    const { productId, videoId, price, name, surname, email } = watching;
    expect(call?.body).toEqual({
      userId: first.userId,
      ...{ productId, price, videoId },
      user: { name, surname, email },
    });
  });

  it.each([0.1, 49.905, 123_456_789.25, 1_000_000_000])(
    'price %d – is passed on unchanged',
    async (price) => {
      await access({ ...watching, price });
      const [call] = (await partner.calls()).filter(({ call: name }) => name === 'access');
      expect(call?.body).toMatchObject({ price });
      expect(await grants()).toMatchObject([{ price, cataloguePrice: 49.9, priceDiffers: true }]);
    },
  );

  it.each([0, -0, 5e-324, 0.009])(
    'price %d of a product that is not free – returns 400',
    async (price) => {
      const body = JSON.stringify(watching).replace(
        '49.9',
        Object.is(price, -0) ? '-0' : `${price}`,
      );
      const answer = await app.request.post(WATCH).type('json').send(body).expect(400);
      expect(answer.body).toMatchObject({ error: { details: { code: 'PRICE_NOT_ACCEPTED' } } });
      expect(await partner.count('access')).toBe(0);
      expect(await grants()).toEqual([]);
    },
  );

  it('free product – is granted with and without a price', async () => {
    const { body } = (await app.request.get('/api/videopartner/catalog').expect(200)) as Answer;
    const channels = (body as Catalog).catalog.map((channel) => ({ ...channel, price: 0 }));
    forget(app);
    await partner.fail({ on: 'catalog', kind: 'body', body: { channels }, times: 1 });
    for (const price of [0, 12.5]) await access({ ...watching, price });
    expect(await grants()).toMatchObject([
      { price: 0, cataloguePrice: 0, priceDiffers: false },
      { price: 12.5, cataloguePrice: 0, priceDiffers: true },
    ]);
  });

  it('grant – records user, product, price and expiry, and not the URL', async () => {
    const { userId, videoUrl } = await access();
    const [grant] = await grants();
    expect(grant).toMatchObject({
      ...watching,
      userId,
      state: 'granted',
      productTitle: 'Liderazgo consciente',
      videoTitle: 'Escuchar primero',
      cataloguePrice: 49.9,
      priceDiffers: false,
    });
    expect(Date.parse(String(grant?.accessUntil))).toBeGreaterThan(Date.now());
    expect(JSON.stringify(grant)).not.toContain(new URL(videoUrl).pathname);
  });

  it.each([
    ['productId', 'no-such-channel'],
    ['productId', 'everyday-neuroscience'],
    ['videoId', 'no-such-video'],
  ])('%s %s – returns 404 and records nothing', async (field, value) => {
    await expectFailure(404, 'VIDEO_NOT_FOUND', { ...watching, [field]: value });
    expect(await partner.count('access')).toBe(0);
    expect(await grants()).toEqual([]);
  });

  it('video missing at the partner – returns 404 and records it as refused', async () => {
    await partner.fail({ on: 'access', kind: 'status', status: 404 });
    await expectFailure(404, 'VIDEO_NOT_FOUND');
    expect(await grants()).toMatchObject([{ ...watching, state: 'refused', accessUntil: null }]);
  });

  it.each([
    ['refused', 'access', 403],
    ['refused', 'access', 429],
    ['unknown', 'access', 500],
    ['unknown', 'access', 302],
    ['failed', 'token', 500],
    ['failed', 'token', 401],
  ] as const)('grant – is recorded as %s when %s returns %d', async (state, on, status) => {
    // With a cached catalogue, only the access needs a token.
    await app.request.get('/api/videopartner/catalog').expect(200);
    if (on === 'token') {
      await partner.forgetTokens();
    }
    await partner.fail({ on, kind: 'status', status });
    await expectFailure(503, 'PARTNER_UNAVAILABLE');
    const [grant, ...others] = await grants();
    expect(others).toEqual([]);
    expect(grant).toMatchObject({ ...watching, state, accessUntil: null });
  });

  it('partner known to be unavailable – is not called, and the grant is recorded as failed', async () => {
    await partner.fail({ on: 'access', kind: 'status', status: 500 });
    for (let time = 0; time < 4; time += 1) await expectFailure(503, 'PARTNER_UNAVAILABLE');
    expect(await grants()).toMatchObject(
      ['unknown', 'unknown', 'unknown', 'failed'].map((state) => ({ state })),
    );
    expect(await partner.count('access')).toBe(3);
  });

  it.each<[string, object]>([
    ...Object.keys(watching).map((field): [string, object] => [
      `without ${field}`,
      { [field]: undefined },
    ]),
    ['with a negative price', { price: -1 }],
    ['with a price over the maximum', { price: 1_000_000_000.01 }],
    ['with the largest price', { price: 1e308 }],
    ['with a price in a text', { price: '49.9' }],
    ['with an invalid e-mail', { email: 'lucia' }],
    ['with an empty name', { name: ' ' }],
    ['with a null byte in the name', { name: 'Luc\u0000ía' }],
  ])('returns 400 %s', async (_name, change) => {
    await expectFailure(400, 'INVALID_REQUEST', { ...watching, ...change });
    expect(await partner.calls()).toEqual([]);
  });

  it('infinite price – returns 400', async () => {
    const text = JSON.stringify(watching).replace('49.9', '1e999');
    await app.request.post(WATCH).type('json').send(text).expect(400);
  });

  it('error – is in the caller’s language', async () => {
    const { body } = (await watch({ ...watching, videoId: 'none' }).set(
      'Accept-Language',
      'es',
    )) as Answer;
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('no tiene') as string },
    });
  });

  it('connection reset – is not retried, and the grant is recorded as unknown', async () => {
    await partner.fail({ on: 'access', kind: 'reset' });
    await expectFailure(503, 'PARTNER_UNAVAILABLE');
    expect(await partner.count('access')).toBe(1);
    expect(await grants()).toMatchObject([{ ...watching, state: 'unknown', accessUntil: null }]);
  });

  it('rejected token – is retried once with a new token', async () => {
    await access();
    await partner.forgetTokens();
    await access();
    expect(await partner.count('token')).toBe(2);
    expect(await partner.count('access')).toBe(3);
    expect(await grants()).toHaveLength(2);
  });

  it('timeout of the partner – returns 503 and records it as unknown', async () => {
    forget(app, IMPATIENT_MS);
    await partner.fail({ on: 'access', kind: 'hang' });
    await expectFailure(503, 'PARTNER_UNAVAILABLE');
    expect(await grants()).toMatchObject([{ state: 'unknown' }]);
  });

  it('response after the timeout – returns 503 and is recorded as unknown', async () => {
    forget(app, IMPATIENT_MS);
    await partner.fail({ on: 'access', kind: 'hold' });
    await expectFailure(503, 'PARTNER_UNAVAILABLE');
    await partner.heal();
    const [call] = (await partner.calls()).filter(({ call: name }) => name === 'access');
    expect(await grants()).toMatchObject([{ state: 'unknown', userId: call?.body?.userId }]);
  });

  it.each([
    ['not JSON', 'OK'],
    ['without a URL', '{"expiresAt": "2999-01-01T00:00:00Z"}'],
    ['not an http URL', '{"url": "javascript:x", "expiresAt": "2999-01-01T00:00:00Z"}'],
    ['expired', '{"url": "https://x.example/", "expiresAt": "2001-01-01T00:00:00Z"}'],
  ])('access that is %s – returns 503 and is recorded as unknown', async (_name, text) => {
    await partner.fail({ on: 'access', kind: 'text', text });
    await expectFailure(503, 'PARTNER_UNAVAILABLE');
    expect(await grants()).toMatchObject([{ state: 'unknown', accessUntil: null }]);
  });

  it('failing accesses – do not affect the catalogue', async () => {
    await partner.fail({ on: 'access', kind: 'status', status: 500 });
    for (let time = 0; time < 4; time += 1) await expectFailure(503, 'PARTNER_UNAVAILABLE');
    expect(await partner.count('access')).toBe(3);
    await app.request.get('/api/videopartner/catalog').expect(200);
  });
});

describe('settings of the plugin', () => {
  let partner: PartnerProcess;
  let app: App;

  const start = async (runtimeEnv: Record<string, string>): Promise<void> => {
    app = await startService({ partner, runtimeEnv });
  };
  const watch = (change: object = {}) => app.request.post(WATCH).send({ ...watching, ...change });

  const logIn = async () => {
    const users = app.strapi.service('plugin::users-permissions.user') as Users;
    const tokens = app.strapi.service('plugin::users-permissions.jwt') as Tokens;
    const student = await users.add({
      ...{ username: watching.email, email: watching.email, password: 'Lucia-1-prats' },
      ...{ provider: 'local', confirmed: true },
    });
    return { student, jwt: await tokens.issue({ id: student.id }) };
  };

  beforeAll(async () => {
    partner = await startPartner();
  });
  beforeEach(async () => {
    await partner.reset();
  });
  afterEach(async () => {
    await app.stop();
  });
  afterAll(() => partner.stop());

  it('without a partner – start succeeds, and requests return 503', async () => {
    await start({ VIDEOPARTNER_BASE_URL: '' });
    for (const answer of [
      await app.request.get('/api/videopartner/catalog').expect(503),
      await watch().expect(503),
    ]) {
      expect(answer.body).toMatchObject({ error: { details: { code: 'PARTNER_UNAVAILABLE' } } });
    }
  });

  it('VIDEOPARTNER_REQUIRE_LOGIN – anonymous returns 401, and a grant records the account', async () => {
    await start({ VIDEOPARTNER_REQUIRE_LOGIN: 'true' });
    const refused = await watch().expect(401);
    expect(refused.body).toMatchObject({ error: { details: { code: 'LOGIN_REQUIRED' } } });
    await watch().set('Authorization', 'Bearer nonsense').expect(401);

    const { student, jwt } = await logIn();
    await watch().set('Authorization', `Bearer ${jwt}`).expect(200);
    expect(await app.strapi.documents(GRANT).findMany({})).toMatchObject([
      { account: student.documentId },
    ]);
    await app.request.get('/api/videopartner/catalog').expect(200);
  });

  it('VIDEOPARTNER_LIMIT_EMAIL – counts spellings of an e-mail together, and returns 429', async () => {
    await start({ VIDEOPARTNER_LIMIT_EMAIL: '2' });
    await watch().expect(200);
    await watch({ email: watching.email.toUpperCase() }).expect(200);
    await watch({ email: watching.email.replace('@', '+1@') }).expect(429);
    const refused = await watch().expect(429);
    expect(refused.body).toMatchObject({ error: { details: { code: 'TOO_MANY_REQUESTS' } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await watch({ email: 'someone.else@example.com' }).expect(200);

    // Anonymous requests with an e-mail do not count for its logged-in owner.
    const { jwt } = await logIn();
    const owner = () => watch().set('Authorization', `Bearer ${jwt}`);
    await owner().expect(200);
    await watch({ email: 'someone.new@example.com' })
      .set('Authorization', `Bearer ${jwt}`)
      .expect(200);
    await owner().expect(429);
  });

  it('VIDEOPARTNER_LIMIT_ADDRESS – counts by IP address, with untrusted X-Forwarded-For', async () => {
    await start({ VIDEOPARTNER_LIMIT_ADDRESS: '2' });
    for (const [index, status] of [200, 200, 429].entries()) {
      await watch({ email: `student-${index}@example.com` })
        .set('X-Forwarded-For', `203.0.113.${index}`)
        .expect(status);
    }
  });

  it('cost one token and one catalogue call for 500 people at once', async () => {
    // They wait for one another, and on a busy machine longer than for the database.
    app = await startService({ partner, env: { DATABASE_TIMEOUT_MS: '60000' } });
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        fetch(`${app.url}${WATCH}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...watching, email: `student-${index}@example.com` }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(500).fill(200));
    expect(await partner.count('token')).toBe(1);
    expect(await partner.count('catalog')).toBe(1);
    expect(await partner.count('access')).toBe(500);
    expect(await app.strapi.documents(GRANT).count({})).toBe(500);
  });
});
