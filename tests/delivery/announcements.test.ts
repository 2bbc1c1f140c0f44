import { randomUUID } from 'node:crypto';
import type { UID } from '@strapi/types';
import { Client } from 'pg';
import { barrierPayload, parseMessage } from '../../src/delivery/invalidation/channel';
import { membershipKey, valueKey } from '../../src/delivery/invalidation/keys';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { pick, seededRandom } from '../support/random';
import { until } from '../support/until';

/** Tests which changes the database announces, for every writer. */

const PRODUCT = 'api::product.product';
const PROTAGONIST = 'api::protagonist.protagonist';
const CHANNEL = 'api::channel.channel';
const LIVE = 'api::live.live';
const VERTICAL = 'api::vertical.vertical';
const SERIES = 'api::series.series';
const EPISODE = 'api::episode.episode';
const FILE = 'plugin::upload.file';

const SHOWN_BY = 30;
const SEO = { author: 'Autora' };

type Heard = {
  /** Documents by type, or all of them. */
  documents: Record<string, readonly string[] | 'all'>;
  /** Values that selections use, by type. */
  selected: Record<string, readonly string[] | 'all'>;
  everything: boolean;
  /** The number of messages. */
  messages: number;
};

const nothing: Heard = { documents: {}, selected: {}, everything: false, messages: 0 };

type Noted = {
  uid: string;
  document_id: string;
  locale: string;
  event: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  keys: string[];
};

let app: App;
let client: Client;
let picture: number;
let line: string;
let protagonist: string;
let channel: string;
/** Shown by its own page only; the others show the protagonist and belong to the channel. */
let product: string;
const crowd: string[] = [];

const payloads: string[] = [];

type Data = Record<string, unknown>;

type Version = { documentId: string; locale?: string | undefined };

type Documents = {
  create(parameters: { status: string; data: Data; locale?: string }): Promise<Version>;
  update(parameters: Version & { data: Data }): Promise<unknown>;
  publish(parameters: Version): Promise<unknown>;
  unpublish(parameters: Version): Promise<unknown>;
};

/** Strapi's generated data types do not help here. */
const documents = (uid: UID.ContentType): Documents => {
  const service: object = app.strapi.documents(uid);
  return service as Documents;
};

const create = async (uid: UID.ContentType, data: Data, locale?: string): Promise<string> => {
  const language = locale === undefined ? {} : { locale };
  const { documentId } = await documents(uid).create({ status: 'published', data, ...language });
  return documentId;
};

/** Saves a draft. */
const save = (uid: UID.ContentType, documentId: string, data: Data, locale?: string) =>
  documents(uid).update({ documentId, locale, data });

const publish = (uid: UID.ContentType, documentId: string, locale?: string) =>
  documents(uid).publish({ documentId, locale });

/** Waits until every announcement so far has arrived. */
const hearAll = async (): Promise<void> => {
  const barrier = barrierPayload(randomUUID());
  await client.query('SELECT pg_notify($1, $2)', ['delivery', barrier]);
  await until(() => payloads.includes(barrier));
};

/** Returns the announcements of some work. */
const during = async (work: () => Promise<unknown>): Promise<Heard> => {
  await hearAll();
  payloads.length = 0;
  await work();
  await hearAll();
  const heard: Heard = { documents: {}, selected: {}, everything: false, messages: 0 };
  for (const payload of payloads) {
    const message = parseMessage(payload);
    if (message.kind === 'barrier') continue;
    heard.messages += 1;
    if (message.kind === 'everything') {
      heard.everything = true;
      continue;
    }
    const { kind, uid } = message;
    const named = message.kind === 'documents' ? message.documentIds : message.keys;
    const before = heard[kind][uid] ?? [];
    heard[kind][uid] =
      named === 'all' || before === 'all' ? 'all' : [...new Set([...before, ...named])].sort();
  }
  return heard;
};

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>(text, values)).rows;

