import path from 'node:path';
import { getDocumentService } from '#platform/strapi/documents';
import {
  checkoutEnvironment,
  deliverTo,
  enrol,
  startStandIn,
  type Session,
  type StandIn,
} from '../checkout/support';
import { startApp, stopQuietly, type App } from '../support/app';
import { until } from '../support/until';
import { buildSite, type Built } from './build';
import type { SitePage } from './catalogue';
import { checkSite, type Button, type Findings } from './check';
import { createService, type Service } from './service';

const PRODUCT = 'api::product.product';
const STUDENT = 'student@example.com';

type Outcome = { data: { state: string } };

let app: App;
let standIn: StandIn;
let service: Service;
let built: Built;
let findings: Findings;

/** Changes the slug of a published product of the sample. */
const rename = async (slug: string, to: string): Promise<void> => {
  const products = getDocumentService(app, PRODUCT);
  const product = await products.findFirst({ locale: 'es', filters: { slug } });
  const documentId = product?.documentId ?? '';
  await products.update({ documentId, locale: 'es', status: 'published', data: { slug: to } });
};

beforeAll(async () => {
  standIn = await startStandIn(path.resolve(__dirname, '../../database/sample/products'));
  app = await startApp({ seed: true, runtimeEnv: checkoutEnvironment(standIn) });
  await deliverTo(standIn, app.url);
  await rename('atlas-de-ecografia-clinica', 'atlas-de-ecografia');
  service = createService(app.url);
  built = await buildSite(service, `${app.url}/api`);
  findings = await checkSite(built);
});

afterAll(async () => {
  await stopQuietly(app);
  await standIn.stop();
});

/** Maps items asynchronously, a few at a time. */
const each = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
};

/** Returns the service with one response changed. */
const alterResponse = (start: string, change: (text: string) => string): Service =>
  createService(app.url, (address, text) => (address.startsWith(start) ? change(text) : text));

const isSpanishMedicine = ({ line, lang }: SitePage): boolean =>
  line === 'medicina' && lang === 'es';

/** Checks the home page and the catalogue of one business line. */
const problemsWith = async (other: Service): Promise<readonly string[]> =>
  (await checkSite(await buildSite(other, `${app.url}/api`, isSpanishMedicine, []))).problems;

