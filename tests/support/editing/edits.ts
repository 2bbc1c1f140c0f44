import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { pictureFile } from '../content';
import { pick, shuffled, type Random } from '../random';
import { ask } from './ask';
import { ELSEWHERE, type Ledger } from './ledger';

/** Types with a text that is shown in many places, with Strapi's tables and paths for them. */
const types = {
  products: { uid: 'api::product.product', path: 'products', text: 'title', localized: true },
  channels: { uid: 'api::channel.channel', path: 'channels', text: 'name', localized: false },
  protagonists: {
    uid: 'api::protagonist.protagonist',
    path: 'protagonists',
    text: 'name',
    localized: true,
  },
  categories: { uid: 'api::category.category', path: 'categories', text: 'name', localized: true },
  series: { uid: 'api::series.series', path: 'series-list', text: 'name', localized: true },
  lives: { uid: 'api::live.live', path: 'lives', text: 'title', localized: false },
  episodes: { uid: 'api::episode.episode', path: 'episodes', text: 'name', localized: false },
  home_pages: {
    uid: 'api::home-page.home-page',
    path: 'home-pages',
    text: 'label',
    localized: true,
  },
  platform_pages: {
    uid: 'api::platform-page.platform-page',
    path: 'platform-pages',
    text: 'label',
    localized: true,
  },
} as const;

type Table = keyof typeof types;

const editedTables: readonly Table[] = [
  'products',
  'channels',
  'protagonists',
  'categories',
  'series',
  'lives',
  'episodes',
];

const LABELS = ['TENDENCIA', 'TOP 10', 'PREMIUM', 'PROMOCIÓN'];

/** The editors, and their nodes. */
export type Desk = { node: number; url: string; apiToken: string; panelToken: string };

type Version = { document_id: string; locale: string | null };

type Options = {
  database: Pool;
  random: Random;
  ledger: Ledger;
  /** The documents that this writer may write: for two writes at the same time, the later one is unknown. */
  owns: (id: string) => boolean;
};

/**
 * Single actions of editors on random entries. Each returns whether it was done: the service may refuse it, or no entry
 * may fit.
 */
