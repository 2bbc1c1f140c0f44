import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { checkIndexes, installDefinitions, type Definition } from '#platform/database/installer';
import { sortTextsByLetters } from '#platform/database/sorted-texts';
import { getFeatures } from '#feature/application';
import { type Admin, signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';

const USERS = 'plugin::users-permissions.user';
const ORDERS = 'plugin::checkout.order';

let app: App;
let client: Client;
let admin: Admin;

beforeAll(async () => {
  app = await startApp();
  client = new Client(app.database.url);
  await client.connect();
  admin = await signIn(app, 'strapi-super-admin');
  await client.query(`
    INSERT INTO up_users (document_id, email, username, name, surname, vertical, phone)
    SELECT 'user' || n, 'person' || n || '@example.com', 'person' || n || '@example.com',
           'Ana', 'Muñoz' || n, 'medicina', '+34' || (600000000 + n)
    FROM generate_series(1, 300) n`);
  await client.query(`
    INSERT INTO checkout_orders (document_id, product_title, customer_email, state, amount_total, synced_ms, session_id,
                                 created_at)
    SELECT 'order' || n, 'Course ' || n, 'buyer' || n || '@example.com', 'paid', 4242, 1700000000000 + n,
           'cs_' || md5(n::text), now() - n * interval '1 minute'
    FROM generate_series(1, 300) n`);
});

afterAll(async () => {
  await client.end();
  await app.stop();
});

const definitions = (): Definition[] =>
  getFeatures(app).flatMap((item) => item.definitions?.(app) ?? []);

const list = async (uid: string, query: string) => {
  const { status, body } = await admin.get(
    `/content-manager/collection-types/${uid}?sort=createdAt:DESC&${query}`,
  );
  expect(status).toBe(200);
  return body as unknown as {
    results: { documentId: string }[];
    pagination: { total: number; pageCount: number };
  };
};

type Statement = { sql: string; bindings?: readonly unknown[] };

const INDEX_SCAN_OFF = 'SET LOCAL enable_indexscan = off';

/** Returns the queries of an action on users and orders, with their planner settings. */
const statementsOf = async (action: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const record = (statement: Statement): void => {
    if (/from "(up_users|checkout_orders)"|enable_indexscan/.test(statement.sql)) {
      statements.push(statement);
    }
  };
  const { connection } = app.strapi.db;
  connection.on('query', record);
  try {
    await action();
  } finally {
    connection.off('query', record);
  }
  return statements;
};

/** Returns PostgreSQL's plan with expensive sequential scans, as in a table with hundreds of thousands of rows. */
const planOf = async ({ sql, bindings = [] }: Statement): Promise<string> => {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL enable_seqscan = off');
    if (sql.includes('ILIKE')) await client.query(INDEX_SCAN_OFF);
    // A statement with inlined values has no bindings; knex numbers the placeholders of others.
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${sql}`, [...bindings]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
  }
};

describe.each([
  [USERS, 'up_users_search_ix', ['muñoz17', 'person17', '60000001']],
  [ORDERS, 'checkout_orders_search_ix', ['course 17', 'buyer17@', '4242']],
])('panel search in %s', (uid, index, texts) => {
  it.each(texts)('finds %s with its search index and without a sequential scan', async (text) => {
    const statements = await statementsOf(async () => {
      expect(
        (await list(uid, `page=1&pageSize=10&_q=${encodeURIComponent(text)}`)).pagination.total,
      ).toBeGreaterThan(0);
    });
    const searching = statements.filter(({ sql }) => sql.includes('ILIKE'));
    // With index scans, the planner would read the table from the newest row on to find rare matches.
    const statementTexts = statements.map(({ sql }) => sql);
    const page = statementTexts.findIndex(
      (sql) => sql.includes('ILIKE') && sql.startsWith('select "t0"."id"'),
    );
    const off = statementTexts.indexOf(INDEX_SCAN_OFF);
    const on = statementTexts.indexOf('SET LOCAL enable_indexscan = on');
    expect([off >= 0, off < page, page < on]).toEqual([true, true, true]);
    expect(searching.length).toBeGreaterThanOrEqual(2);
    for (const statement of searching) {
      const plan = await planOf(statement);
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    }
  });
});

it('ops/search-indexes.sql – contains the statements of the search indexes', () => {
  const removeSpaces = (text: string): string => text.replaceAll(/[\s"]/g, '');
  const file = removeSpaces(
    readFileSync(path.resolve(__dirname, '../../ops/search-indexes.sql'), 'utf8'),
  );
  const searchIndexes = definitions().filter(({ name }) => name.endsWith('_search_ix'));
  expect(searchIndexes).toHaveLength(2);
  for (const { create } of searchIndexes) {
    expect(file).toContain(removeSpaces(create.replace('INDEX', 'INDEX CONCURRENTLY')));
  }
});

it('panel search – identifying fields match, and common values do not', async () => {
  const countResults = async (uid: string, text: string): Promise<number> =>
    (await list(uid, `page=1&pageSize=10&_q=${text}`)).pagination.total;
  expect(await countResults(USERS, 'person299')).toBe(1);
  expect(await countResults(USERS, 'medicina')).toBe(0);
  expect(await countResults(ORDERS, 'buyer299')).toBe(1);
  expect(await countResults(ORDERS, 'paid')).toBe(0);
  // The time of the last synchronization of an order, in milliseconds.
  expect(await countResults(ORDERS, '1700000')).toBe(0);
});

describe('checkIndexes', () => {
  it('new database – reports no missing index', async () => {
    expect(await checkIndexes(app, definitions())).toEqual([]);
  });

  it('dropped or invalid index – is reported with the statement that restores it', async () => {
    await client.query('DROP INDEX checkout_orders_handover_ix');
    await client.query(`UPDATE pg_index SET indisvalid = false
                        WHERE indexrelid IN ('up_users_updated_ix'::regclass, 'history.events_type_at'::regclass)`);
    const warn = jest.spyOn(app.strapi.log, 'warn');
    try {
      expect(await checkIndexes(app, definitions())).toEqual(
        expect.arrayContaining([
          'checkout_orders_handover_ix',
          'up_users_updated_ix',
          'history.events_type_at',
        ]),
      );
      const warnings = JSON.parse(JSON.stringify(warn.mock.calls)) as [string][];
      const remedies = warnings.flatMap(([line]) => line.split(' Run: ')[1] ?? []);
      expect(remedies).toHaveLength(3);
      for (const remedy of remedies) await client.query(remedy);
    } finally {
      warn.mockRestore();
    }
    expect(await checkIndexes(app, definitions())).toEqual([]);
  });
});

it('installDefinitions – extension not available – skips its index and logs the slow feature', async () => {
  const warn = jest.spyOn(app.strapi.log, 'warn');
  try {
    await installDefinitions(
      app,
      [
        {
          kind: 'extension',
          name: 'nowhere',
          create: 'CREATE EXTENSION nowhere',
          purpose: 'quick search',
        },
        {
          kind: 'index',
          name: 'up_users_nowhere_ix',
          table: 'up_users',
          needs: ['nowhere'],
          create: 'CREATE INDEX up_users_nowhere_ix ON up_users USING gin (email nowhere_ops)',
        },
      ],
      { removes: false },
    );
    expect(JSON.stringify(warn.mock.calls)).toMatch(
      /without the extension nowhere there is no quick search/,
    );
  } finally {
    warn.mockRestore();
  }
  const { rows } = await client.query(`SELECT to_regclass('up_users_nowhere_ix') AS there`);
  expect(rows).toEqual([{ there: null }]);
});

describe('page far down a list', () => {
  const expectedIds = async (start: number, limit: number): Promise<string[]> => {
    const { rows } = await client.query<{ document_id: string }>(
      'SELECT document_id FROM checkout_orders ORDER BY created_at DESC OFFSET $1 LIMIT $2',
      [start, limit],
    );
    return rows.map((row) => row.document_id);
  };

  beforeAll(async () => {
    await client.query(`
      INSERT INTO checkout_orders (document_id, product_title, customer_email, session_id, state, created_at)
      SELECT 'far' || n, 'Course', 'far' || n || '@example.com', 'cs_far_' || n, 'expired',
             now() - interval '1 day' - n * interval '1 minute'
      FROM generate_series(1, 1500) n`);
    // The visibility map allows index-only scans.
    await client.query('VACUUM ANALYZE checkout_orders');
  });

  it('contains the right orders, found by an index-only scan', async () => {
    const statements = await statementsOf(async () => {
      const { results, pagination } = await list(ORDERS, 'page=150&pageSize=12');
      expect(results.map(({ documentId }) => documentId)).toEqual(await expectedIds(1788, 12));
      expect(pagination.total).toBe(1800);
    });
    const deep = statements.filter(({ sql }) => sql.includes(' offset '));
    expect(deep).toHaveLength(1);
    expect(await planOf(deep[0] ?? { sql: '' })).toMatch(
      /Index Only Scan using checkout_orders_created_ix/,
    );
  });

  it('respects search and filters', async () => {
    const query = 'page=150&pageSize=10&_q=far&filters[$and][0][state][$eq]=expired';
    const { results } = await list(ORDERS, query);
    expect(results.map(({ documentId }) => documentId)).toEqual(
      Array.from({ length: 10 }, (_, index) => `far${1491 + index}`),
    );
    expect((await list(ORDERS, 'page=999&pageSize=100')).results).toEqual([]);
  });
});

describe('list sorted by text', () => {
  const CATEGORIES = 'api::category.category';
  const NAMES = ['Zoe', 'alvarado', 'Álvarez', 'Ñu', 'Nube'];
  const SORTED = ['alvarado', 'Álvarez', 'Nube', 'Ñu', 'Zoe'];
  /** Entries that differ only in their id. */
  const TWINS = 4;

  beforeAll(async () => {
    await ensureLanguages(app);
    const { documents } = app.strapi;
    const data = (name: string, index: number) => ({ name, slug: `sorted-${index}`, order: 1 });
    for (const [index, name] of [...NAMES, ...Array<string>(TWINS).fill('Zoe')].entries()) {
      await documents(CATEGORIES).create({
        ...{ locale: 'es', status: 'published', data: data(name, index) },
      } as never);
    }
    await client.query(
      `
      INSERT INTO up_users (document_id, email, username, surname)
      SELECT 'sorted' || n, 'sorted' || n || '@example.com', 'sorted' || n, name
      FROM unnest($1::text[]) WITH ORDINALITY named(name, n)`,
      [NAMES],
    );
  });

  const collationOf = async (): Promise<string | undefined> => {
    const { rows } = await client.query<{ datcollate: string }>(
      'SELECT datcollate FROM pg_database WHERE datname = current_database()',
    );
    return rows[0]?.datcollate;
  };

  const names = (results: readonly unknown[], attribute = 'name'): unknown[] =>
    results.map((result) => (result as Record<string, unknown>)[attribute]);

  it('panel and public list – database with collation C – sort by letters, then accents and case', async () => {
    expect(await collationOf()).toMatch(/^C/);
    const twins = Array<string>(TWINS).fill('Zoe');
    const panel = async (order: string): Promise<unknown[]> => {
      const { body } = await admin.get(
        `/content-manager/collection-types/${CATEGORIES}?locale=es&sort=name:${order}`,
      );
      return names(body.results as unknown[]);
    };
    expect(await panel('ASC')).toEqual([...SORTED, ...twins]);
    expect(await panel('DESC')).toEqual([...SORTED, ...twins].reverse());
    const { body } = await app.request.get('/api/categories?locale=es&sort=name:asc').expect(200);
    expect(names((body as { data: unknown[] }).data)).toEqual([...SORTED, ...twins]);
  });

  it('GET list – several pages of entries with equal names – contains each entry once', async () => {
    const slugs: unknown[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await app.request
        .get(
          `/api/categories?locale=es&sort=name:asc&pagination[page]=${page}&pagination[pageSize]=2`,
        )
        .expect(200);
      slugs.push(...names((body as { data: unknown[] }).data, 'slug'));
    }
    expect(slugs).toHaveLength(NAMES.length + TWINS);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('GET list – sorted or filtered by a relation – sorts by letters', async () => {
    for (const [index, title] of NAMES.entries()) {
      const category = await app.strapi.db
        .query(CATEGORIES)
        .findOne({ where: { slug: `sorted-${index}`, publishedAt: null } });
      const { documentId } = category as { documentId: string };
      await app.strapi.documents('api::product.product').create({
        locale: 'es',
        data: { title, slug: `sorted-${index}`, categories: [documentId] },
      } as never);
    }
    for (const query of [
      'sort=categories.name:ASC',
      'sort=title:ASC&filters[categories][slug][$startsWith]=sorted',
    ]) {
      const { body } = await admin.get(
        `/content-manager/collection-types/api::product.product?locale=es&${query}`,
      );
      expect([query, names(body.results as unknown[], 'title')]).toEqual([query, SORTED]);
    }
  });

  it('GET users – sorted by surname – sorts by letters and keeps the search index', async () => {
    const search = 'filters[$and][0][username][$startsWith]=sorted';
    const { body } = await admin.get(
      `/content-manager/collection-types/${USERS}?sort=surname:ASC&${search}`,
    );
    expect(names(body.results as unknown[], 'surname')).toEqual(SORTED);
    expect(await checkIndexes(app, definitions())).toEqual([]);
  });

  it('start – columns with another collation – changes them, rebuilds their indexes and skips slugs and locales', async () => {
    const collations = async (): Promise<unknown> =>
      (
        await client.query(`
          SELECT attrelid::regclass::text || '.' || attname AS column, collname
          FROM pg_attribute a JOIN pg_collation o ON o.oid = a.attcollation
          WHERE (attrelid, attname) IN (('up_users'::regclass, 'surname'), ('up_users'::regclass, 'email'),
            ('verticals'::regclass, 'name'), ('verticals'::regclass, 'slug'), ('verticals'::regclass, 'locale'))
          ORDER BY 1`)
      ).rows;
    const sorted = await collations();
    expect(sorted).toEqual([
      { column: 'up_users.email', collname: 'default' },
      { column: 'up_users.surname', collname: 'es-x-icu' },
      { column: 'verticals.locale', collname: 'default' },
      { column: 'verticals.name', collname: 'es-x-icu' },
      { column: 'verticals.slug', collname: 'default' },
    ]);
    await client.query(`ALTER TABLE up_users ALTER surname TYPE varchar(255) COLLATE "default"`);
    await client.query(`ALTER TABLE verticals ALTER name TYPE varchar(255) COLLATE "default"`);
    await sortTextsByLetters(app, {});
    expect(await collations()).toEqual(sorted);
    expect(await checkIndexes(app, definitions())).toEqual([]);
  });

  it('start – column used by a view – keeps its collation and logs a warning', async () => {
    await client.query(`ALTER TABLE verticals ALTER name TYPE varchar(255) COLLATE "default"`);
    await client.query('CREATE VIEW somebodys AS SELECT name FROM verticals');
    const warn = jest.spyOn(app.strapi.log, 'warn');
    try {
      await sortTextsByLetters(app, {});
      expect(JSON.stringify(warn.mock.calls)).toContain(
        'cannot set the collation es-x-icu on verticals',
      );
    } finally {
      warn.mockRestore();
      await client.query('DROP VIEW somebodys');
    }
    await sortTextsByLetters(app, {});
  });
});
