import {
  checkoutEnvironment,
  fillCatalogue,
  fillProvider,
  type StandIn,
  startStandIn,
} from '../checkout/support';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const FINDING = 'plugin::prices.finding';
const LIST = `/content-manager/collection-types/${FINDING}`;

type Finding = {
  documentId: string;
  entryTitle: string;
  version: string;
  field: string;
  amount: number;
  currency: string;
  problem: string;
  providerAmount: number | null;
  createdAt: string;
};

let app: App;
let admin: Admin;
let standIn: StandIn;

const listed = async (): Promise<Finding[]> => {
  const { status, body } = await admin.get(`${LIST}?pageSize=100&sort=id:asc`);
  expect(status).toBe(200);
  return (body as { results: Finding[] }).results;
};

const brief = ({ entryTitle, version, field, problem }: Finding) =>
  [entryTitle, version, field, problem].join(' · ');

/** Stored before there was a rule: past the Document Service. */
const store = async (SKU: string, prices: object): Promise<void> => {
  await app.strapi.db.query(PRODUCT).updateMany({ where: { SKU }, data: prices });
};

/** Runs the full check, and returns its log lines. */
const check = async (): Promise<string> => {
  const told: string[] = [];
  const log = jest.spyOn(app.strapi.log, 'info').mockImplementation((message: unknown) => {
    told.push(String(message));
    return app.strapi.log;
  });
  try {
    expect((await admin.post('/prices/check')).status).toBe(202);
    const [line = ''] = await until(
      () => Promise.resolve(told.filter((message) => message.startsWith('prices:'))),
      ({ length }) => length > 0,
    );
    return line;
  } finally {
    log.mockRestore();
  }
};

beforeAll(async () => {
  standIn = await startStandIn();
  app = await startApp({ env: { ...checkoutEnvironment(standIn), PAY_TIMEOUT_MS: '5000' } });
  await ensureLanguages(app);
  await fillProvider(standIn);
  await fillCatalogue(app.strapi);
  admin = await signIn(app);
});

afterAll(async () => {
  await app.stop();
  await standIn.stop();
});

describe('the check of stored prices', () => {
  it('should find nothing where nothing is wrong', async () => {
    await store('COURSE-1', { fullPrice: 60, tuitionPrice: 49, instalmentsPrice: 9 });
    expect(await check()).toBe(
      'prices: 6 checked, 0 look a hundred times too high, 0 are negative',
    );
    expect(await listed()).toEqual([]);
  });

  it('should list what looks a hundred times too high against the provider’s price', async () => {
    await store('COURSE-1', { fullPrice: 6000, tuitionPrice: 4900, instalmentsPrice: 900 });
    await store('BOOK-1', { tuitionPrice: -5 });
    expect(await check()).toContain('6 look a hundred times too high, 2 are negative');
    const findings = await listed();
    expect(findings.map(brief).sort()).toEqual(
      ['draft', 'published']
        .flatMap((version) => [
          `Curso de prueba · ${version} · fullPrice · hundredfold`,
          `Curso de prueba · ${version} · instalmentsPrice · hundredfold`,
          `Curso de prueba · ${version} · tuitionPrice · hundredfold`,
          `Libro de prueba · ${version} · tuitionPrice · negative`,
        ])
        .sort(),
    );
    const full = findings.find(({ field }) => field === 'tuitionPrice');
    expect(full).toMatchObject({ amount: 4900, currency: 'EUR', providerAmount: 49 });
  });

  it('should change nothing when it is made again', async () => {
    const before = await listed();
    await check();
    expect(await listed()).toEqual(before);
  });

  it('should hinder nobody while the provider is away, and forget nothing', async () => {
    const before = await listed();
    await standIn.fault({ kind: 'status', path: '/v1/prices', status: 500, times: 100 });
    await store('BOOK-1', { tuitionPrice: 5 });
    await check();
    const after = await listed();
    expect(after.map(brief)).toEqual(
      before.filter(({ problem }) => problem === 'hundredfold').map(brief),
    );
    await standIn.control('DELETE', 'faults');
  });

  it('should forget what has been fixed', async () => {
    await store('COURSE-1', { fullPrice: 60, tuitionPrice: 49, instalmentsPrice: 9 });
    await check();
    expect(await listed()).toEqual([]);
  });

  it('should be for administrators only, and nobody’s to write', async () => {
    const editor = await signIn(app, 'catalogue-editor');
    expect((await editor.get(LIST)).status).toBe(403);
    expect((await editor.post('/prices/check')).status).toBe(403);
    expect((await app.request.post('/prices/check')).status).toBe(401);
    expect((await admin.post(LIST, { entryTitle: 'Mine' })).status).toBe(403);
  });
});