/** Returns the changes noted since the last call. Strapi configures JSON to be returned as text. */
const noted = async (): Promise<Noted[]> => {
  const [row] = await sql<{ all: string | null }>(`
    WITH gone AS (DELETE FROM noted RETURNING *)
    SELECT json_agg(json_build_object('uid', uid, 'document_id', document_id, 'locale', locale,
      'event', event, 'before', before, 'after', after, 'keys', keys) ORDER BY id)::text AS all FROM gone`);
  return JSON.parse(row?.all ?? '[]') as Noted[];
};

const transaction = async (work: (own: Client) => Promise<unknown>, end = 'COMMIT') => {
  const own = new Client(app.database.url);
  await own.connect();
  try {
    await own.query('BEGIN');
    await work(own);
    await own.query(end);
  } finally {
    await own.end();
  }
};

/** Waits until a query waits for a lock that documents share. */
const untilWaiting = async (): Promise<void> => {
  const isWaiting = async (): Promise<boolean> =>
    (await sql(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0;
  await until(isWaiting);
};

/** Returns the published row of a document in one language. */
const rowOf = async (table: string, documentId: string): Promise<number> => {
  const [row] = await sql<{ id: number }>(
    `SELECT id FROM ${table} WHERE document_id = $1 AND published_at IS NOT NULL`,
    [documentId],
  );
  return Number(row?.id);
};

/** Returns every key of a product's values. */
const keysOf = (values: Record<string, readonly (string | number)[]>): string[] =>
  [
    membershipKey(PRODUCT),
    ...Object.entries(values).flatMap(([name, all]) =>
      all.map((value) => valueKey(PRODUCT, name, String(value))),
    ),
  ].sort();

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  picture = await addPicture(app);
  line = await create(VERTICAL, { name: 'Medicina', slug: 'medicina', order: 1 });
  protagonist = await create(
    PROTAGONIST,
    { name: 'Ada', slug: 'ada', cv: 'cv', image: picture, order: 1, seo: SEO },
    'es',
  );
  channel = await create(CHANNEL, {
    name: 'Canal',
    slug: 'canal',
    description: 'd',
    type: 'University',
    order: 1,
    logo: picture,
    headVideo: { title: 'v' },
    seo: SEO,
  });
  const data = (at: number): Data => ({
    title: 'Título',
    slug: `p-${at}`,
    SKU: `SKU-${at}`,
    payID: 'pay',
    type: 'Curso corto',
    order: at,
    seo: SEO,
  });
  product = await create(PRODUCT, { ...data(0), verticals: [line] }, 'es');
  for (let at = 1; at <= SHOWN_BY; at += 1) {
    const shown = { ...data(at), protagonists: [protagonist], channels: [channel] };
    crowd.push(await create(PRODUCT, shown, 'es'));
  }

  client = new Client(app.database.url);
  await client.connect();
  client.on('notification', ({ payload = '' }) => payloads.push(payload));
  await client.query('LISTEN delivery');
  // Rows of the outbox are removed at once; this keeps a copy.
  await client.query(`
    CREATE TABLE noted (LIKE delivery.changes);
    CREATE FUNCTION keep_noted() RETURNS trigger AS $$
      BEGIN INSERT INTO noted SELECT NEW.*; RETURN NULL; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER keep_noted AFTER INSERT ON delivery.changes
      FOR EACH ROW EXECUTE FUNCTION keep_noted()`);
});

beforeEach(() => sql('DELETE FROM noted'));

afterEach(async () => {
  expect(await sql('SELECT * FROM delivery.pending')).toEqual([]);
});

afterAll(async () => {
  await client.end();
  await stopQuietly(app);
});

