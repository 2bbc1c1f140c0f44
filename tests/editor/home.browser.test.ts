import type { Page } from 'playwright-core';
import { getDocumentService } from '#platform/strapi/documents';
import type { App } from '../support/app';
import { describeInBrowser } from '../support/browser';
import { type DemoPanel, startDemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';

const PRODUCT = 'api::product.product';
const ORDER = 'plugin::checkout.order';

const words = {
  en: {
    mine: 'Your unfinished entries',
    waiting: 'Unpublished entries of others',
    orders: 'Orders to review',
    disputed: 'Disputed by the bank',
    inquiry: 'Bank inquiry to answer',
    refund: 'Refund failed, customer not paid back',
    published: 'Recently published entries',
    unsent: 'E-mails that were not sent',
    search: 'Search',
    forSupport: 'Search by e-mail, name, or number',
    forEditor: 'Search by title, SKU, or name',
    none: 'No results',
    create: 'New course',
    exports: 'Export orders',
    download: 'Download',
  },
  es: {
    mine: 'Tus entradas sin terminar',
    waiting: 'Entradas de otros sin publicar',
    orders: 'Pedidos por revisar',
    disputed: 'Impugnados por el banco',
    inquiry: 'Consulta del banco por responder',
    refund: 'Devolución fallida, cliente sin reembolso',
    published: 'Entradas publicadas recientemente',
    unsent: 'Correos sin enviar',
    search: 'Buscar',
    forSupport: 'Buscar por correo, nombre o número',
    forEditor: 'Buscar por título, SKU o nombre',
    none: 'Sin resultados',
    create: 'Nuevo curso',
    exports: 'Exportar pedidos',
    download: 'Descargar',
  },
} as const;

/** Names of the menu's links in their order. */
const menus = {
  en: {
    support: ['Home', 'Orders', 'Students', 'Settings'],
    editor: [
      ...['Home', 'To do', 'Content Manager', 'Pages', 'Media Library'],
      ...['Import and export', 'Bin'],
    ],
  },
  es: {
    support: ['Inicio', 'Pedidos', 'Alumnos', 'Ajustes'],
    editor: [
      ...['Inicio', 'Por hacer', 'Contenido', 'Páginas', 'Multimedia'],
      ...['Importar y exportar', 'Papelera'],
    ],
  },
} as const;

describeInBrowser('The home page of the panel', () => {
  checkWords(words);

  let panel: DemoPanel;
  let app: App;
  let page: Page;

  beforeAll(async () => {
    panel = await startDemoPanel('administrator');
    ({ app, page } = panel);
    const [course] = await getDocumentService(app, PRODUCT).findMany({
      locale: 'es',
      status: 'draft',
    });
    if (course === undefined) throw new Error('The sample has no course.');
    const { documentId } = course;
    await getDocumentService(app, PRODUCT).update({
      documentId,
      locale: 'es',
      data: { title: 'Changed by a machine' },
    });
    const orders = {
      // The order is disputed in part.
      somebody: { state: 'paid', paymentStatus: 'paid', disputePhase: 'open' },
      lost: { state: 'disputed', paymentStatus: 'disputed', disputePhase: 'lost' },
      asked: { state: 'paid', paymentStatus: 'paid', disputePhase: 'inquiry' },
      unpaid: { state: 'paid', paymentStatus: 'paid', refundStatus: 'failed' },
    };
    for (const [name, order] of Object.entries(orders)) {
      await app.strapi.db.query(ORDER).create({
        data: {
          productTitle: 'Course',
          productSKU: 'C-1',
          customerEmail: `${name}@example.com`,
          mode: 'payment',
          vertical: 'medicina',
          origin: 'main',
          productDocumentId: documentId,
          productPayId: 'pay',
          priceId: 'price',
          sessionId: `session-of-${name}`,
          ...order,
        },
      });
    }
  });

  afterAll(() => panel.stop());

  const menuNames = async (): Promise<(string | null)[]> => {
    const links = await page
      .locator('nav > div > ul > li a[aria-label]')
      .filter({ visible: true })
      .all();
    return Promise.all(links.map((link) => link.getAttribute('aria-label')));
  };

  const countMenuLinks = (at: string): Promise<number> =>
    page.locator(`nav a[href$="${at}"]`).count();

  it.each(languagesOfRun)(
    'opens unfinished entries and orders in one click, without the widgets of Strapi, in "%s"',
    async (language) => {
      const { mine, waiting, published, orders, disputed, inquiry, refund } = words[language];
      await panel.open(language);
      for (const title of [mine, waiting, published, orders]) {
        await page.getByText(title, { exact: true }).waitFor();
      }
      await page.getByRole('link', { name: disputed }).waitFor();
      await page.locator('nav a[href$="/plugins/to-do"]').waitFor();
      const changed = page.getByRole('link', { name: 'Changed by a machine' });
      await changed.waitFor();
      await panel.picture(`home-${language}`);
      for (const title of [
        /Project statistics|Estadísticas del proyecto/,
        /^(Profile|Perfil)$/,
        /Last published entries|Últimas entradas publicadas/,
      ]) {
        expect(await page.getByRole('heading', { name: title }).count()).toBe(0);
      }

      await changed.click();
      await page.waitForURL((url) => url.pathname.includes(PRODUCT));
      expect(await panel.clicks()).toBe(1);
      await panel.open(language);
      await page.getByRole('link', { name: disputed }).click();
      await page.getByText('somebody@example.com').waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      expect(await panel.clicks()).toBe(1);
      for (const [question, customer] of [
        [inquiry, 'asked@example.com'],
        [refund, 'unpaid@example.com'],
      ] as const) {
        await panel.visit('/');
        await page.getByRole('link', { name: question }).click();
        await page.getByText(customer).waitFor();
        expect(await page.getByRole('row').count()).toBe(2);
      }
    },
  );

  it.each(languagesOfRun)(
    'shows support only orders, students and e-mails, in "%s"',
    async (language) => {
      const { mine, waiting, published, orders, unsent, disputed } = words[language];
      await panel.become('support');
      await panel.open(language);
      await page.getByRole('link', { name: disputed }).waitFor();
      const search = page.locator('[data-home-start] input');
      await page.getByPlaceholder(words[language].forSupport, { exact: true }).waitFor();
      await search.fill('somebody@example.com');
      const order = page.getByRole('link', { name: /^somebody@example\.com · Course/ });
      await order.waitFor();
      await panel.picture(`home-search-${language}`);
      await order.click();
      await page.locator('[data-order-timeline]').waitFor({ state: 'attached' });
      expect(await panel.clicks()).toBe(1);
      await panel.forgetClicks();
      await page.locator('nav a[href*="checkout.order"]').first().click();
      const { exports, download } = words[language];
      await page.getByRole('button', { name: exports, exact: true }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('button', { name: download, exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^(?:orders|pedidos)-\d{4}-\d{2}-01-.+\.xlsx$/);
      expect(await panel.clicks()).toBe(3);
      await panel.visit('/');
      await search.fill('');
      for (const title of [orders, unsent]) {
        await page.getByText(title, { exact: true }).first().waitFor();
      }
      await panel.picture(`home-support-${language}`, [1440, 1024]);
      for (const title of [mine, waiting, published]) {
        expect(await page.getByText(title, { exact: true }).count()).toBe(0);
      }
      expect(await menuNames()).toEqual(menus[language].support);
      for (const at of ['to-do', 'order', 'publishing-rules', 'import-export', 'site']) {
        expect([at, await countMenuLinks(`/plugins/${at}`)]).toEqual([at, 0]);
      }
      // Support does not see the overview of the settings, which shows Strapi's version and plan.
      await page.locator('nav a[href$="/settings"]').click();
      await page.getByRole('heading', { name: unsent, exact: true }).waitFor();
      expect(await page.locator('a[href$="/application-infos"]:visible').count()).toBe(0);
    },
  );

  it.each(languagesOfRun)(
    'starts in the language of the browser, and searches in all languages, in "%s"',
    async (language) => {
      await panel.become('catalogue editor');
      await page.addInitScript(
        `Object.defineProperty(navigator, 'languages', { configurable: true, get: () => ['${language}-XX', 'fr'] })`,
      );
      await page.goto(`${app.url}/admin`);
      await page.locator('nav a[href$="/plugins/to-do"]').waitFor();
      expect(await menuNames()).toEqual(menus[language].editor);
      const { create, none } = words[language];
      const search = page.locator('[data-home-start]').getByLabel(words[language].search);
      await page.getByPlaceholder(words[language].forEditor, { exact: true }).waitFor();
      expect(
        await page.getByRole('link', { name: create, exact: true }).getAttribute('href'),
      ).toMatch(/product\.product\/create\?plugins\[i18n\]\[locale\]=es$/);
      // The search covers texts in all languages, and accepts any characters.
      for (const [text, result] of [
        ['MED-CP-001', { en: /^Suturing Workshop/, es: /^Taller de suturas/ }[language]],
        ['Suturing', /^Suturing Workshop/],
        ['Animales exóticos', /^¿/],
      ] as const) {
        await search.fill(text);
        await page.getByRole('link', { name: result }).first().waitFor();
      }
      await search.fill('50% & #');
      await page.getByText(none, { exact: true }).waitFor();
      await panel.picture(`home-editor-${language}`, [1100, 1400]);
    },
  );

  it('shows marketing a menu without ordering and publishing rules', async () => {
    await panel.become('marketing');
    await panel.open('es');
    await page.locator('nav a[href$="/plugins/site"]').waitFor();
    for (const at of ['to-do', 'import-export', 'site']) {
      expect([at, await countMenuLinks(`/plugins/${at}`)]).toEqual([at, 1]);
    }
    for (const at of ['order', 'publishing-rules']) {
      expect([at, await countMenuLinks(`/plugins/${at}`)]).toEqual([at, 0]);
    }
  });
});
