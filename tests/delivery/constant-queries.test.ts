import { resolve } from 'node:path';
import { z } from '@strapi/utils';
import type { Client } from 'pg';
import { endpoints } from '../support/endpoints';
import type { Access, Endpoint } from '../../src/platform/http/endpoint';
import { documentsOf } from '../../src/platform/strapi/documents';
import {
  bearer,
  generous,
  logIn,
  type Mailbox,
  openMailbox,
  registerSomeone,
} from '../account/support/accounts';
import { createApiToken } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, bookDetails, ensureLanguages } from '../support/content';
import { createDatabase, type TestDatabase } from '../support/database';
import { hostModule } from '../support/host';

type List = { path: string; access: Access };

let database: TestDatabase;
let app: App;
let mailbox: Mailbox;
let vertical: string;
let picture: number;
let student: { id: number; email: string };
let tokens: Record<Exclude<Access, 'public'>, string>;

/** A provider that never answers: its products are known. */
const provider = {
  PAY_ACCOUNTS: 'main',
  PAY_MAIN_SECRET_KEY: 'sk_test_main_0123',
  PAY_MAIN_WEBHOOK_SECRET: 'whsec_main_0123',
  PAY_API_BASE: 'http://127.0.0.1:9',
};

/** Starts the service on the one database with a reader. */
const start = async (env: Record<string, string>): Promise<void> => {
  app = await startApp({
    database,
    env: {
      ...env,
      ...generous,
      ...mailbox.env,
      ...mailbox.runtimeEnv,
      ...provider,
      DELIVERY_CACHE: 'false',
      DELIVERY_DOCUMENT_CACHE: 'false',
    },
  });
};

/** Creates the common parents of the entries. */
const prepare = async (): Promise<void> => {
  const made = await app.strapi
    .documents('api::vertical.vertical')
    .create({ data: { name: 'Medicina', slug: 'medicina', isDefault: true } } as never);
  vertical = made.documentId;
  const offer = {
    id: 'price_1',
    unitAmount: 4_900,
    amount: 49,
    currency: 'EUR',
    otherAmounts: {},
    isRecurring: false,
  };
  await app.strapi.db.connection.raw(
    `INSERT INTO payment.products (pay_id, account, is_sold, prices)
     SELECT one, 'main', true, ?::jsonb FROM unnest(?::text[]) one`,
    [JSON.stringify([{ ...offer, interval: null, intervalCount: null, isDefault: true }]), payIDs],
  );
  await ensureLanguages(app);
  picture = await addPicture(app);
  student = await registerSomeone(app);
  const own = await logIn(app, student.email);
  tokens = { manager: await createApiToken(app), student: own, optional: own };
};

const publish = async (uid: string, data: object): Promise<string> => {
  const repository = documentsOf(app, uid);
  const entry = { locale: 'es', status: 'published', data };
  return (await repository.create(entry)).documentId;
};

// Without related entries, Strapi sends no statements for them.
const header = {
  modality: 'Online',
  duration: '10 horas',
  certificate: true,
  level: 'Básico',
  startingDate: 'Siempre abierto',
  lessonNumber: 10,
  language: [{ name: 'Español' }],
};

const episodes: string[] = [];

/** Ids of the files that will exist. */
const fileIds = Array.from({ length: 50 }, (_, at) => String(at).padStart(24, 'a'));

/** Ids of the products that will exist. */
const payIDs = Array.from({ length: 60 }, (_, at) => `prod_${at}`);

const commonOf = (at: number) => ({
  order: at,
  verticals: [vertical],
  seo: { author: 'Autor' },
});

const addProduct = async (at: number): Promise<void> => {
  const common = commonOf(at);
  await publish('api::product.product', {
    ...common,
    title: `Producto ${at}`,
    slug: `producto-${at}`,
    SKU: `SKU-${at}`,
    payID: `prod_${at}`,
    type: ['Libro', 'Curso corto', 'Máster'][at % 3],
    cardImage: picture,
    ...(at % 3 === 0 ? { bookDetails } : { header }),
  });
};

type Locales = { create: (locale: object) => Promise<unknown> };