export const createEdits = ({ database, random, ledger, owns }: Options) => {
  const picture = readFileSync(pictureFile);
  let serial = 0;

  const number = (below: number): number => Math.floor(random() * below);

  const rowsOf = async (table: Table, condition: string): Promise<Version[]> => {
    const { rows } = await database.query<Version>(
      `SELECT DISTINCT document_id, ${types[table].localized ? 'locale' : 'NULL AS locale'}
       FROM ${table} AS t WHERE ${condition} ORDER BY 1, 2`,
    );
    return rows.filter(({ document_id: id }) => owns(id));
  };

  const PUBLISHED = 'published_at IS NOT NULL';
  const ONLY_DRAFT = `published_at IS NULL AND NOT EXISTS (SELECT 1 FROM TABLE_OF AS p
    WHERE p.document_id = t.document_id AND p.locale IS NOT DISTINCT FROM t.locale
    AND p.published_at IS NOT NULL)`;

  const idsOf = async (table: string): Promise<string[]> => {
    const { rows } = await database.query<{ document_id: string }>(
      `SELECT DISTINCT document_id FROM ${table} ORDER BY 1`,
    );
    return rows.map(({ document_id: id }) => id);
  };

  const some = <T>(values: readonly T[], most: number): T[] =>
    shuffled(random, values).slice(0, number(most + 1));

  const queryOf = (locale: string | null): string => (locale === null ? '' : `?locale=${locale}`);

  /** Removals are confirmed, because most entries are shown somewhere. */
  const insisting = (locale: string | null): string =>
    locale === null ? '?force=true' : `${queryOf(locale)}&force=true`;

  const thingOf = ({ document_id: id, locale }: Version): string =>
    `${id.slice(0, 12)}${locale === null ? '' : `-${locale}`}`;

  const content = async (desk: Desk, method: string, path: string, data?: object) => {
    const { status } = await ask(`${desk.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${desk.apiToken}`, 'content-type': 'application/json' },
      ...(data !== undefined && { body: JSON.stringify({ data }) }),
    });
    return status < 300;
  };

  const panel = async (desk: Desk, method: string, path: string, body: object) => {
    const { status } = await ask(`${desk.url}/content-manager/collection-types/${path}`, {
      method,
      headers: { authorization: `Bearer ${desk.panelToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return status < 300;
  };

  /** Writes and publishes attributes of a published entry of one of these types. */
  const change =
    (tables: readonly Table[], data: (table: Table, is: Version) => Promise<object> | object) =>
    async (desk: Desk): Promise<boolean> => {
      const table = pick(random, tables);
      const versions = await rowsOf(table, PUBLISHED);
      if (versions.length === 0) return false;
      const version = pick(random, versions);
      const { document_id: id, locale } = version;
      const path = `${types[table].path}/${id}${queryOf(locale)}`;
      return content(desk, 'PUT', path, await data(table, version));
    };

  const rename = async (desk: Desk): Promise<boolean> => {
    const noted: { thing: string; value: number }[] = [];
    const isDone = await change(editedTables, (table, version) => {
      const thing = thingOf(version);
      const { text, value } = ledger.next(thing);
      noted.push({ thing, value });
      return { [types[table].text]: text };
    })(desk);
    if (isDone) for (const { thing, value } of noted) ledger.wrote(thing, value, desk.node);
    return isDone;
  };

  const tables = Object.keys(types) as Table[];

  /** Returns a version that meets a condition, of any type that has one. */
  const someVersion = async (condition: string): Promise<[Table, Version] | null> => {
    for (const table of shuffled(random, tables)) {
      const versions = await rowsOf(table, condition.replace('TABLE_OF', table));
      if (versions.length > 0) return [table, pick(random, versions)];
    }
    return null;
  };

  const act = (action: 'publish' | 'unpublish', condition: string) => async (desk: Desk) => {
    const version = (await someVersion(condition)) ?? (await someVersion(PUBLISHED));
    if (version === null) return false;
    const [table, { document_id: id, locale }] = version;
    return panel(
      desk,
      'POST',
      `${types[table].uid}/${id}/actions/${action}${insisting(locale)}`,
      {},
    );
  };

  const draft = async (desk: Desk): Promise<boolean> => {
    const versions = await rowsOf('products', PUBLISHED);
    if (versions.length === 0) return false;
    const version = pick(random, versions);
    const path = `${types.products.uid}/${version.document_id}${queryOf(version.locale)}`;
    return panel(desk, 'PUT', path, { title: ledger.next(thingOf(version)).text });
  };

  const create = async (desk: Desk): Promise<boolean> => {
    const name = `new-${number(1e9)}`;
    return content(desk, 'POST', `products?locale=${pick(random, ['es', 'en'])}`, {
      title: name,
      slug: name,
      SKU: name.toUpperCase(),
      payID: 'pay',
      type: 'Curso corto',
      order: number(50),
      verticals: some(await idsOf('verticals'), 2),
      channels: some(await idsOf('channels'), 2),
      protagonists: some(await idsOf('protagonists'), 2),
      seo: { author: 'A' },
    });
  };

  const remove = async (desk: Desk): Promise<boolean> => {
    const versions = await rowsOf('products', 'TRUE');
    if (versions.length < 30) return false;
    const { document_id: id, locale } = pick(random, versions);
    return content(desk, 'DELETE', `products/${id}${insisting(locale)}`);
  };

  const replaceFile = async (desk: Desk): Promise<boolean> => {
    const { rows } = await database.query<{ id: number }>(
      `SELECT id FROM files WHERE mime = 'image/webp' ORDER BY id`,
    );
    const mine = rows.filter(({ id }) => owns(String(id)));
    if (mine.length === 0) return false;
    const form = new FormData();
    // Bytes after the picture's end change its size, which responses show, but not the picture.
    const bytes = Buffer.concat([picture, Buffer.alloc(1 + number(3_000))]);
    form.set('files', new Blob([bytes], { type: 'image/webp' }), `picture-${number(1e6)}.webp`);
    form.set('fileInfo', JSON.stringify({ alternativeText: `text ${(serial += 1)}` }));
    const { status } = await fetch(`${desk.url}/api/upload?id=${pick(random, mine).id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.apiToken}` },
      body: form,
    });
    return status < 300;
  };

  const businessLine = async (desk: Desk): Promise<boolean> => {
    const ids = (await idsOf('verticals')).filter(owns);
    if (ids.length === 0) return false;
    const data = pick(random, [
      { slug: `line-${number(1e6)}` },
      { name: `Line ${number(1e6)}` },
      { order: number(9) },
      { productAddress: `/p-${number(1e6)}/{slug}` },
    ]);
    return content(desk, 'PUT', `verticals/${pick(random, ids)}`, data);
  };

  const fromTheOtherSide = async (desk: Desk): Promise<boolean> => {
    const [products, channels] = await Promise.all([
      rowsOf('products', PUBLISHED),
      rowsOf('channels', PUBLISHED),
    ]);
    if (products.length === 0 || channels.length === 0) return false;
    const way = pick(random, ['connect', 'disconnect']);
    const { document_id: product } = pick(random, products);
    return content(desk, 'PUT', `channels/${pick(random, channels).document_id}`, {
      products: { [way]: [product] },
    });
  };

  const renameBySql = async (): Promise<boolean> => {
    const table = pick(random, editedTables);
    const { text: column, localized } = types[table];
    const versions = await rowsOf(table, PUBLISHED);
    if (versions.length === 0) return false;
    const version = pick(random, versions);
    const thing = thingOf(version);
    const { text, value } = ledger.next(thing);
    // Also changes the draft, or the next publication would restore the old value.
    const values = [text, version.document_id, ...(localized ? [version.locale] : [])];
    await database.query(
      `UPDATE ${table} SET ${column} = $1 WHERE document_id = $2 ${localized ? 'AND locale = $3' : ''}`,
      values,
    );
    ledger.wrote(thing, value, ELSEWHERE);
    return true;
  };

  const publishedIds = async (table: Table): Promise<string[]> => {
    const { rows } = await database.query<{ document_id: string }>(
      `SELECT DISTINCT document_id FROM ${table} WHERE ${PUBLISHED} ORDER BY 1`,
    );
    return rows.map(({ document_id: id }) => id);
  };

  /** Slides with links to random entries, which may not be published in this language. */
  const slides = async (): Promise<object[]> => {
    const { rows: pictures } = await database.query<{ id: number }>(
      `SELECT id FROM files WHERE mime = 'image/webp' ORDER BY id`,
    );
    if (pictures.length === 0) return [];
    const picture = (): number => pick(random, pictures).id;
    return Promise.all(
      shuffled(random, ['products', 'channels', 'series', 'protagonists'] as const)
        .slice(0, 2)
        .map(async (table) => ({
          description: `Slide ${number(1e6)}`,
          link: `entry:${types[table].uid}/${pick(random, await publishedIds(table))}`,
          backgroundMedia: picture(),
          icon: picture(),
        })),
    );
  };

  const oneOf = (table: string): string => `(SELECT id FROM ${table} ORDER BY random() LIMIT 1)`;

  /** SQL statements of somebody who does not know the service. */
  const statements: readonly (() => string)[] = [
    () => `UPDATE components_label_green_tags SET green_tag = '${pick(random, LABELS)}'
           WHERE id = ${oneOf('components_label_green_tags')}`,
    () => `UPDATE components_shared_seos SET author = 'A ${number(1e6)}'
           WHERE id = ${oneOf('components_shared_seos')}`,
    () => `UPDATE files SET alternative_text = 'text ${number(1e6)}' WHERE id = ${oneOf('files')}`,
    () => `UPDATE products SET "order" = ${number(50)} WHERE id = ${oneOf('products')}`,
    () => `UPDATE products SET slug = 'sql-${number(1e6)}' WHERE id = ${oneOf('products')}`,
    () => `UPDATE products SET type = 'Curso corto' WHERE id = ${oneOf('products')}`,
    () => `UPDATE verticals SET slug = 'sql-${number(1e6)}' WHERE id = ${oneOf('verticals')}`,
    () => `DELETE FROM products_channels_lnk WHERE id = ${oneOf('products_channels_lnk')}`,
    () => `DELETE FROM products_verticals_lnk WHERE id = ${oneOf('products_verticals_lnk')}`,
    () => `DELETE FROM series_episodes_lnk WHERE id = ${oneOf('series_episodes_lnk')}`,
    // Links drafts to published rows too, and the reverse, as Strapi never would.
    () => `UPDATE products_protagonists_lnk SET protagonist_id = ${oneOf('protagonists')}
           WHERE id = ${oneOf('products_protagonists_lnk')}`,
    () => `DELETE FROM products WHERE id = (SELECT id FROM products WHERE published_at IS NOT NULL
           ORDER BY random() LIMIT 1)`,
    () => `DELETE FROM files_related_mph WHERE id = ${oneOf('files_related_mph')}`,
  ];

  const sql = async (): Promise<boolean> => {
    if (random() < 0.4) return renameBySql();
    const client = await database.connect();
    try {
      await client.query('BEGIN');
      const many = 1 + number(3);
      for (let at = 0; at < many; at += 1) await client.query(pick(random, statements)());
      await client.query(random() < 0.8 ? 'COMMIT' : 'ROLLBACK');
      return true;
    } catch {
      // A rule of the database forbids it.
      await client.query('ROLLBACK');
      return false;
    } finally {
      client.release();
    }
  };

  return {
    rename,
    order: change(['products', 'channels', 'series', 'lives', 'protagonists'], () => ({
      order: number(50),
    })),
    slug: change(['products', 'channels', 'series', 'protagonists'], () => ({
      slug: `slug-${number(1e9)}`,
    })),
    line: change(['products', 'channels', 'series'], async () => ({
      verticals: some(await idsOf('verticals'), 3),
    })),
    label: change(['products', 'channels', 'series', 'lives'], () => ({
      greenTag: random() < 0.2 ? null : { greenTag: pick(random, LABELS) },
    })),
    translation: change(['channels', 'lives', 'episodes'], (table) => ({
      texts:
        random() < 0.2
          ? []
          : [{ language: 'en', [types[table].text]: `In English ${number(1e6)}` }],
    })),
    relations: change(['products'], async () => ({
      channels: some(await idsOf('channels'), 3),
      protagonists: some(await idsOf('protagonists'), 3),
      categories: some(await idsOf('categories'), 3),
    })),
    episodes: change(['series'], async () => ({ episodes: some(await idsOf('episodes'), 5) })),
    home: change(['home_pages'], async () => ({
      channels: some(await idsOf('channels'), 5),
      planTypes: [{ title: `Plan ${number(1e6)}`, description: 'd' }],
    })),
    link: change(['home_pages'], async () => ({ carouselMedia: await slides() })),
    platform: change(['platform_pages'], () => ({ middleTitle: `Middle ${number(1e6)}` })),
    unpublish: act('unpublish', PUBLISHED),
    publish: act('publish', ONLY_DRAFT),
    draft,
    create,
    remove,
    replaceFile,
    businessLine,
    fromTheOtherSide,
    sql,
  } satisfies Record<string, (desk: Desk) => Promise<boolean>>;
};

export type Edits = ReturnType<typeof createEdits>;
export type Kind = keyof Edits;
