import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { untilHeldUp } from '../support/advisory-locks';
import { until } from '../support/until';
import { type Admin, type AdminAnswer, createApiToken, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';

/** Unusual requests of programs return ordinary errors. */

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

it('body that arrives too slowly – logs no error', () => {
  const errors = jest.spyOn(app.strapi.log, 'error').mockClear();
  const timeoutError = Object.assign(new Error('Request timeout'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  app.strapi.server.app.onerror(timeoutError);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

it('POST /import-export/exports – query cancelled by a deadlock – returns 503 with Retry-After', async () => {
  const { id } = (await admin.get('/admin/users/me')).body.data as { id: number };
  const client = new Client(app.database.url);
  await client.connect();
  try {
    // Both wait for each other: for the lock of the export, and for the table that it counts.
    await client.query(`SET deadlock_timeout = '1min'`);
    await client.query(`SELECT pg_advisory_lock(hashtext('import_export.runs ${id}'))`);
    const body = { uid: 'api::channel.channel', layout: 'rows', format: 'csv-semicolon' };
    const exportRequest = Promise.all([admin.post('/import-export/exports', body)]);
    await untilHeldUp(client, 1);
    await client.query('BEGIN');
    const locked = client.query('LOCK TABLE channels IN ACCESS EXCLUSIVE MODE');
    const [refused] = await exportRequest;
    await locked;
    expect(outcome(refused)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.headers['retry-after']).toBe('2');
  } finally {
    await client.end();
  }
});

it('GET – lock timeout – returns 503 with Retry-After, and not 401', async () => {
  const client = new Client(app.database.url);
  await client.connect();
  /** Cancels queries that wait for a lock, as `lock_timeout` and `statement_timeout` do. */
  const endWaiting = () =>
    client.query(
      `SELECT pg_cancel_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE d.datname = current_database() AND NOT l.granted`,
    );
  try {
    for (const [table, path] of [
      ['channels', `/content-manager/collection-types/api::channel.channel`],
      // Strapi's authentication would return 401 when this lookup fails.
      ['admin_users', '/admin/users/me'],
    ] as const) {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      let refused: AdminAnswer | undefined;
      const panelRequest = Promise.all([admin.get(path)]).then(([answer]) => (refused = answer));
      await until(async () => (await endWaiting(), refused !== undefined));
      await client.query('ROLLBACK');
      const answer = await panelRequest;
      expect([path, ...outcome(answer)]).toEqual([path, 503, 'SERVICE_UNAVAILABLE']);
      expect(answer.headers['retry-after']).toBe('2');
    }
  } finally {
    await client.end();
  }
});

const MISTAKE = [400, 'INVALID_REQUEST'];

describe('client error', () => {
  it.each(['%2B23:59', '-23:59', '%2B15:30'])(
    'GET /audit/entries – date with the offset %s – returns 200',
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
    'component type named like an object property – returns 4xx: %s',
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

  it.each([5, true, [], {}, ['a']])('POST email template – body %j – returns 400', async (body) => {
    const answer = await admin.post(
      '/content-manager/collection-types/api::email-template.email-template?locale=es',
      { body },
    );
    expect(answer.status).toBe(400);
  });

  it.each([
    ['gzip', 'without gzip data', Buffer.from('{"no":"gzip"}')],
    ['gzip', 'cut off', gzipSync('{"data":{}}').subarray(0, -9)],
    ['br', 'without brotli data', Buffer.from('{"no":"brotli"}')],
    ['br', 'of bits that are all set', Buffer.alloc(50, 255)],
    ['br', 'cut off', brotliCompressSync('{"data":{}}').subarray(0, -3)],
  ])(
    'POST /api/user-endpoints/login – %s body %s – returns BODY_MALFORMED',
    async (encoding, _what, body) => {
      const answer = await fetch(`${app.url}/api/user-endpoints/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
        body,
      });
      const { status } = answer;
      expect(outcome({ status, body: await answer.json() })).toEqual([400, 'BODY_MALFORMED']);
    },
  );

  it('publish home page – empty required relation in a component – names the field in the caller’s language', async () => {
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
        message: 'Falta una relación o un archivo obligatorio.',
      }),
    );
  });

  it('role, folder or user name over the maximum length – returns 400', async () => {
    const name = 'x'.repeat(300);
    const answers = [
      await admin.post('/admin/roles', { name, description: '' }),
      await admin.post('/upload/folders', { name, parent: null }),
      await admin.put('/admin/users/me', { firstname: name }),
    ];
    expect(answers.map(outcome)).toEqual([MISTAKE, MISTAKE, MISTAKE]);
  });

  it('POST /upload – file name that is longer without its accents – is stored', async () => {
    const name = `${'ü'.repeat(200)}.pdf`;
    const answer = await app.request
      .post('/upload')
      .set('Authorization', `Bearer ${admin.token}`)
      .attach('files', Buffer.from('%PDF-1.4'), name);
    expect([answer.status, answer.body]).toMatchObject([201, [{ name }]]);
  });

  it.each(['http://[/', 'http://', 'https://[::1]:x/'])(
    'GET %s – invalid URL – returns 400',
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

describe('concurrent creations', () => {
  const postConcurrently = async (path: string, body: object) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(path, body)));
    const statuses = answers.map(({ status }) => status);
    return {
      statuses: [...new Set(statuses)].sort(),
      created: statuses.filter((status) => status === 201),
    };
  };

  it('POST /admin/users – 20 concurrent requests – creates one administrator', async () => {
    const person = { firstname: 'A', lastname: 'B', email: 'twice@example.com', roles: [1] };
    const { statuses, created } = await postConcurrently('/admin/users', person);
    expect([statuses, created.length]).toEqual([[201, 400], 1]);
  });

  it('POST /admin/roles – 20 concurrent requests – creates one role', async () => {
    const { statuses, created } = await postConcurrently('/admin/roles', {
      name: 'Twice',
      description: '',
    });
    expect([statuses, created.length]).toEqual([[201, 400], 1]);
  });

  it('POST /i18n/locales – 5 concurrent requests – creates one locale', async () => {
    const language = { code: 'fr', name: 'French (fr)', isDefault: false };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.post('/i18n/locales', language)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('POST /rights/lines/:id/roles – 20 concurrent requests – creates roles with unique names and codes', async () => {
    const [line] = (await app.strapi
      .documents('api::vertical.vertical')
      .findMany({ limit: 1 })) as { documentId: string }[];
    await postConcurrently(`/rights/lines/${line?.documentId ?? ''}/roles`, {});
    const roles = (await app.strapi.db
      .query('admin::role')
      .findMany({ where: { code: { $startsWith: 'line-' } } })) as { name: string; code: string }[];
    expect(roles.length).toBeGreaterThan(1);
    expect(new Set(roles.map(({ name }) => name)).size).toBe(roles.length);
    expect(new Set(roles.map(({ code }) => code)).size).toBe(roles.length);
  });

  it('POST /upload/folders – 20 concurrent requests – returns no internal error', async () => {
    const { statuses, created } = await postConcurrently('/upload/folders', {
      name: 'Twice',
      parent: null,
    });
    expect(created.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});