describe('An editor who', () => {
  it('saves a draft changes nothing', async () => {
    expect(await during(() => save(PRODUCT, product, { title: 'Nuevo', order: 7 }, 'es'))).toEqual(
      nothing,
    );
    await save(PRODUCT, product, { order: 0 }, 'es');
    expect(await noted()).toEqual([]);
  });

  it('publishes a product whose place is the same changes that product, and no selection', async () => {
    const heard = await during(() => publish(PRODUCT, product, 'es'));
    expect(heard).toEqual({ ...nothing, documents: { [PRODUCT]: [product] }, messages: 1 });
    const values = {
      slug: 'p-0',
      payID: 'pay',
      type: 'Curso corto',
      order: 0,
      channels: [],
      protagonists: [],
      verticals: [line],
    };
    expect(await noted()).toEqual([
      {
        uid: PRODUCT,
        document_id: product,
        locale: 'es',
        event: 'update',
        before: values,
        after: values,
        keys: [product, PRODUCT],
      },
    ]);
  });

  it('changes where a product stands has the selections by all of its values asked again', async () => {
    await save(PRODUCT, product, { order: 5 }, 'es');
    const heard = await during(() => publish(PRODUCT, product, 'es'));
    const keys = keysOf({
      order: [0, 5],
      slug: ['p-0'],
      payID: ['pay'],
      type: ['Curso corto'],
      verticals: [line],
    });
    expect(heard).toEqual({
      ...nothing,
      documents: { [PRODUCT]: [product] },
      selected: { [PRODUCT]: keys },
      messages: 2,
    });
    const [change, ...others] = await noted();
    expect(others).toEqual([]);
    expect(change).toMatchObject({ event: 'update', before: { order: 0 }, after: { order: 5 } });
    expect([...(change?.keys ?? [])].sort()).toEqual([product, PRODUCT, ...keys].sort());
  });

  it('renames a slug has the old one and the new one asked again', async () => {
    await save(PRODUCT, product, { slug: 'p-neu' }, 'es');
    const { selected } = await during(() => publish(PRODUCT, product, 'es'));
    expect(selected).toEqual({
      [PRODUCT]: keysOf({
        order: [5],
        slug: ['p-0', 'p-neu'],
        payID: ['pay'],
        type: ['Curso corto'],
        verticals: [line],
      }),
    });
  });

  it('takes a product out of a line has that line asked again', async () => {
    await save(PRODUCT, product, { verticals: [] }, 'es');
    const { selected } = await during(() => publish(PRODUCT, product, 'es'));
    expect(selected[PRODUCT]).toContain(valueKey(PRODUCT, 'verticals', line));
    await save(PRODUCT, product, { verticals: [line] }, 'es');
    const back = await during(() => publish(PRODUCT, product, 'es'));
    expect(back.selected[PRODUCT]).toContain(valueKey(PRODUCT, 'verticals', line));
  });

  it('unpublishes and publishes a product has it go and come', async () => {
    const keys = keysOf({
      order: [5],
      slug: ['p-neu'],
      payID: ['pay'],
      type: ['Curso corto'],
      verticals: [line],
    });
    const changed = {
      ...nothing,
      documents: { [PRODUCT]: [product] },
      selected: { [PRODUCT]: keys },
      messages: 2,
    };
    expect(
      await during(() => documents(PRODUCT).unpublish({ documentId: product, locale: 'es' })),
    ).toEqual(changed);
    expect(await noted()).toMatchObject([
      { event: 'unpublish', document_id: product, before: { slug: 'p-neu' }, after: null },
    ]);
    expect(await during(() => publish(PRODUCT, product, 'es'))).toEqual(changed);
    expect(await noted()).toMatchObject([
      { event: 'publish', document_id: product, before: null, after: { slug: 'p-neu' } },
    ]);
  });

  it('publishes another language changes that one only', async () => {
    await save(
      PRODUCT,
      product,
      {
        title: 'T',
        slug: 'p-en',
        SKU: 'SKU-0',
        payID: 'p',
        type: 'Curso corto',
        order: 5,
        seo: SEO,
      },
      'en',
    );
    await publish(PRODUCT, product, 'en');
    expect(await noted()).toMatchObject([{ document_id: product, locale: 'en', event: 'publish' }]);
  });

  it.each([
    ['protagonist', PROTAGONIST, () => protagonist, 'es'],
    ['channel', CHANNEL, () => channel, undefined],
  ] as const)(
    'publishes a %s that many products show changes none of them',
    async (_, uid, idOf, locale) => {
      const heard = await during(() => publish(uid, idOf(), locale));
      expect(heard).toEqual({ ...nothing, documents: { [uid]: [idOf()] }, messages: 1 });
      expect(await noted()).toMatchObject([{ uid, document_id: idOf(), event: 'update' }]);
    },
  );

  it('unpublishes a protagonist that many products show changes all of them', async () => {
    const heard = await during(() =>
      documents(PROTAGONIST).unpublish({ documentId: protagonist, locale: 'es' }),
    );
    expect(heard.documents).toEqual({ [PROTAGONIST]: [protagonist], [PRODUCT]: [...crowd].sort() });
    expect(heard.selected[PRODUCT]).toContain(valueKey(PRODUCT, 'protagonists', protagonist));
    const back = await during(() => publish(PROTAGONIST, protagonist, 'es'));
    expect(back.documents).toEqual({ [PROTAGONIST]: [protagonist], [PRODUCT]: [...crowd].sort() });
  });

  it('publishes a protagonist whom a component within a live names does not change the live', async () => {
    const live = await create(LIVE, {
      title: 'Directo',
      slug: 'directo',
      order: 1,
      image: picture,
      vertical: line,
      seo: SEO,
      program: [{ title: 'p', row: [{ hour: '09:30', protagonists: [protagonist] }] }],
    });
    const heard = await during(() => publish(PROTAGONIST, protagonist, 'es'));
    expect(heard.documents).toEqual({ [PROTAGONIST]: [protagonist] });
    const gone = await during(() =>
      documents(PROTAGONIST).unpublish({ documentId: protagonist, locale: 'es' }),
    );
    expect(gone.documents[LIVE]).toEqual([live]);
    await publish(PROTAGONIST, protagonist, 'es');
  });

  it('changes the languages changes everything that is noted', async () => {
    const heard = await during(() =>
      app.strapi.db
        .query('plugin::i18n.locale')
        .update({ where: { code: 'en' }, data: { name: 'English' } }),
    );
    expect(heard.documents).toEqual({ 'plugin::i18n.locale': 'all' });
    expect(await noted()).toMatchObject([{ document_id: '*', keys: ['*'] }]);
  });
});