describe('A website built from the public endpoints', () => {
  it('has valid HTML, working links, and pictures with sizes and alternative texts', () => {
    expect(findings.problems).toEqual([]);
  });

  it('has each kind of page for each business line and language', () => {
    const kinds = new Set(built.pages.map(({ path: at }) => at.split('/').slice(1, 4).join(' ')));
    const expected = ['medicina', 'psicologia', 'veterinaria'].flatMap((line) =>
      ['es', 'en'].flatMap((lang) =>
        ['', ' catalogue', ' products', ' channels', ' series', ' teachers', ' lives'].map(
          (kind) => `${line} ${lang}${kind}`,
        ),
      ),
    );
    expect([...kinds].toSorted()).toEqual(expected.toSorted());
    expect(built.pages.length).toBeGreaterThan(200);
  });

  it('has JSON-LD on pages of products, teachers and lives', () => {
    const described = built.pages.filter(({ path: at }) =>
      /\/(products|teachers|lives)\//.test(at),
    );
    expect(described.length).toBeGreaterThan(100);
    for (const { path: at, text } of described) {
      const [, json = 'null'] =
        /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
      expect([at, JSON.parse(json)]).toEqual([
        at,
        expect.objectContaining({
          '@context': 'https://schema.org',
          name: expect.any(String) as string,
        }),
      ]);
    }
  });

  it('redirects former addresses to current ones', () => {
    expect(built.redirects).toContainEqual({
      from: '/medicina/es/products/atlas-de-ecografia-clinica',
      to: '/medicina/es/products/atlas-de-ecografia',
    });
  });

  it('has a picture at each address of its smallest size', async () => {
    expect(findings.sizes.length).toBeGreaterThan(50);
    await each(findings.sizes, async (address) => {
      const { status, headers } = await fetch(address, { headers: { Accept: 'image/webp' } });
      expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'image/webp']);
    });
  });

  it('has buttons that lead to paid orders and entitlements', async () => {
    const { bearer } = await enrol(app.strapi, STUDENT);
    const buttons = new Map(findings.buttons.map((button) => [button.productPayID, button]));
    expect(buttons.size).toBeGreaterThan(30);

    const buy = async ({ productPayID, priceID, type, origin, vertical }: Button) => {
      const kind = type === 'recurring' ? 'subscription' : 'session';
      const { body } = await app.request
        .post(`/api/create-checkout-${kind}`)
        .set('Authorization', bearer)
        .send({
          ...{ productPayID, priceID, origin, vertical },
          customer_email: STUDENT,
          success_url: 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
          cancel_url: 'https://shop.example.com/basket',
        })
        .expect(200);
      const { id, url } = body as Session;
      expect((await fetch(String(url))).status).toBe(200);
      await standIn.act(id, 'pay');
      // Like the return page: it repeats the request while the provider is unavailable.
      const outcome = await until(
        async () =>
          (await app.request.get(`/api/checkout/session/${id}`).expect(200)).body as Outcome,
        ({ data: { state } }) => state !== 'open' && state !== 'complete',
      );
      expect(outcome).toMatchObject({ data: { state: 'paid', vertical } });
    };
    await each([...buttons.values()], buy);

    const orders = await app.request
      .get('/api/user-endpoints/orders?pageSize=100')
      .set('Authorization', bearer)
      .expect(200);
    const states = (orders.body as { data: { state: string }[] }).data.map(({ state }) => state);
    expect(states).toEqual(Array.from(buttons, () => 'paid'));
    const entitlements = await app.request
      .get('/api/user-endpoints/entitlements')
      .set('Authorization', bearer)
      .expect(200);
    const entitled = (entitlements.body as { data: { product: { documentId: string } }[] }).data;
    expect(new Set(entitled.map(({ product }) => product.documentId)).size).toBe(buttons.size);
  });
});

describe('The check of the website', () => {
  // The unchanged responses cause none of these problems.
  it('finds a picture without a text and without a size', async () => {
    const withoutBoth = alterResponse('/api/media', (text) =>
      text
        .replace(
          /"alternativeText":"[^"]*","alternativeTexts":(null|\{[^}]*\})/g,
          '"alternativeText":null,"alternativeTexts":null',
        )
        .replace(/"width":\d+/g, '"width":null'),
    );
    const problems = (await problemsWith(withoutBoth)).join('\n');
    expect(problems).toMatch(/has no text$/m);
    expect(problems).toMatch(/has no size$/m);
  });

  it('finds a link to a missing page', async () => {
    const target = '/medicina/es/products/atlas-de-ecografia';
    const linking = built.pages.filter(
      ({ path: at, text }) => at !== target && text.includes(target),
    );
    const { problems } = await checkSite({ pages: linking, redirects: built.redirects });
    expect(problems.join('\n')).toContain(`${target} leads nowhere`);
    expect(problems.join('\n')).toContain(`has moved to ${target}, which is not there`);
  });

  it('finds invalid HTML', async () => {
    const [page] = built.pages;
    const text = page?.text.replace('</h1>', '') ?? '';
    const { problems } = await checkSite({ pages: [{ path: '/broken', text }], redirects: [] });
    expect(problems.join('\n')).toMatch(/^\/broken:\d+: .*\(close-order\)$/m);
  });

  it('finds a field missing in a response', async () => {
    const withoutField = alterResponse('/api/media', (text) => text.replace(/"width":\d+,/, ''));
    await expect(problemsWith(withoutField)).rejects.toThrow(/^\/api\/media.*width/s);
  });
});
