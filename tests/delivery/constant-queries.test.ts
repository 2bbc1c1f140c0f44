import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';

let app: App;
let vertical: string;

const UID = 'api::product.product';

beforeAll(async () => {
  app = await startApp();
  const made = await app.strapi
    .documents('api::vertical.vertical')
    .create({ data: { name: 'Medicina', slug: 'medicina' } } as never);
  vertical = made.documentId;
  await ensureLanguages(app);
});

afterAll(() => app.stop());

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

/** How many SQL statements a request costs, and how many things it answers. */
const cost = async (path: string): Promise<{ statements: number; length: number }> => {
  let statements = 0;
  const count = (): void => {
    statements += 1;
  };
  app.strapi.db.connection.on('query', count);
  const { body } = await app.request.get(path).expect(200);
  app.strapi.db.connection.removeListener('query', count);
  return { statements, length: (body as { data: unknown[] }).data.length };
};

const lists = [
  '/api/products/books',
  '/api/products/courses',
  '/api/products/masters',
  '/api/products/allProducts',
  '/api/products/allProducts?vertical=medicina&lang=es',
  '/api/products/allProducts?page=1&pageSize=100',
];

it('costs every list as many statements for 200 products as for 10', async () => {
  await add(0, 10);
  const few = [];
  for (const path of lists) few.push(await cost(path));
  await add(10, 200);
  for (const [at, path] of lists.entries()) {
    const many = await cost(path);
    expect(many.length).toBeGreaterThan(Number(few[at]?.length));
    expect([path, many.statements]).toEqual([path, few[at]?.statements]);
  }
});