describe('Somebody who writes past the service and', () => {
  it('links two documents changes the one whose link it is', async () => {
    const heard = await during(async () =>
      sql('INSERT INTO products_channels_lnk (product_id, channel_id) VALUES ($1, $2)', [
        await rowOf('products', product),
        await rowOf('channels', channel),
      ]),
    );
    expect(heard.documents).toEqual({ [PRODUCT]: [product] });
    expect(heard.selected[PRODUCT]).toContain(valueKey(PRODUCT, 'channels', channel));
    await sql('DELETE FROM products_channels_lnk WHERE product_id = $1', [
      await rowOf('products', product),
    ]);
  });

  it('writes a link as it was changes nothing', async () => {
    const id = await rowOf('products', crowd[0] ?? '');
    expect(
      await during(() =>
        sql('UPDATE products_channels_lnk SET product_id = product_id WHERE product_id = $1', [id]),
      ),
    ).toEqual(nothing);
  });

  it('has two series come in another order at an episode changes both, and what readers get', async () => {
    const episode = await create(EPISODE, {
      name: 'Episodio',
      slug: 'episodio',
      language: 'es',
      summary: 's',
      image: picture,
    });
    const series = (slug: string) =>
      create(
        SERIES,
        {
          name: slug,
          slug,
          description: 'd',
          image: picture,
          headVideo: { title: 'v' },
          order: 1,
          episodes: [episode],
          seo: SEO,
        },
        'es',
      );
    const both = [await series('serie-una'), await series('serie-otra')];
    const slugs = async (): Promise<string[]> => {
      const { body } = await app.request
        .get('/api/episodes/bySeries/serie-una?lang=es')
        .expect(200);
      const [shown] = (body as { data: { series: { slug: string }[] }[] }).data;
      return shown?.series.map(({ slug }) => slug) ?? [];
    };
    expect(await slugs()).toEqual(['serie-una', 'serie-otra']);
    const heard = await during(() => sql(`UPDATE series_episodes_lnk SET series_ord = -series_id`));
    expect(heard.documents).toEqual({ [SERIES]: both.sort() });
    expect(heard.selected[SERIES]).toContain(valueKey(SERIES, 'episodes', episode));
    // Writes past the service reach it with the announcement, a moment later.
    let shown = await slugs();
    while (shown[0] !== 'serie-otra') shown = await slugs();
    expect(shown).toEqual(['serie-otra', 'serie-una']);
  });

  it('changes a component changes what holds it, and no selection', async () => {
    const id = await rowOf('products', product);
    const heard = await during(() =>
      sql(
        `UPDATE components_shared_seos SET author = 'Otra' WHERE id IN
          (SELECT cmp_id FROM products_cmps WHERE entity_id = $1 AND component_type = 'shared.seo')`,
        [id],
      ),
    );
    expect(heard).toEqual({ ...nothing, documents: { [PRODUCT]: [product] }, messages: 1 });
  });

  it('replaces a file changes it and what shows it', async () => {
    const [file] = await sql<{ document_id: string }>(
      'SELECT document_id FROM files WHERE id = $1',
      [picture],
    );
    const heard = await during(() =>
      sql(`UPDATE files SET url = '/uploads/b.png' WHERE id = $1`, [picture]),
    );
    expect(heard.documents[FILE]).toEqual([file?.document_id]);
    expect(heard.documents[PROTAGONIST]).toEqual([protagonist]);
    expect(heard.documents[CHANNEL]).toEqual([channel]);
    expect(heard.documents[PRODUCT]).toBeUndefined();
    expect(heard.selected).toEqual({});
  });

  it('takes it back changes nothing', async () => {
    const rename = (own: Client) =>
      own.query(`UPDATE products SET slug = 'taken-back' WHERE document_id = $1`, [product]);
    expect(await during(() => transaction(rename, 'ROLLBACK'))).toEqual(nothing);
    expect(
      await during(() =>
        transaction(async (own) => {
          await own.query('SAVEPOINT here');
          await rename(own);
          await own.query('ROLLBACK TO here');
        }),
      ),
    ).toEqual(nothing);
  });

  it('takes back a part of it changes the rest', async () => {
    const heard = await during(() =>
      transaction(async (own) => {
        await own.query(`UPDATE products SET title = 'a' WHERE document_id = $1`, [crowd[0]]);
        await own.query('SAVEPOINT here');
        await own.query(`UPDATE products SET title = 'b' WHERE document_id = $1`, [product]);
        await own.query('ROLLBACK TO here');
        await own.query(`UPDATE products SET title = 'c' WHERE document_id = $1`, [crowd[1]]);
      }),
    );
    expect(heard.documents).toEqual({ [PRODUCT]: [crowd[0], crowd[1]].sort() });
  });

  it('has everything checked within the transaction is heard of what follows as well', async () => {
    const heard = await during(() =>
      transaction(async (own) => {
        await own.query(`UPDATE products SET title = 'a' WHERE document_id = $1`, [crowd[0]]);
        await own.query('SET CONSTRAINTS ALL IMMEDIATE');
        await own.query('SET CONSTRAINTS ALL DEFERRED');
        await own.query(`UPDATE products SET title = 'c' WHERE document_id = $1`, [crowd[1]]);
      }),
    );
    expect(heard.documents).toEqual({ [PRODUCT]: [crowd[0], crowd[1]].sort() });
  });

  it('leaves values out is heard, and rows without an identity are not', async () => {
    const id = await rowOf('products', crowd[2] ?? '');
    const heard = await during(() =>
      sql('UPDATE products SET slug = NULL, "order" = NULL WHERE id = $1', [id]),
    );
    expect(heard.documents).toEqual({ [PRODUCT]: [crowd[2]] });
    expect(
      await during(() =>
        sql(`INSERT INTO products (title, published_at) VALUES ('without identity', now())`),
      ),
    ).toEqual(nothing);
    await sql(`DELETE FROM products WHERE title = 'without identity'`);
  });

  it('may be anybody with the right to write to the table', async () => {
    const role = `writer_${randomUUID().slice(0, 8)}`;
    await sql(`CREATE ROLE ${role}`);
    try {
      await sql(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
      await sql(`GRANT UPDATE ON products TO ${role}`);
      const heard = await during(() =>
        transaction(async (own) => {
          await own.query(`SET LOCAL ROLE ${role}`);
          await own.query(`UPDATE products SET acronym = 'd' WHERE document_id = $1`, [product]);
        }),
      );
      expect(heard.documents).toEqual({ [PRODUCT]: [product] });
    } finally {
      await sql(`DROP OWNED BY ${role}`);
      await sql(`DROP ROLE ${role}`);
    }
  });

  it('writes past the triggers is heard at the next start', async () => {
    await during(() =>
      transaction(async (own) => {
        await own.query('SET LOCAL session_replication_role = replica');
        await own.query(`UPDATE products SET slug = 'restored' WHERE document_id = $1`, [crowd[3]]);
      }),
    );
    const heard = await during(() => sql('SELECT delivery_align()'));
    expect(heard.documents).toEqual({ [PRODUCT]: [crowd[3]] });
    expect(heard.selected[PRODUCT]).toContain(valueKey(PRODUCT, 'slug', 'restored'));
    expect(await during(() => sql('SELECT delivery_align()'))).toEqual(nothing);
  });

  it('cannot be kept from it by a mistake of ours', async () => {
    await sql('ALTER TABLE delivery.types RENAME TO elsewhere');
    const heard = await during(() =>
      sql(`UPDATE products SET slug = 'kept' WHERE document_id = $1`, [crowd[4]]),
    );
    await sql('ALTER TABLE delivery.elsewhere RENAME TO types');
    expect(heard).toEqual({ ...nothing, everything: true, messages: 1 });
    expect(
      await sql(`SELECT slug FROM products WHERE document_id = $1 AND published_at IS NOT NULL`, [
        crowd[4],
      ]),
    ).toEqual([{ slug: 'kept' }]);
    await sql('SELECT delivery_align()');
  });
});

describe('What a mistake leaves unknown', () => {
  it('is asked again by whichever value when it is changed', async () => {
    await sql('ALTER TABLE delivery.changes RENAME TO elsewhere');
    await sql(`UPDATE products SET slug = 'unknown' WHERE document_id = $1`, [crowd[5]]);
    await sql('ALTER TABLE delivery.elsewhere RENAME TO changes');
    await sql(
      `UPDATE delivery.documents SET selection = NULL, links = NULL WHERE document_id = $1`,
      [crowd[5]],
    );
    const heard = await during(() =>
      sql(`UPDATE products SET slug = 'known' WHERE document_id = $1`, [crowd[5]]),
    );
    expect(heard.selected).toEqual({ [PRODUCT]: 'all' });
  });
});

describe('Several at once', () => {
  it('leave nothing remembered that is not so', async () => {
    const random = seededRandom();
    const some = crowd.slice(0, 4);
    const rows: number[] = [];
    for (const one of some) rows.push(await rowOf('products', one));
    const channelRow = await rowOf('channels', channel);
    const edit = (at: number): [string, unknown[]] => {
      const id = pick(random, rows);
      return pick<[string, unknown[]]>(random, [
        [`UPDATE products SET slug = $2 WHERE id = $1`, [id, `s-${at}`]],
        [`UPDATE products SET "order" = $2 WHERE id = $1`, [id, at]],
        [`DELETE FROM products_channels_lnk WHERE product_id = $1`, [id]],
        [
          `INSERT INTO products_channels_lnk (product_id, channel_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
          [id, channelRow],
        ],
        [`UPDATE products_channels_lnk SET channel_ord = $2 WHERE product_id = $1`, [id, at]],
      ]);
    };
    const editors = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const own = new Client(app.database.url);
        await own.connect();
        return own;
      }),
    );
    for (let round = 0; round < 60; round += 1) {
      await Promise.all(
        editors.map(async (own, at) => {
          await own.query('BEGIN');
          // One statement each: two in another order would deadlock by themselves.
          await own.query(...edit(round * 10 + at));
          await own.query('COMMIT');
        }),
      );
    }
    await Promise.all(editors.map((own) => own.end()));
    expect(await during(() => sql('SELECT delivery_align()'))).toEqual(nothing);
  });

  it('who touch one document wait for each other, and the second sees what the first has done', async () => {
    const [one = ''] = crowd.slice(-1);
    const id = await rowOf('products', one);
    const [first, second] = [new Client(app.database.url), new Client(app.database.url)];
    await Promise.all([first.connect(), second.connect()]);
    await first.query('BEGIN');
    await second.query('BEGIN');
    // Different tables, so that no row lock separates them.
    await first.query(`UPDATE products SET slug = 'first' WHERE id = $1`, [id]);
    await second.query('DELETE FROM products_channels_lnk WHERE product_id = $1', [id]);
    await first.query('SET CONSTRAINTS ALL IMMEDIATE');
    const committed = second.query('COMMIT');
    await untilWaiting();
    await first.query('COMMIT');
    await committed;
    await Promise.all([first.end(), second.end()]);
    expect(
      await sql(
        `SELECT selection->>'slug' AS slug, selection->'channels'->>0 AS channel FROM delivery.documents WHERE document_id = $1 AND locale = 'es'`,
        [one],
      ),
    ).toEqual([{ slug: 'first', channel: null }]);
  });
});

describe('Very many documents at once', () => {
  const many = 6_000;

  it('are not named one by one', async () => {
    const heard = await during(() =>
      sql(`INSERT INTO products (document_id, locale, published_at, slug, "order")
        SELECT 'many-' || n, 'es', now(), 'many-' || n, n FROM generate_series(1, ${many}) n`),
    );
    expect(heard).toEqual({
      ...nothing,
      documents: { [PRODUCT]: 'all' },
      selected: { [PRODUCT]: 'all' },
      messages: 2,
    });
    expect(await noted()).toMatchObject([{ uid: PRODUCT, document_id: '*', keys: ['*'] }]);
  });

  it('are named in several messages below that', async () => {
    const heard = await during(() =>
      sql(`UPDATE products SET title = 'x' WHERE document_id LIKE 'many-1%'`),
    );
    expect(heard.documents[PRODUCT]).toHaveLength(1_111);
    expect(heard.selected).toEqual({});
    expect(await noted()).toHaveLength(1_111);
  });

  it('are gone when their table is emptied', async () => {
    const heard = await during(() => sql('TRUNCATE products CASCADE'));
    expect(heard).toMatchObject({ everything: true, documents: {} });
    expect(await sql(`SELECT * FROM delivery.documents WHERE uid = '${PRODUCT}'`)).toEqual([]);
    expect(await during(() => sql('SELECT delivery_align()'))).toEqual(nothing);
  });
});