/** Creates one more of every other listed type. */
const addOthers = async (at: number): Promise<void> => {
  const common = commonOf(at);
  await app.strapi
    .documents('api::vertical.vertical')
    .create({ data: { name: `Línea ${at}`, slug: `linea-${at}` } } as never);
  await app.strapi
    .plugin('i18n')
    .service<Locales>('locales')
    .create({ code: `es-${at}`, name: `Español ${at}` });
  await publish('api::channel.channel', {
    ...common,
    name: `Canal ${at}`,
    slug: `canal-${at}`,
    description: 'Un canal',
    type: 'University',
    logo: picture,
    headVideo: { title: 'Vídeo' },
  });
  await app.strapi.db.connection.raw(
    `INSERT INTO redirects.slugs (uid, locale, slug, document_id)
     SELECT 'api::product.product', 'es', ?, document_id FROM products WHERE published_at IS NOT NULL LIMIT 1`,
    [`antes-${at}`],
  );
  const episode = { name: `Episodio ${at}`, slug: `episodio-${at}`, language: 'es', summary: '…' };
  episodes.push(await publish('api::episode.episode', { ...episode, image: picture }));
  await publish('api::series.series', {
    ...common,
    name: `Serie ${at}`,
    slug: `serie-${at}`,
    description: 'Una serie',
    image: picture,
    episodes: episodes.slice(0, 1),
    greenTag: { greenTag: 'TOP 10' },
  });
  await publish('api::live.live', {
    title: `Directo ${at}`,
    slug: `directo-${at}`,
    order: at,
    vertical,
    image: picture,
    typeOfLive: { typeLive: 'Zoom', startDate: '2026-05-04T16:00:00.000Z' },
    program: [{ title: 'Programa', row: [{ hour: '18:00', about: 'Bienvenida' }] }],
  });
  const file = await addPicture(app);
  await app.strapi.db
    .query('plugin::upload.file')
    .update({ where: { id: file }, data: { documentId: fileIds[at] } });
  await app.strapi.db.query('plugin::users-permissions.user').create({
    data: { email: `student-${at}@example.com`, username: `student-${at}@example.com` },
  });
  await app.strapi.db.query('plugin::checkout.order').create({
    data: {
      sessionId: `cs_${at}`,
      origin: 'main',
      state: 'paid',
      sessionStatus: 'complete',
      paymentStatus: 'paid',
      mode: 'payment',
      vertical: 'medicina',
      customerEmail: student.email,
      productTitle: 'Producto',
      productSKU: 'SKU-1',
      productDocumentId: `producto-${at}`,
      productPayId: 'prod_1',
      priceId: 'price_1',
      timeline: [],
      placedSignedIn: true,
      user: student.id,
    },
  });
};

const SERIES = 'la-serie';

type Numbers = { from: number; to: number };

const add = async ({ products, others }: Record<'products' | 'others', Numbers>): Promise<void> => {
  for (let at = products.from; at < products.to; at += 1) await addProduct(at);
  for (let at = others.from; at < others.to; at += 1) await addOthers(at);
  const repository = app.strapi.documents('api::series.series');
  const [known] = await repository.findMany({ locale: 'es', filters: { slug: SERIES } });
  if (known === undefined) {
    await publish('api::series.series', {
      name: SERIES,
      slug: SERIES,
      order: 0,
      description: 'Una serie',
      image: picture,
      seo: { author: 'Autor' },
      episodes,
    });
  } else {
    const { documentId } = known;
    const data = { episodes };
    await repository.update({ documentId, locale: 'es', status: 'published', data });
  }
};

/** The connection names of the service's own jobs. */
const { currentJob } = hostModule<{ currentJob: () => string | null }>(
  resolve(__dirname, '../../dist/src/platform/jobs/current-job.js'),
);

type Query = (this: Client, query: unknown, ...rest: unknown[]) => unknown;

type Cost = { statements: number; length: number };

/**
 * Returns the number of SQL statements during a request, on all connections, and the number of entries in its response.
 */
const costOnce = async ({ path, access }: List): Promise<Cost> => {
  let statements = 0;
  const { prototype } = hostModule<{ Client: { prototype: { query: Query } } }>('pg').Client;
  const { query: original } = prototype;
  const counting: Query = function (query, ...rest) {
    const text = typeof query === 'string' ? query : (query as { text?: string }).text;
    // Background jobs, the outbox and the connection monitor run by time, not by requests.
    const isByTheClock =
      currentJob() !== null ||
      /jobs\.|pg_notify|pg_backend_pid|releases\.|delivery\./.test(text ?? '');
    if (!isByTheClock) statements += 1;
    return original.call(this, query, ...rest);
  };
  prototype.query = counting;
  try {
    const token = access === 'public' ? undefined : tokens[access];
    const call = app.request.get(path);
    const { body } = await (token ? call.set(...bearer(token)) : call).expect(200);
    const items = Array.isArray(body) ? body : (body as { data: unknown[] }).data;
    return { statements, length: items.length };
  } finally {
    prototype.query = original;
  }
};

const TIMES = 6;

/**
 * Strapi sends further statements after a write; the minimum of several requests is the request itself. The requests
 * end when the expected cost is reached.
 */
const cost = async (list: List, wanted?: number): Promise<Cost> => {
  let least = await costOnce(list);
  for (let time = 1; time < TIMES && least.statements !== wanted; time += 1) {
    const again = await costOnce(list);
    if (again.statements < least.statements) least = again;
  }
  return least;
};

