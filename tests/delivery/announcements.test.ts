import { randomUUID } from 'node:crypto';
import type { UID } from '@strapi/types';
import { Client } from 'pg';
import { buildBarrierPayload, parseMessage } from '#delivery/invalidation/channel';
import { buildMembershipKey, buildValueKey } from '#delivery/invalidation/keys';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { pick, seededRandom } from '../support/random';
import { until } from '../support/until';

/** Tests the changes that the database announces, for every writer. */

const PRODUCT = 'api::product.product';
const PROTAGONIST = 'api::protagonist.protagonist';
const CHANNEL = 'api::channel.channel';
const LIVE = 'api::live.live';
const VERTICAL = 'api::vertical.vertical';
const SERIES = 'api::series.series';
const EPISODE = 'api::episode.episode';
const FILE = 'plugin::upload.file';

const PRODUCT_COUNT = 30;
const SEO = { author: 'Autora' };

type Announcements = {
  /** Document ids by type, or all of them. */
  documents: Record<string, readonly string[] | 'all'>;
  /** Keys of selections by type, or all of them. */
  selected: Record<string, readonly string[] | 'all'>;
  everything: boolean;
  /** The number of messages. */
  messages: number;
};

const noAnnouncements: Announcements = {
  documents: {},
  selected: {},
  everything: false,
  messages: 0,
};

type NotedChange = {
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
let pictureId: number;
let line: string;
let protagonist: string;
let channel: string;
/** A product that no other entry refers to. The others refer to the protagonist and to the channel. */
let product: string;
const relatedProducts: string[] = [];

const payloads: string[] = [];

type Data = Record<string, unknown>;

type Version = { documentId: string; locale?: string | undefined };

type Documents = {
  create(parameters: { status: string; data: Data; locale?: string }): Promise<Version>;
  update(parameters: Version & { data: Data }): Promise<unknown>;
  publish(parameters: Version): Promise<unknown>;
  unpublish(parameters: Version): Promise<unknown>;
};

/** Returns the document service of a type. Strapi's generated data types do not fit here. */
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
const receiveAll = async (): Promise<void> => {
  const barrier = buildBarrierPayload(randomUUID());
  await client.query('SELECT pg_notify($1, $2)', ['delivery', barrier]);
  await until(() => payloads.includes(barrier));
};

/** Returns the announcements during some work. */
const announcedDuring = async (work: () => Promise<unknown>): Promise<Announcements> => {
  await receiveAll();
  payloads.length = 0;
  await work();
  await receiveAll();
  const announcements: Announcements = {
    documents: {},
    selected: {},
    everything: false,
    messages: 0,
  };
  for (const payload of payloads) {
    const message = parseMessage(payload);
    if (message.kind === 'barrier') continue;
    announcements.messages += 1;
    if (message.kind === 'everything') {
      announcements.everything = true;
      continue;
    }
    const { kind, uid } = message;
    const changedKeys = message.kind === 'documents' ? message.documentIds : message.keys;
    const before = announcements[kind][uid] ?? [];
    announcements[kind][uid] =
      changedKeys === 'all' || before === 'all'
        ? 'all'
        : [...new Set([...before, ...changedKeys])].sort();
  }
  return announcements;
};

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>(text, values)).rows;

/** Returns the changes noted since the last call. Strapi configures JSON to be returned as text. */
const takeNoted = async (): Promise<NotedChange[]> => {
  const [row] = await sql<{ all: string | null }>(`
    WITH gone AS (DELETE FROM noted RETURNING *)
    SELECT json_agg(json_build_object('uid', uid, 'document_id', document_id, 'locale', locale,
      'event', event, 'before', before, 'after', after, 'keys', keys) ORDER BY id)::text AS all FROM gone`);
  return JSON.parse(row?.all ?? '[]') as NotedChange[];
};

const runTransaction = async (work: (ownClient: Client) => Promise<unknown>, end = 'COMMIT') => {
  const ownClient = new Client(app.database.url);
  await ownClient.connect();
  try {
    await ownClient.query('BEGIN');
    await work(ownClient);
    await ownClient.query(end);
  } finally {
    await ownClient.end();
  }
};

