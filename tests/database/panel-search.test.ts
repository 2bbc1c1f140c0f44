import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import {
  checkIndexes,
  installDefinitions,
  type Definition,
} from '../../src/platform/database/installer';
import { sortTextsByLetters } from '../../src/platform/database/sorted-texts';
import { featuresOf } from '../../src/feature/application';
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
  featuresOf(app).flatMap((one) => one.definitions?.(app) ?? []);

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

const NO_LOOKING = 'SET LOCAL enable_indexscan = off';

/** Returns every query that an action sends to the tables of people, and its planner settings. */
const statementsOf = async (act: () => Promise<unknown>): Promise<Statement[]> => {
  const heard: Statement[] = [];
  const hear = (statement: Statement): void => {
    if (/from "(up_users|checkout_orders)"|enable_indexscan/.test(statement.sql)) {
      heard.push(statement);
    }
  };
  const { connection } = app.strapi.db;
  connection.on('query', hear);
  try {
    await act();
  } finally {
    connection.off('query', hear);
  }
  return heard;
};

/** Returns PostgreSQL's plan when sequential scans are as expensive as with hundreds of thousands of rows. */
const planOf = async ({ sql, bindings = [] }: Statement): Promise<string> => {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL enable_seqscan = off');
    if (sql.includes('ILIKE')) await client.query(NO_LOOKING);
    // A prepared statement contains its values already; knex numbers those of others.
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${sql}`, [...bindings]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('ROLLBACK');
  }
};

describe.each([
  [USERS, 'up_users_search_ix', ['muñoz17', 'person17', '60000001']],
  [ORDERS, 'checkout_orders_search_ix', ['course 17', 'buyer17@', '4242']],
])('the search of the panel in %s', (uid, index, texts) => {
  it.each(texts)('should find %s by an index, and read no table to its end', async (text) => {
    const statements = await statementsOf(async () => {
      expect(
        (await list(uid, `page=1&pageSize=10&_q=${encodeURIComponent(text)}`)).pagination.total,
      ).toBeGreaterThan(0);
    });
    const searching = statements.filter(({ sql }) => sql.includes('ILIKE'));
    // Without it, rare matches are searched from the newest row to the oldest.
    const said = statements.map(({ sql }) => sql);
    const page = said.findIndex(
      (sql) => sql.includes('ILIKE') && sql.startsWith('select "t0"."id"'),
    );
    const off = said.indexOf(NO_LOOKING);
    const on = said.indexOf('SET LOCAL enable_indexscan = on');
    expect([off >= 0, off < page, page < on]).toEqual([true, true, true]);
    expect(searching.length).toBeGreaterThanOrEqual(2);
    for (const statement of searching) {
      const plan = await planOf(statement);
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    }
  });
});

it('should have the indexes that operators are told to make beforehand', () => {
  const squeezed = (text: string): string => text.replaceAll(/[\s"]/g, '');
  const page = squeezed(
    readFileSync(path.resolve(__dirname, '../../docs/how-to/build-search-indexes.md'), 'utf8'),
  );
  const defined = definitions().filter(({ name }) => name.endsWith('_search_ix'));
  expect(defined).toHaveLength(2);
  for (const { create } of defined) {
    expect(page).toContain(squeezed(create.replace('INDEX', 'INDEX CONCURRENTLY')));
  }
});

it('should find people and orders by what tells them apart, not by what most have in common', async () => {
  const totals = async (uid: string, text: string): Promise<number> =>
    (await list(uid, `page=1&pageSize=10&_q=${text}`)).pagination.total;
  expect(await totals(USERS, 'person299')).toBe(1);
  expect(await totals(USERS, 'medicina')).toBe(0);
  expect(await totals(ORDERS, 'buyer299')).toBe(1);
  expect(await totals(ORDERS, 'paid')).toBe(0);
  // The time at which an order was last read, in milliseconds.
  expect(await totals(ORDERS, '1700000')).toBe(0);
});

describe('a start in production', () => {
  it('should miss nothing in a database that it has made', async () => {
    expect(await checkIndexes(app, definitions())).toEqual([]);
  });

  it('should name the index that somebody has dropped, and the one that is broken', async () => {
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
      const said = JSON.parse(JSON.stringify(warn.mock.calls)) as [string][];
      const remedies = said.flatMap(([line]) => line.split(' Run: ')[1] ?? []);
      expect(remedies).toHaveLength(3);
      for (const remedy of remedies) await client.query(remedy);
    } finally {
      warn.mockRestore();
    }
    expect(await checkIndexes(app, definitions())).toEqual([]);
  });
});

it('should start without the extension where it cannot be had, and say what is slow then', async () => {
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

describe('a page far down the list', () => {
  const wanted = async (start: number, limit: number): Promise<string[]> => {
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
    // The visibility map tells which rows an index-only scan can return.
    await client.query('VACUUM ANALYZE checkout_orders');
  });

  it('should hold the same orders as ever, by their numbers out of an index', async () => {
    const statements = await statementsOf(async () => {
      const { results, pagination } = await list(ORDERS, 'page=150&pageSize=12');
      expect(results.map(({ documentId }) => documentId)).toEqual(await wanted(1788, 12));
      expect(pagination.total).toBe(1800);
    });
    const deep = statements.filter(({ sql }) => sql.includes(' offset '));
    expect(deep).toHaveLength(1);
    expect(await planOf(deep[0] ?? { sql: '' })).toMatch(
      /Index Only Scan using checkout_orders_created_ix/,
    );
  });

  it('should keep to what is searched and asked for', async () => {
    const query = 'page=150&pageSize=10&_q=far&filters[$and][0][state][$eq]=expired';
    const { results } = await list(ORDERS, query);
    expect(results.map(({ documentId }) => documentId)).toEqual(
      Array.from({ length: 10 }, (_, at) => `far${1491 + at}`),
    );
    expect((await list(ORDERS, 'page=999&pageSize=100')).results).toEqual([]);
  });
});

describe('a list that is sorted by a text', () => {
  const CATEGORIES = 'api::category.category';
  const NAMES = ['Zoe', 'alvarado', 'Álvarez', 'Ñu', 'Nube'];
  const SORTED = ['alvarado', 'Álvarez', 'Nube', 'Ñu', 'Zoe'];
  /** Entries that differ in their id only. */
  const TWINS = 4;

  beforeAll(async () => {
    await ensureLanguages(app);
    const { documents } = app.strapi;
    const data = (name: string, at: number) => ({ name, slug: `sorted-${at}`, order: 1 });
    for (const [at, name] of [...NAMES, ...Array<string>(TWINS).fill('Zoe')].entries()) {
      await documents(CATEGORIES).create({
        ...{ locale: 'es', status: 'published', data: data(name, at) },
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
    results.map((one) => (one as Record<string, unknown>)[attribute]);

  it('GET the panel’s and the public list – on a database that sorts by code points – sort letters, then accents and case', async () => {
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

  it('GET …?pagination – entries of one name – stand on one page each', async () => {
    const seen: unknown[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await app.request
        .get(
          `/api/categories?locale=es&sort=name:asc&pagination[page]=${page}&pagination[pageSize]=2`,
        )
        .expect(200);
      seen.push(...names((body as { data: unknown[] }).data, 'slug'));
    }
    expect(seen).toHaveLength(NAMES.length + TWINS);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('GET a list – sorted by a relation, and filtered by one – sorts by letters too', async () => {
    for (const [at, title] of NAMES.entries()) {
      const category = await app.strapi.db
        .query(CATEGORIES)
        .findOne({ where: { slug: `sorted-${at}`, publishedAt: null } });
      const { documentId } = category as { documentId: string };
      await app.strapi.documents('api::product.product').create({
        locale: 'es',
        data: { title, slug: `sorted-${at}`, categories: [documentId] },
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

  it('GET the list of users – by surname – sorts by letters, and is still searched by an index', async () => {
    const search = 'filters[$and][0][username][$startsWith]=sorted';
    const { body } = await admin.get(
      `/content-manager/collection-types/${USERS}?sort=surname:ASC&${search}`,
    );
    expect(names(body.results as unknown[], 'surname')).toEqual(SORTED);
    expect(await checkIndexes(app, definitions())).toEqual([]);
  });

  it('a start – on columns that are sorted otherwise – changes them, builds their indexes again and leaves codes alone', async () => {
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

  it('a start – while somebody’s view shows a column – leaves its table as it is and says so', async () => {
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