const isArray = (schema: unknown): boolean => schema instanceof z.ZodArray;

/** A list is a response with an array, bare or under `data`. */
const isList = ({ method, response }: Endpoint): boolean =>
  method === 'GET' &&
  (isArray(response) || (response instanceof z.ZodObject && isArray(response.shape.data)));

const values: Readonly<Record<string, string>> = {
  lang: 'es',
  vertical: 'medicina',
  seriesSlug: SERIES,
  uid: 'api::product.product',
  page: '1',
  pageSize: '50',
  ids: fileIds.join(','),
  productPayIDs: payIDs.join(','),
  origin: 'main',
  q: 'producto',
  type: 'product',
  productType: 'Libro',
  from: '2020-01-01',
  updatedSince: '2020-01-01T00:00:00.000Z',
  limit: '50',
  kind: 'book',
  sort: 'title',
  include: 'card',
  fields: 'id',
  omit: 'live',
};

/** These filters would return at most one entry: relations and prices are empty here. */
const emptying = ['category', 'channel', 'protagonist', 'priceFrom', 'priceTo', 'productPayID'];

const valueOf = (name: string): string => {
  const value = values[name];
  if (value === undefined) throw new Error(`What is a list's ${name} here?`);
  return value;
};

/** Returns every list of the service: with required parameters only, with all filters, and with pages. */
const lists: readonly List[] = endpoints.filter(isList).flatMap((endpoint) => {
  const { access = 'public', query } = endpoint;
  const path = `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => valueOf(name))}`;
  const shape = (query?.shape ?? {}) as Record<string, z.ZodType>;
  const names = Object.keys(shape).filter((name) => !emptying.includes(name));
  // A response of several types reads each of them; the types are independent of the number of entries.
  const needed = names.filter(
    (name) => name === 'type' || shape[name]?.safeParse(undefined).success === false,
  );
  const narrowing = names.filter((name) => !name.startsWith('page'));
  const searches = [needed, narrowing, names].map((asked) =>
    asked.map((name) => `${name}=${valueOf(name)}`).join('&'),
  );
  return [...new Set(searches)].map((search) => ({
    path: search === '' ? path : `${path}?${search}`,
    access,
  }));
});

/** @param wanted the expected cost of each, if known */
const costs = async (wanted: readonly Cost[] = []): Promise<Cost[]> => {
  const found: Cost[] = [];
  for (const [at, list] of lists.entries()) {
    found.push(await cost(list, wanted[at]?.statements));
  }
  return found;
};

const compiled = 'compiled statements';
const documentService = 'the Document Service';

/** The readers, with their settings. */
const ways: Readonly<Record<string, Record<string, string>>> = {
  [compiled]: {},
  [documentService]: { DELIVERY_SQL: 'false' },
};

type Costs = { few: Cost[]; many: Cost[] };

/**
 * The costs of the lists by reader. Both readers use the same entries, because creating them takes longer than reading.
 */
const found: Record<string, Costs> = {};

const measure = async (way: string, entries: keyof Costs): Promise<void> => {
  const before = found[way] ?? { few: [], many: [] };
  found[way] = { ...before, [entries]: await costs(before.few) };
};

beforeAll(async () => {
  [database, mailbox] = await Promise.all([createDatabase(), openMailbox()]);
  await start(ways[compiled] ?? {});
  await prepare();
  // Together fewer than the smallest page has.
  await add({ products: { from: 0, to: 8 }, others: { from: 0, to: 5 } });
  await measure(compiled, 'few');
  await stopQuietly(app);
  await start(ways[documentService] ?? {});
  await measure(documentService, 'few');
  await add({ products: { from: 8, to: 60 }, others: { from: 5, to: 50 } });
  await measure(documentService, 'many');
  await stopQuietly(app);
  await start(ways[compiled] ?? {});
  await measure(compiled, 'many');
});

afterAll(async () => {
  await stopQuietly(app);
  await mailbox.close();
  await database.drop();
});

it.each(Object.keys(ways))(
  'By way of %s every list costs as many statements for many entries as for a few',
  (way) => {
    expect(lists.length).toBeGreaterThanOrEqual(20);
    const { few, many } = found[way] ?? { few: [], many: [] };
    for (const [at, { path }] of lists.entries()) {
      // Zero would mean that statements are not counted; responses without documents may use a single one.
      expect([path, Number(few[at]?.statements) > 0]).toEqual([path, true]);
      expect([path, Number(many[at]?.length) > Number(few[at]?.length)]).toEqual([path, true]);
      expect([path, many[at]?.statements]).toEqual([path, few[at]?.statements]);
    }
  },
);
