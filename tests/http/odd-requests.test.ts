import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { untilHeldUp } from '../support/advisory-locks';
import { until } from '../support/until';
import { type Admin, type AdminAnswer, createApiToken, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';

/** Requests that only programs send, which get errors like all others. */

let app: App;
let admin: Admin;
let apiToken: string;

beforeAll(async () => {
  app = await startApp({ seed: true });
  admin = await signIn(app, 'strapi-super-admin');
  apiToken = await createApiToken(app);
});

afterAll(() => app.stop());

const outcome = ({ status, body }: Pick<AdminAnswer, 'status'> & { body: unknown }) => [
  status,
  (body as { error?: { details?: { code?: string } } }).error?.details?.code,
];

it('a body that arrives too slowly – is no error of the service', () => {
  const errors = jest.spyOn(app.strapi.log, 'error').mockClear();
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.strapi.server.app.onerror(late);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

it('who is ended so that another one can go on is asked to come again', async () => {
  const { id } = (await admin.get('/admin/users/me')).body.data as { id: number };
  const client = new Client(app.database.url);
  await client.connect();
  try {
    // Each waits for the other: for the turn of an export, and for the table that it has counted.
    await client.query(`SET deadlock_timeout = '1min'`);
    await client.query(`SELECT pg_advisory_lock(hashtext('import_export.runs ${id}'))`);
    const body = { uid: 'api::channel.channel', layout: 'rows', format: 'csv-semicolon' };
    const asked = Promise.all([admin.post('/import-export/exports', body)]);
    await untilHeldUp(client, 1);
    await client.query('BEGIN');
    const locked = client.query('LOCK TABLE channels IN ACCESS EXCLUSIVE MODE');
    const [refused] = await asked;
    await locked;
    expect(outcome(refused)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.headers['retry-after']).toBe('2');
  } finally {
    await client.end();
  }
});

it('who waits longer than the database allows is asked to come again, and nobody is logged out', async () => {
  const client = new Client(app.database.url);
  await client.connect();
  /** Ends what waits for a lock, as `lock_timeout` and `statement_timeout` do. */
  const endWaiting = () =>
    client.query(
      `SELECT pg_cancel_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE d.datname = current_database() AND NOT l.granted`,
    );
  try {
    for (const [table, path] of [
      ['channels', `/content-manager/collection-types/api::channel.channel`],
      // Strapi's strategies answer 401 where this lookup fails.
      ['admin_users', '/admin/users/me'],
    ] as const) {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      let refused: AdminAnswer | undefined;
      const asked = Promise.all([admin.get(path)]).then(([answer]) => (refused = answer));
      await until(async () => (await endWaiting(), refused !== undefined));
      await client.query('ROLLBACK');
      const answer = await asked;
      expect([path, ...outcome(answer)]).toEqual([path, 503, 'SERVICE_UNAVAILABLE']);
      expect(answer.headers['retry-after']).toBe('2');
    }
  } finally {
    await client.end();
  }
});

const MISTAKE = [400, 'INVALID_REQUEST'];

describe('A mistake is the caller’s', () => {
  it.each(['%2B23:59', '-23:59', '%2B15:30'])(
    'and not that of a moment with the offset %s',
    async (offset) => {
      const moment = `2026-01-01T00:00:00${offset}`;
      const answers = await Promise.all([
        admin.get(`/audit/entries?from=${moment}`),
        admin.get(`/audit/entries?to=${moment}`),
        admin.get(`/audit/entries.csv?from=${moment}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'in a type that is called as something that every object has: %s',
    async (name) => {
      const listed = await admin.get(`/links/entries?model=${name}`);
      expect(listed.status).toBe(200);
      const answers = await Promise.all([
        admin.put('/content-manager/single-types/api::none.none', {
          contents: [{ __component: name }],
        }),
        app.request
          .post('/api/categories')
          .set('Authorization', `Bearer ${apiToken}`)
          .send({ data: { name: 'a', slug: 'a', parts: [{ __component: name }] } }),
      ]);
      for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400);
      for (const { status } of answers) expect(status).toBeLessThan(500);
    },
  );

  it.each([5, true, [], {}, ['a']])('in an e-mail of which the body is %j', async (body) => {
    const answer = await admin.post(
      '/content-manager/collection-types/api::email-template.email-template?locale=es',
      { body },
    );
    expect(answer.status).toBe(400);
  });

  it.each([
    ['gzip', 'that is none', Buffer.from('{"no":"gzip"}')],
    ['gzip', 'that is cut', gzipSync('{"data":{}}').subarray(0, -9)],
    ['br', 'that is none', Buffer.from('{"no":"brotli"}')],
    ['br', 'of bits that are all set', Buffer.alloc(50, 255)],
    ['br', 'that is cut', brotliCompressSync('{"data":{}}').subarray(0, -3)],
  ])('in a body in %s %s', async (encoding, _what, body) => {
    const answer = await fetch(`${app.url}/api/user-endpoints/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
      body,
    });
    const { status } = answer;
    expect(outcome({ status, body: await answer.json() })).toEqual([400, 'BODY_MALFORMED']);
  });

  it('in a part of a page in which nothing was chosen, and is told in words', async () => {
    const { body, status } = await app.request
      .post('/content-manager/collection-types/api::home-page.home-page/actions/publish?locale=es')
      .set('Authorization', `Bearer ${admin.token}`)
      .set('Accept-Language', 'es')
      .send({ tendencies: [{ __component: 'home.product-home' }] });
    type Problem = { path: string[]; message: string };
    const { error } = body as { error: { details: { errors: Problem[] } } };
    expect(status).toBe(400);
    expect(error.details.errors).toContainEqual(
      expect.objectContaining({
        path: ['tendencies', '0', 'product'],
        message: 'Falta elegir algo que es obligatorio aquí.',
      }),
    );
  });

  it('in a name that is longer than there is room for', async () => {
    const name = 'x'.repeat(300);
    const answers = [
      await admin.post('/admin/roles', { name, description: '' }),
      await admin.post('/upload/folders', { name, parent: null }),
      await admin.put('/admin/users/me', { firstname: name }),
    ];
    expect(answers.map(outcome)).toEqual([MISTAKE, MISTAKE, MISTAKE]);
  });

  it('in the name of a file that becomes too long once it is written without accents', async () => {
    const answer = await app.request
      .post('/upload')
      .set('Authorization', `Bearer ${admin.token}`)
      .attach('files', Buffer.from('%PDF-1.4'), `${'ü'.repeat(200)}.pdf`);
    expect(outcome(answer)).toEqual(MISTAKE);
  });

  it.each(['http://[/', 'http://', 'https://[::1]:x/'])(
    'in an address that nobody can read: %s',
    async (address) => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      socket.end(`GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"INVALID_REQUEST"');
    },
  );
});

describe('Of what is made twenty times at once', () => {
  const atOnce = async (path: string, body: object) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(path, body)));
    const statuses = answers.map(({ status }) => status);
    return { statuses: [...new Set(statuses)].sort(), made: statuses.filter((one) => one === 201) };
  };

  it('there is one administrator', async () => {
    const person = { firstname: 'A', lastname: 'B', email: 'twice@example.com', roles: [1] };
    const { statuses, made } = await atOnce('/admin/users', person);
    expect([statuses, made.length]).toEqual([[201, 400], 1]);
  });

  it('there is one role', async () => {
    const { statuses, made } = await atOnce('/admin/roles', { name: 'Twice', description: '' });
    expect([statuses, made.length]).toEqual([[201, 400], 1]);
  });

  it('there is one language', async () => {
    const language = { code: 'fr', name: 'French (fr)', isDefault: false };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.post('/i18n/locales', language)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('every role of a business line has a name and a code of its own', async () => {
    const [line] = (await app.strapi
      .documents('api::vertical.vertical')
      .findMany({ limit: 1 })) as { documentId: string }[];
    await atOnce(`/rights/lines/${line?.documentId ?? ''}/roles`, {});
    const roles = (await app.strapi.db
      .query('admin::role')
      .findMany({ where: { code: { $startsWith: 'line-' } } })) as { name: string; code: string }[];
    expect(roles.length).toBeGreaterThan(1);
    expect(new Set(roles.map(({ name }) => name)).size).toBe(roles.length);
    expect(new Set(roles.map(({ code }) => code)).size).toBe(roles.length);
  });

  it('no folder is a failure of the service', async () => {
    const { statuses, made } = await atOnce('/upload/folders', { name: 'Twice', parent: null });
    expect(made.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
