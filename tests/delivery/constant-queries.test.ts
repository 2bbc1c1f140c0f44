import { Client } from 'pg';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';

let app: App;
let vertical: string;

const UID = 'api::product.product';

const start = async (env: Record<string, string>): Promise<void> => {
  app = await startApp({
    env: { ...env, DELIVERY_CACHE: 'false', DELIVERY_FRAGMENTS: 'false' },
  });
  const made = await app.strapi
    .documents('api::vertical.vertical')
    .create({ data: { name: 'Medicina', slug: 'medicina' } } as never);
  vertical = made.documentId;
  await ensureLanguages(app);
};

const add = async (from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at += 1) {
    await app.strapi.documents(UID).create({
      locale: 'es',
      status: 'published',
      data: {
        title: `Producto ${at}`,
        slug: `producto-${at}`,
        SKU: `SKU-${at}`,
        payID: `prod_${at}`,
        type: ['Libro', 'Curso corto', 'Máster'][at % 3],
        order: at,
        verticals: [vertical],
        seo: { author: 'Autor' },
        // A relation that is empty everywhere spares Strapi the statements for what is behind it.
        header: {
          modality: 'Online',
          duration: '10 horas',
          certificate: true,
          level: 'Básico',
          startingDate: 'Siempre abierto',
          lessonNumber: 10,
          language: [{ name: 'Español' }],
        },
      },
    } as never);
  }
};

type Query = (this: Client, query: unknown, ...rest: unknown[]) => unknown;

/** How many SQL statements are made during a request, on whichever connection, and how many things it answers. */
const costOnce = async (path: string): Promise<{ statements: number; length: number }> => {
  let statements = 0;
  const prototype = Client.prototype as unknown as { query: Query };
  const { query: original } = prototype;
  const counting: Query = function (query, ...rest) {
    const text = typeof query === 'string' ? query : (query as { text?: string }).text;
    // Background work and the channel of changes go by the clock, not by requests.
    if (!/pgboss|pg_notify/.test(text ?? '')) statements += 1;
    return original.call(this, query, ...rest);
  };
  prototype.query = counting;
  try {
    const { body } = await app.request.get(path).expect(200);
    return { statements, length: (body as { data: unknown[] }).data.length };
  } finally {
    prototype.query = original;
  }
};

/** Strapi does things of its own after a write; the quietest of some requests is the request itself. */
const cost = async (path: string) => {
  let least = await costOnce(path);
  for (let time = 0; time < 5; time += 1) {
    const again = await costOnce(path);
    if (again.statements < least.statements) least = again;
  }
  return least;
};

const lists = [
  '/api/products/books',
  '/api/products/courses',
  '/api/products/masters',
  '/api/products/allProducts',
  '/api/products/allProducts?vertical=medicina&lang=es',
  '/api/products/allProducts?page=1&pageSize=100',
];

const costs = async () => {
  const found = [];
  for (const path of lists) found.push(await cost(path));
  return found;
};

describe.each([
  ['compiled statements', {}],
  ['the Document Service', { DELIVERY_SQL: 'false' }],
])('By way of %s', (_, env) => {
  beforeAll(() => start(env));
  afterAll(() => app.stop());

  it('every list costs as many statements for 200 products as for 10', async () => {
    await add(0, 10);
    const few = await costs();
    await add(10, 200);
    const many = await costs();
    for (const [at, path] of lists.entries()) {
      expect(few[at]?.statements).toBeGreaterThan(1);
      expect(many[at]?.length).toBeGreaterThan(Number(few[at]?.length));
      expect([path, many[at]?.statements]).toEqual([path, few[at]?.statements]);
    }
  });
});
