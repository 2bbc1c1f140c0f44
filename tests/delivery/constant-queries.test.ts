import { resolve } from 'node:path';
import { z } from '@strapi/utils';
import type { Client } from 'pg';
import { endpoints } from '../support/endpoints';
import type { Access, Endpoint } from '#platform/http/endpoint';
import type * as jobsWorker from '#platform/jobs/worker';
import { getDocumentService } from '#platform/strapi/documents';
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

/** A provider that never responds. Its products are in the database. */
const provider = {
  PAY_ACCOUNTS: 'main',
  PAY_MAIN_SECRET_KEY: 'sk_test_main_0123',
  PAY_MAIN_WEBHOOK_SECRET: 'whsec_main_0123',
  PAY_API_BASE: 'http://127.0.0.1:9',
};

/** Starts the service without caches, so that every list is read from the database. */
const startService = async (): Promise<void> => {
  app = await startApp({
    database,
    env: {
      ...generous,
      ...mailbox.env,
      ...mailbox.runtimeEnv,
      ...provider,
      DELIVERY_CACHE: 'false',
      DELIVERY_DOCUMENT_CACHE: 'false',
    },
  });
};

/** Creates the entries that others refer to. */
const createParents = async (): Promise<void> => {
  const line = await app.strapi
    .documents('api::vertical.vertical')
    .create({ data: { name: 'Medicina', slug: 'medicina', isDefault: true } } as never);
  vertical = line.documentId;
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
  const studentToken = await logIn(app, student.email);
  tokens = { manager: await createApiToken(app), student: studentToken, optional: studentToken };
};

const publish = async (uid: string, data: object): Promise<string> => {
  const repository = getDocumentService(app, uid);
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

/** Numbers of entries. The first are fewer than the smallest page has. */
const FEW = { products: 8, others: 5 };
const MANY = { products: 26, others: 22 };

/** Ids of the files that will be created. */
const fileIds = Array.from({ length: MANY.others }, (_, index) => String(index).padStart(24, 'a'));

/** Ids of the products that will be created. */
const payIDs = Array.from({ length: MANY.products }, (_, index) => `prod_${index}`);

const commonData = (at: number) => ({
  order: at,
  verticals: [vertical],
  seo: { author: 'Autor' },
});

const addProduct = async (at: number): Promise<void> => {
  const common = commonData(at);
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

/** Creates one more entry of every other listed type. */
const addOthers = async (at: number): Promise<void> => {
  const common = commonData(at);
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

/** Adds entries up to a number of each, to a number that exists. */
const addEntries = async (
  counts: typeof FEW,
  existing = { products: 0, others: 0 },
): Promise<void> => {
  for (let at = existing.products; at < counts.products; at += 1) await addProduct(at);
  for (let at = existing.others; at < counts.others; at += 1) await addOthers(at);
  const repository = app.strapi.documents('api::series.series');
  const [existingSeries] = await repository.findMany({ locale: 'es', filters: { slug: SERIES } });
  if (existingSeries === undefined) {
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
    const { documentId } = existingSeries;
    const data = { episodes };
    await repository.update({ documentId, locale: 'es', status: 'published', data });
  }
};

/** Reads the name of the service's current job. */
const { getCurrentJob } = hostModule<typeof jobsWorker>(
  resolve(__dirname, '../../dist/src/platform/jobs/worker.js'),
);

type Query = (this: Client, query: unknown, ...rest: unknown[]) => unknown;

type Cost = { statements: number; length: number };

/**
 * Returns the number of SQL statements of a request, on all connections, and the number of entries in its
 * response.
 */
const measureOnce = async ({ path, access }: List): Promise<Cost> => {
  let statements = 0;
  const { prototype } = hostModule<{ Client: { prototype: { query: Query } } }>('pg').Client;
  const { query: original } = prototype;
  const counting: Query = function (query, ...rest) {
    const text = typeof query === 'string' ? query : (query as { text?: string }).text;
    // Background jobs, the outbox and the connection monitor run by time, not by requests.
    const isBackground =
      getCurrentJob() !== null ||
      /jobs\.|pg_notify|pg_backend_pid|releases\.|delivery\./.test(text ?? '');
    if (!isBackground) statements += 1;
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

const MAX_REQUESTS = 6;

/**
 * Returns the minimum cost of several requests, because Strapi sends further statements after a write. The
 * requests end when the expected cost is reached.
 */
const measureList = async (list: List, expected?: number): Promise<Cost> => {
  let minimum = await measureOnce(list);
  for (let time = 1; time < MAX_REQUESTS && minimum.statements !== expected; time += 1) {
    const next = await measureOnce(list);
    if (next.statements < minimum.statements) minimum = next;
  }
  return minimum;
};

const isArray = (schema: unknown): boolean => schema instanceof z.ZodArray;

/** Returns whether an endpoint responds with an array, bare or under `data`. */
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

/** Filters that would return at most one entry here: relations and prices are empty. */
const excludedFilters = [
  'category',
  'channel',
  'protagonist',
  'priceFrom',
  'priceTo',
  'productPayID',
];

const valueOf = (name: string): string => {
  const value = values[name];
  if (value === undefined) throw new Error(`The parameter ${name} of a list has no value here`);
  return value;
};

/** Returns every list of the service: with required parameters only, with all filters, and with pages. */
const lists: readonly List[] = endpoints.filter(isList).flatMap((endpoint) => {
  const { access = 'public', query } = endpoint;
  const path = `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => valueOf(name))}`;
  const shape = (query?.shape ?? {}) as Record<string, z.ZodType>;
  const names = Object.keys(shape).filter((name) => !excludedFilters.includes(name));
  // A response of several types reads each type, and the types do not depend on the number of entries.
  const requiredNames = names.filter(
    (name) => name === 'type' || shape[name]?.safeParse(undefined).success === false,
  );
  const filterNames = names.filter((name) => !name.startsWith('page'));
  const searches = [requiredNames, filterNames, names].map((searchNames) =>
    searchNames.map((name) => `${name}=${valueOf(name)}`).join('&'),
  );
  return [...new Set(searches)].map((search) => ({
    path: search === '' ? path : `${path}?${search}`,
    access,
  }));
});

/** @param expectedCosts the expected cost of each list, if known */
const measureAll = async (expectedCosts: readonly Cost[] = []): Promise<Cost[]> => {
  const results: Cost[] = [];
  for (const [index, list] of lists.entries()) {
    results.push(await measureList(list, expectedCosts[index]?.statements));
  }
  return results;
};

const costs: { few: Cost[]; many: Cost[] } = { few: [], many: [] };

beforeAll(async () => {
  [database, mailbox] = await Promise.all([createDatabase(), openMailbox()]);
  await startService();
  await createParents();
  await addEntries(FEW);
  costs.few = await measureAll();
  await addEntries(MANY, FEW);
  costs.many = await measureAll(costs.few);
});

afterAll(async () => {
  await stopQuietly(app);
  await mailbox.close();
  await database.drop();
});

it('every list – needs as many statements for many entries as for few', () => {
  expect(lists.length).toBeGreaterThanOrEqual(20);
  const { few, many } = costs;
  for (const [index, { path }] of lists.entries()) {
    // Zero would mean that statements are not counted. Responses without documents may need only one.
    expect([path, Number(few[index]?.statements) > 0]).toEqual([path, true]);
    expect([path, Number(many[index]?.length) > Number(few[index]?.length)]).toEqual([path, true]);
    expect([path, many[index]?.statements]).toEqual([path, few[index]?.statements]);
  }
});
