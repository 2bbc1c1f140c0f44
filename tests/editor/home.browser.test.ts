import type { Page } from 'playwright-core';
import { documentsOf } from '../../src/strapi/documents';
import type { App } from '../support/app';
import { describeInBrowser } from '../support/browser';
import { type DemoPanel, startDemoPanel } from '../support/demo-panel';

const PRODUCT = 'api::product.product';
const ORDER = 'plugin::checkout.order';

const words = {
  en: {
    mine: 'What you left unfinished',
    waiting: 'Saved by others, not published yet',
    orders: 'Orders that need a look',
    disputed: 'Disputed by the customer’s bank',
  },
  es: {
    mine: 'Lo que dejaste a medias',
    waiting: 'Guardado por otros, sin publicar',
    orders: 'Pedidos por revisar',
    disputed: 'En disputa por el banco del cliente',
  },
} as const;

describeInBrowser('The home page of the panel', () => {
  let panel: DemoPanel;
  let app: App;
  let page: Page;

  beforeAll(async () => {
    panel = await startDemoPanel('administrator');
    ({ app, page } = panel);
    const [course] = await documentsOf(app, PRODUCT).findMany({ locale: 'es', status: 'draft' });
    if (course === undefined) throw new Error('The sample has no course.');
    const { documentId } = course;
    await documentsOf(app, PRODUCT).update({
      documentId,
      locale: 'es',
      data: { title: 'Changed by a machine' },
    });
    await app.strapi.db.query(ORDER).create({
      data: {
        productTitle: 'Course',
        productSKU: 'C-1',
        state: 'disputed',
        paymentStatus: 'disputed',
        customerEmail: 'somebody@example.com',
        mode: 'payment',
        vertical: 'medicina',
        origin: 'main',
        productDocumentId: documentId,
        productPayId: 'pay',
        priceId: 'price',
        sessionId: 'session-to-see',
      },
    });
  }, 240_000);

  afterAll(() => panel.stop());

  it.each(['en', 'es'] as const)(
    'should lead to what waits with one click, and have none of the widgets that say nothing, in "%s"',
    async (language) => {
      const { mine, waiting, orders, disputed } = words[language];
      await panel.open(language);
      for (const title of [mine, waiting, orders]) {
        await page.getByText(title, { exact: true }).waitFor();
      }
      await page.getByRole('link', { name: disputed }).waitFor();
      const changed = page.getByRole('link', { name: 'Changed by a machine' });
      await changed.waitFor();
      await panel.picture(`home-${language}`);
      for (const title of [/Project statistics|Estadísticas del proyecto/, /^(Profile|Perfil)$/]) {
        expect(await page.getByRole('heading', { name: title }).count()).toBe(0);
      }

      await changed.click();
      await page.waitForURL((url) => url.pathname.includes(PRODUCT));
      await page.goto(`${app.url}/admin`);
      await page.getByRole('link', { name: disputed }).click();
      await page.getByText('somebody@example.com').waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
    },
    120_000,
  );
});
