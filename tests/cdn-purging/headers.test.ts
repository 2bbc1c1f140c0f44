import { Pool } from 'pg';
import { productTypes } from '#catalogue/product-type';
import { CHANNEL } from '#delivery/invalidation/channel';
import { buildDocumentKey, typeKey, buildValueKey } from '#delivery/invalidation/keys';
import { tagOf } from '#delivery/http-cache/tags';
import { createApiToken } from '../support/admin';
import { type App, startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const COURSES = '/api/products/courses?lang=es&page=1&pageSize=3';

type Course = { documentId: string };

let database: TestDatabase;

const coursesIn = (body: unknown): Course[] => (body as { data: Course[] }).data;

const tagsOf = ({ headers }: { headers: Record<string, string> }): string[] =>
  (headers.xkey ?? '').split(' ').filter((tag) => tag !== '');

beforeAll(async () => {
  database = await createDatabase({ seed: true });
});

afterAll(() => database.drop());

describe('cache tags of a response', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ database, env: { DELIVERY_TAG_HEADERS: 'xkey,Cache-Tag' } });
  });

  afterAll(() => app.stop());

  it('contain its documents and filter values, also in cached responses', async () => {
    const answers = [];
    for (const from of ['MISS', 'HIT', 'HIT']) {
      const answer = await app.request.get(COURSES).expect(200);
      expect(answer.headers['x-cache']).toBe(from);
      answers.push(answer);
    }
    const [first] = answers;
    const courses = coursesIn(first?.body);
    expect(courses).toHaveLength(3);
    for (const answer of answers) {
      const tags = tagsOf(answer);
      expect(tags).toEqual(
        expect.arrayContaining([
          'all',
          ...productTypes.course.map((type) => tagOf(buildValueKey(PRODUCT, 'type', type))),
          ...courses.map(({ documentId }) => tagOf(buildDocumentKey(documentId))),
        ]),
      );
      expect(new Set(tags).size).toBe(tags.length);
      expect(tags).toEqual(tagsOf(answers[0] ?? answer));
      expect(answer.headers['cache-tag']).toBe(tags.join(','));
    }
  });

  it('304 response – has the same tags', async () => {
    const { headers } = await app.request.get(COURSES);
    const again = await app.request.get(COURSES).set('If-None-Match', String(headers.etag));
    expect([again.status, again.headers.xkey]).toEqual([304, headers.xkey]);
  });

  it('each URL – has its own tags', async () => {
    const one = await app.request.get(COURSES);
    const other = await app.request.get(COURSES.replace('page=1', 'page=2'));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(tagsOf(await app.request.get(COURSES))).toEqual(tagsOf(one));
      expect(tagsOf(await app.request.get(COURSES.replace('page=1', 'page=2')))).toEqual(
        tagsOf(other),
      );
    }
    expect(tagsOf(one)).not.toEqual(tagsOf(other));
  });

  it('private, draft, generated and error responses – have no tags', async () => {
    const token = await createApiToken(app);
    const bearer = { Authorization: `Bearer ${token}` };
    await app.request.get(COURSES);
    for (const [description, answer] of [
      ['an authenticated caller', await app.request.get(COURSES).set(bearer)],
      ['a draft', await app.request.get(`${COURSES}&status=draft`).set(bearer)],
      ['the generated API', await app.request.get('/api/products')],
      ['an unknown product', await app.request.get('/api/products/productBySlug/nothing/es')],
      ['an invalid request', await app.request.get('/api/products/courses?page=x')],
      ['an unknown path', await app.request.get('/api/nothing')],
    ] as const) {
      expect([description, answer.headers.xkey, answer.headers['cache-tag']]).toEqual([
        description,
        undefined,
        undefined,
      ]);
    }
  });
});

describe('cache tags over DELIVERY_TAG_BYTES', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({
      database,
      env: { DELIVERY_TAG_HEADERS: 'xkey', DELIVERY_TAG_BYTES: '250' },
    });
  });

  afterAll(() => app.stop());

  it('are replaced by the tags of the content types', async () => {
    const answer = await app.request.get('/api/products/courses?lang=es').expect(200);
    const tags = tagsOf(answer);
    expect(answer.headers.xkey?.length).toBeLessThanOrEqual(250);
    expect(tags).toEqual(
      expect.arrayContaining([
        'all',
        ...[PRODUCT, 'api::channel.channel', 'plugin::upload.file'].map((uid) =>
          tagOf(typeKey(uid)),
        ),
      ]),
    );
    const [course] = coursesIn(answer.body);
    expect(tags).not.toContain(tagOf(buildDocumentKey(course?.documentId ?? '')));
  });
});

describe('an answer', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ database, env: { DELIVERY_S_MAXAGE: '31536000' } });
  });

  afterAll(() => app.stop());

  it('is stored by no cache where what it shows was changed while it was made', async () => {
    const pool = new Pool({ connectionString: database.url });
    const { rows } = await pool.query<{ slug: string; id: string }>(
      `SELECT p.slug, p.document_id AS id FROM products p
       JOIN products_channels_lnk l ON l.product_id = p.id
       WHERE p.published_at IS NOT NULL AND p.locale = 'es' LIMIT 1`,
    );
    const [{ slug, id }] = rows as [{ slug: string; id: string }];
    const path = `/api/products/productBySlug/${slug}/es`;
    const countChanges = async (): Promise<number> =>
      ((await app.request.get('/_delivery')).body as { changes: number }).changes;
    const before = await countChanges();

    // The request has read the product, and now waits for the channels.
    const lock = await pool.connect();
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE channels IN ACCESS EXCLUSIVE MODE');
    const pending = app.request.get(path).then((answer) => answer);
    await until(
      () =>
        pool.query(`SELECT FROM pg_locks WHERE relation = 'channels'::regclass AND NOT granted`),
      ({ rowCount }) => rowCount !== 0,
    );
    await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${PRODUCT} ${id}`]);
    await until(countChanges, (changes) => changes > before);
    await lock.query('COMMIT');
    lock.release();

    const staleAnswer = await pending;
    const next = await app.request.get(path);
    expect([staleAnswer.status, staleAnswer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(next.headers['cache-control']).toContain('s-maxage=31536000');
    await pool.end();
  });

  it('has no tags unless a setting asks for them', async () => {
    const { headers } = await app.request.get(COURSES).expect(200);
    expect([headers.xkey, headers['cache-tag'], headers['surrogate-key']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