/** Waits until a query waits for a lock on a document. */
const untilLocked = async (): Promise<void> => {
  const isWaiting = async (): Promise<boolean> =>
    (await sql(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0;
  await until(isWaiting);
};

/** Returns the published row of a document in one locale. */
const findRow = async (table: string, documentId: string): Promise<number> => {
  const [row] = await sql<{ id: number }>(
    `SELECT id FROM ${table} WHERE document_id = $1 AND published_at IS NOT NULL`,
    [documentId],
  );
  return Number(row?.id);
};

/** Returns every key of the values of a product. */
const listKeys = (values: Record<string, readonly (string | number)[]>): string[] =>
  [
    buildMembershipKey(PRODUCT),
    ...Object.entries(values).flatMap(([name, fieldValues]) =>
      fieldValues.map((value) => buildValueKey(PRODUCT, name, String(value))),
    ),
  ].sort();

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  pictureId = await addPicture(app);
  line = await create(VERTICAL, { name: 'Medicina', slug: 'medicina', order: 1 });
  protagonist = await create(
    PROTAGONIST,
    { name: 'Ada', slug: 'ada', cv: 'cv', image: pictureId, order: 1, seo: SEO },
    'es',
  );
  channel = await create(CHANNEL, {
    name: 'Canal',
    slug: 'canal',
    description: 'd',
    type: 'University',
    order: 1,
    logo: pictureId,
    headVideo: { title: 'v' },
    seo: SEO,
  });
  const newData = (at: number): Data => ({
    title: 'Título',
    slug: `p-${at}`,
    SKU: `SKU-${at}`,
    payID: 'pay',
    type: 'Curso corto',
    order: at,
    seo: SEO,
  });
  product = await create(PRODUCT, { ...newData(0), verticals: [line] }, 'es');
  for (let at = 1; at <= PRODUCT_COUNT; at += 1) {
    const related = { ...newData(at), protagonists: [protagonist], channels: [channel] };
    relatedProducts.push(await create(PRODUCT, related, 'es'));
  }

  client = new Client(app.database.url);
  await client.connect();
  client.on('notification', ({ payload = '' }) => payloads.push(payload));
  await client.query('LISTEN delivery');
  // Rows of the outbox are deleted at once, so a trigger copies them.
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

describe('announcements of changes by the service', () => {
  it('saved draft – announces nothing', async () => {
    expect(
      await announcedDuring(() => save(PRODUCT, product, { title: 'Nuevo', order: 7 }, 'es')),
    ).toEqual(noAnnouncements);
    await save(PRODUCT, product, { order: 0 }, 'es');
    expect(await takeNoted()).toEqual([]);
  });

  it('published product with unchanged values – announces the product, and no selection', async () => {
    const announcements = await announcedDuring(() => publish(PRODUCT, product, 'es'));
    expect(announcements).toEqual({
      ...noAnnouncements,
      documents: { [PRODUCT]: [product] },
      messages: 1,
    });
    const values = {
      slug: 'p-0',
      payID: 'pay',
      type: 'Curso corto',
      order: 0,
      channels: [],
      protagonists: [],
      verticals: [line],
    };
    expect(await takeNoted()).toEqual([
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

  it('published product with another order – announces the selections by all of its values', async () => {
    await save(PRODUCT, product, { order: 5 }, 'es');
    const announcements = await announcedDuring(() => publish(PRODUCT, product, 'es'));
    const keys = listKeys({
      order: [0, 5],
      slug: ['p-0'],
      payID: ['pay'],
      type: ['Curso corto'],
      verticals: [line],
    });
    expect(announcements).toEqual({
      ...noAnnouncements,
      documents: { [PRODUCT]: [product] },
      selected: { [PRODUCT]: keys },
      messages: 2,
    });
    const [change, ...otherChanges] = await takeNoted();
    expect(otherChanges).toEqual([]);
    expect(change).toMatchObject({ event: 'update', before: { order: 0 }, after: { order: 5 } });
    expect([...(change?.keys ?? [])].sort()).toEqual([product, PRODUCT, ...keys].sort());
  });

  it('changed slug – announces the selections by the former and the new slug', async () => {
    await save(PRODUCT, product, { slug: 'p-neu' }, 'es');
    const { selected } = await announcedDuring(() => publish(PRODUCT, product, 'es'));
    expect(selected).toEqual({
      [PRODUCT]: listKeys({
        order: [5],
        slug: ['p-0', 'p-neu'],
        payID: ['pay'],
        type: ['Curso corto'],
        verticals: [line],
      }),
    });
  });

  it('product removed from a business line – announces the selection of the line', async () => {
    await save(PRODUCT, product, { verticals: [] }, 'es');
    const { selected } = await announcedDuring(() => publish(PRODUCT, product, 'es'));
    expect(selected[PRODUCT]).toContain(buildValueKey(PRODUCT, 'verticals', line));
    await save(PRODUCT, product, { verticals: [line] }, 'es');
    const afterReturn = await announcedDuring(() => publish(PRODUCT, product, 'es'));
    expect(afterReturn.selected[PRODUCT]).toContain(buildValueKey(PRODUCT, 'verticals', line));
  });

  it('unpublished and published product – announces the product and its selections', async () => {
    const keys = listKeys({
      order: [5],
      slug: ['p-neu'],
      payID: ['pay'],
      type: ['Curso corto'],
      verticals: [line],
    });
    const expected = {
      ...noAnnouncements,
      documents: { [PRODUCT]: [product] },
      selected: { [PRODUCT]: keys },
      messages: 2,
    };
    expect(
      await announcedDuring(() =>
        documents(PRODUCT).unpublish({ documentId: product, locale: 'es' }),
      ),
    ).toEqual(expected);
    expect(await takeNoted()).toMatchObject([
      { event: 'unpublish', document_id: product, before: { slug: 'p-neu' }, after: null },
    ]);
    expect(await announcedDuring(() => publish(PRODUCT, product, 'es'))).toEqual(expected);
    expect(await takeNoted()).toMatchObject([
      { event: 'publish', document_id: product, before: null, after: { slug: 'p-neu' } },
    ]);
  });

  it('published in another locale – announces that locale only', async () => {
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
    expect(await takeNoted()).toMatchObject([
      { document_id: product, locale: 'en', event: 'publish' },
    ]);
  });

  it.each([
    ['protagonist', PROTAGONIST, () => protagonist, 'es'],
    ['channel', CHANNEL, () => channel, undefined],
  ] as const)(
    'published %s that many products show – announces none of the products',
    async (_, uid, idOf, locale) => {
      const announcements = await announcedDuring(() => publish(uid, idOf(), locale));
      expect(announcements).toEqual({
        ...noAnnouncements,
        documents: { [uid]: [idOf()] },
        messages: 1,
      });
      expect(await takeNoted()).toMatchObject([{ uid, document_id: idOf(), event: 'update' }]);
    },
  );

  it('unpublished protagonist of many products – announces all of them', async () => {
    const announcements = await announcedDuring(() =>
      documents(PROTAGONIST).unpublish({ documentId: protagonist, locale: 'es' }),
    );
    expect(announcements.documents).toEqual({
      [PROTAGONIST]: [protagonist],
      [PRODUCT]: [...relatedProducts].sort(),
    });
    expect(announcements.selected[PRODUCT]).toContain(
      buildValueKey(PRODUCT, 'protagonists', protagonist),
    );
    const afterReturn = await announcedDuring(() => publish(PROTAGONIST, protagonist, 'es'));
    expect(afterReturn.documents).toEqual({
      [PROTAGONIST]: [protagonist],
      [PRODUCT]: [...relatedProducts].sort(),
    });
  });

  it('published protagonist in a component of a live – does not announce the live; unpublishing does', async () => {
    const live = await create(LIVE, {
      title: 'Directo',
      slug: 'directo',
      order: 1,
      image: pictureId,
      vertical: line,
      seo: SEO,
      program: [{ title: 'p', row: [{ hour: '09:30', protagonists: [protagonist] }] }],
    });
    const announcements = await announcedDuring(() => publish(PROTAGONIST, protagonist, 'es'));
    expect(announcements.documents).toEqual({ [PROTAGONIST]: [protagonist] });
    const afterUnpublish = await announcedDuring(() =>
      documents(PROTAGONIST).unpublish({ documentId: protagonist, locale: 'es' }),
    );
    expect(afterUnpublish.documents[LIVE]).toEqual([live]);
    await publish(PROTAGONIST, protagonist, 'es');
  });

  it('changed locales – announce everything', async () => {
    const announcements = await announcedDuring(() =>
      app.strapi.db
        .query('plugin::i18n.locale')
        .update({ where: { code: 'en' }, data: { name: 'English' } }),
    );
    expect(announcements.documents).toEqual({ 'plugin::i18n.locale': 'all' });
    expect(await takeNoted()).toMatchObject([{ document_id: '*', keys: ['*'] }]);
  });
});

describe('announcements of changes by SQL', () => {
  it('new link of two documents – announces the document that owns the link', async () => {
    const announcements = await announcedDuring(async () =>
      sql('INSERT INTO products_channels_lnk (product_id, channel_id) VALUES ($1, $2)', [
        await findRow('products', product),
        await findRow('channels', channel),
      ]),
    );
    expect(announcements.documents).toEqual({ [PRODUCT]: [product] });
    expect(announcements.selected[PRODUCT]).toContain(buildValueKey(PRODUCT, 'channels', channel));
    await sql('DELETE FROM products_channels_lnk WHERE product_id = $1', [
      await findRow('products', product),
    ]);
  });

  it('link written without a change – announces nothing', async () => {
    const id = await findRow('products', relatedProducts[0] ?? '');
    expect(
      await announcedDuring(() =>
        sql('UPDATE products_channels_lnk SET product_id = product_id WHERE product_id = $1', [id]),
      ),
    ).toEqual(noAnnouncements);
  });

  it('other order of the series of an episode – announces both series, and changes the response', async () => {
    const episode = await create(EPISODE, {
      name: 'Episodio',
      slug: 'episodio',
      language: 'es',
      summary: 's',
      image: pictureId,
    });
    const createSeries = (slug: string) =>
      create(
        SERIES,
        {
          name: slug,
          slug,
          description: 'd',
          image: pictureId,
          headVideo: { title: 'v' },
          order: 1,
          episodes: [episode],
          seo: SEO,
        },
        'es',
      );
    const seriesIds = [await createSeries('serie-una'), await createSeries('serie-otra')];
    const readSlugs = async (): Promise<string[]> => {
      const { body } = await app.request
        .get('/api/episodes/bySeries/serie-una?lang=es')
        .expect(200);
      const [episodeData] = (body as { data: { series: { slug: string }[] }[] }).data;
      return episodeData?.series.map(({ slug }) => slug) ?? [];
    };
    expect(await readSlugs()).toEqual(['serie-una', 'serie-otra']);
    const announcements = await announcedDuring(() =>
      sql(`UPDATE series_episodes_lnk SET series_ord = -series_id`),
    );
    expect(announcements.documents).toEqual({ [SERIES]: seriesIds.sort() });
    expect(announcements.selected[SERIES]).toContain(buildValueKey(SERIES, 'episodes', episode));
    // Changes by SQL reach the service with the announcement, a moment later.
    let currentSlugs = await readSlugs();
    while (currentSlugs[0] !== 'serie-otra') currentSlugs = await readSlugs();
    expect(currentSlugs).toEqual(['serie-otra', 'serie-una']);
  });

  it('changed component – announces its owner, and no selection', async () => {
    const rowId = await findRow('products', product);
    const announcements = await announcedDuring(() =>
      sql(
        `UPDATE components_shared_seos SET author = 'Otra' WHERE id IN
          (SELECT cmp_id FROM products_cmps WHERE entity_id = $1 AND component_type = 'shared.seo')`,
        [rowId],
      ),
    );
    expect(announcements).toEqual({
      ...noAnnouncements,
      documents: { [PRODUCT]: [product] },
      messages: 1,
    });
  });

  it('changed file – announces the file and the documents that show it', async () => {
    const [file] = await sql<{ document_id: string }>(
      'SELECT document_id FROM files WHERE id = $1',
      [pictureId],
    );
    const announcements = await announcedDuring(() =>
      sql(`UPDATE files SET url = '/uploads/b.png' WHERE id = $1`, [pictureId]),
    );
    expect(announcements.documents[FILE]).toEqual([file?.document_id]);
    expect(announcements.documents[PROTAGONIST]).toEqual([protagonist]);
    expect(announcements.documents[CHANNEL]).toEqual([channel]);
    expect(announcements.documents[PRODUCT]).toBeUndefined();
    expect(announcements.selected).toEqual({});
  });

  it('rollback, complete or to a savepoint – announces nothing', async () => {
    const rename = (ownClient: Client) =>
      ownClient.query(`UPDATE products SET slug = 'taken-back' WHERE document_id = $1`, [product]);
    expect(await announcedDuring(() => runTransaction(rename, 'ROLLBACK'))).toEqual(
      noAnnouncements,
    );
    expect(
      await announcedDuring(() =>
        runTransaction(async (ownClient) => {
          await ownClient.query('SAVEPOINT here');
          await rename(ownClient);
          await ownClient.query('ROLLBACK TO here');
        }),
      ),
    ).toEqual(noAnnouncements);
  });

  it('partial rollback – announces the remaining changes', async () => {
    const announcements = await announcedDuring(() =>
      runTransaction(async (ownClient) => {
        await ownClient.query(`UPDATE products SET title = 'a' WHERE document_id = $1`, [
          relatedProducts[0],
        ]);
        await ownClient.query('SAVEPOINT here');
        await ownClient.query(`UPDATE products SET title = 'b' WHERE document_id = $1`, [product]);
        await ownClient.query('ROLLBACK TO here');
        await ownClient.query(`UPDATE products SET title = 'c' WHERE document_id = $1`, [
          relatedProducts[1],
        ]);
      }),
    );
    expect(announcements.documents).toEqual({
      [PRODUCT]: [relatedProducts[0], relatedProducts[1]].sort(),
    });
  });

  it('constraints checked during the transaction – later changes are announced, too', async () => {
    const announcements = await announcedDuring(() =>
      runTransaction(async (ownClient) => {
        await ownClient.query(`UPDATE products SET title = 'a' WHERE document_id = $1`, [
          relatedProducts[0],
        ]);
        await ownClient.query('SET CONSTRAINTS ALL IMMEDIATE');
        await ownClient.query('SET CONSTRAINTS ALL DEFERRED');
        await ownClient.query(`UPDATE products SET title = 'c' WHERE document_id = $1`, [
          relatedProducts[1],
        ]);
      }),
    );
    expect(announcements.documents).toEqual({
      [PRODUCT]: [relatedProducts[0], relatedProducts[1]].sort(),
    });
  });

  it('NULL values – are announced; rows without an identity are not', async () => {
    const id = await findRow('products', relatedProducts[2] ?? '');
    const announcements = await announcedDuring(() =>
      sql('UPDATE products SET slug = NULL, "order" = NULL WHERE id = $1', [id]),
    );
    expect(announcements.documents).toEqual({ [PRODUCT]: [relatedProducts[2]] });
    expect(
      await announcedDuring(() =>
        sql(`INSERT INTO products (title, published_at) VALUES ('without identity', now())`),
      ),
    ).toEqual(noAnnouncements);
    await sql(`DELETE FROM products WHERE title = 'without identity'`);
  });

  it('role with write permission on the table only – is announced', async () => {
    const role = `writer_${randomUUID().slice(0, 8)}`;
    await sql(`CREATE ROLE ${role}`);
    try {
      await sql(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
      await sql(`GRANT UPDATE ON products TO ${role}`);
      const announcements = await announcedDuring(() =>
        runTransaction(async (ownClient) => {
          await ownClient.query(`SET LOCAL ROLE ${role}`);
          await ownClient.query(`UPDATE products SET acronym = 'd' WHERE document_id = $1`, [
            product,
          ]);
        }),
      );
      expect(announcements.documents).toEqual({ [PRODUCT]: [product] });
    } finally {
      await sql(`DROP OWNED BY ${role}`);
      await sql(`DROP ROLE ${role}`);
    }
  });

  it('change without triggers – is announced at the next start', async () => {
    await announcedDuring(() =>
      runTransaction(async (ownClient) => {
        await ownClient.query('SET LOCAL session_replication_role = replica');
        await ownClient.query(`UPDATE products SET slug = 'restored' WHERE document_id = $1`, [
          relatedProducts[3],
        ]);
      }),
    );
    const announcements = await announcedDuring(() => sql('SELECT delivery_align()'));
    expect(announcements.documents).toEqual({ [PRODUCT]: [relatedProducts[3]] });
    expect(announcements.selected[PRODUCT]).toContain(buildValueKey(PRODUCT, 'slug', 'restored'));
    expect(await announcedDuring(() => sql('SELECT delivery_align()'))).toEqual(noAnnouncements);
  });

  it('failing trigger – does not fail the write, and announces everything', async () => {
    await sql('ALTER TABLE delivery.types RENAME TO elsewhere');
    const announcements = await announcedDuring(() =>
      sql(`UPDATE products SET slug = 'kept' WHERE document_id = $1`, [relatedProducts[4]]),
    );
    await sql('ALTER TABLE delivery.elsewhere RENAME TO types');
    expect(announcements).toEqual({ ...noAnnouncements, everything: true, messages: 1 });
    expect(
      await sql(`SELECT slug FROM products WHERE document_id = $1 AND published_at IS NOT NULL`, [
        relatedProducts[4],
      ]),
    ).toEqual([{ slug: 'kept' }]);
    await sql('SELECT delivery_align()');
  });
});

describe('document whose values were lost by an error', () => {
  it('announces all selections when it changes', async () => {
    await sql('ALTER TABLE delivery.changes RENAME TO elsewhere');
    await sql(`UPDATE products SET slug = 'unknown' WHERE document_id = $1`, [relatedProducts[5]]);
    await sql('ALTER TABLE delivery.elsewhere RENAME TO changes');
    await sql(
      `UPDATE delivery.documents SET selection = NULL, links = NULL WHERE document_id = $1`,
      [relatedProducts[5]],
    );
    const announcements = await announcedDuring(() =>
      sql(`UPDATE products SET slug = 'known' WHERE document_id = $1`, [relatedProducts[5]]),
    );
    expect(announcements.selected).toEqual({ [PRODUCT]: 'all' });
  });
});

describe('parallel writers', () => {
  it('leave correct values of all documents', async () => {
    const random = seededRandom();
    const documentIds = relatedProducts.slice(0, 4);
    const rows: number[] = [];
    for (const documentId of documentIds) rows.push(await findRow('products', documentId));
    const channelRow = await findRow('channels', channel);
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
        const editorClient = new Client(app.database.url);
        await editorClient.connect();
        return editorClient;
      }),
    );
    for (let round = 0; round < 60; round += 1) {
      await Promise.all(
        editors.map(async (editorClient, index) => {
          await editorClient.query('BEGIN');
          // One statement each, because two in another order would deadlock by themselves.
          await editorClient.query(...edit(round * 10 + index));
          await editorClient.query('COMMIT');
        }),
      );
    }
    await Promise.all(editors.map((editorClient) => editorClient.end()));
    expect(await announcedDuring(() => sql('SELECT delivery_align()'))).toEqual(noAnnouncements);
  });

  it('writers of one document – wait for each other, and the second sees the change of the first', async () => {
    const [documentId = ''] = relatedProducts.slice(-1);
    const id = await findRow('products', documentId);
    const [first, second] = [new Client(app.database.url), new Client(app.database.url)];
    await Promise.all([first.connect(), second.connect()]);
    await first.query('BEGIN');
    await second.query('BEGIN');
    // The statements use different tables, so that no row lock separates them.
    await first.query(`UPDATE products SET slug = 'first' WHERE id = $1`, [id]);
    await second.query('DELETE FROM products_channels_lnk WHERE product_id = $1', [id]);
    await first.query('SET CONSTRAINTS ALL IMMEDIATE');
    const secondCommit = second.query('COMMIT');
    await untilLocked();
    await first.query('COMMIT');
    await secondCommit;
    await Promise.all([first.end(), second.end()]);
    expect(
      await sql(
        `SELECT selection->>'slug' AS slug, selection->'channels'->>0 AS channel FROM delivery.documents WHERE document_id = $1 AND locale = 'es'`,
        [documentId],
      ),
    ).toEqual([{ slug: 'first', channel: null }]);
  });
});

describe('changes of many documents', () => {
  const count = 6_000;

  it('above the limit – are announced without document ids', async () => {
    const announcements = await announcedDuring(() =>
      sql(`INSERT INTO products (document_id, locale, published_at, slug, "order")
        SELECT 'many-' || n, 'es', now(), 'many-' || n, n FROM generate_series(1, ${count}) n`),
    );
    expect(announcements).toEqual({
      ...noAnnouncements,
      documents: { [PRODUCT]: 'all' },
      selected: { [PRODUCT]: 'all' },
      messages: 2,
    });
    expect(await takeNoted()).toMatchObject([{ uid: PRODUCT, document_id: '*', keys: ['*'] }]);
  });

  it('below the limit – are announced with document ids, in several messages', async () => {
    const announcements = await announcedDuring(() =>
      sql(`UPDATE products SET title = 'x' WHERE document_id LIKE 'many-1%'`),
    );
    expect(announcements.documents[PRODUCT]).toHaveLength(1_111);
    expect(announcements.selected).toEqual({});
    expect(await takeNoted()).toHaveLength(1_111);
  });

  it('truncated table – is announced as everything', async () => {
    const announcements = await announcedDuring(() => sql('TRUNCATE products CASCADE'));
    expect(announcements).toMatchObject({ everything: true, documents: {} });
    expect(await sql(`SELECT * FROM delivery.documents WHERE uid = '${PRODUCT}'`)).toEqual([]);
    expect(await announcedDuring(() => sql('SELECT delivery_align()'))).toEqual(noAnnouncements);
  });
});
