import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ensureDemoUsers, type SignIn } from '../../scripts/demo/users';
import { getLanguageName } from '#catalogue/locale-names';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import {
  type Browser,
  type ClickCounter,
  countClicks,
  describeInBrowser,
  openBrowser,
  openPanel,
} from '../support/browser';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const HOME = 'api::home-page.home-page';
const PRODUCT = 'api::product.product';

/** A product on the sample's home page of Medicina. */
const SLUG_ON_HOME = 'ecg-en-urgencias';

type Entry = { documentId: string; title?: string };

describeInBrowser('History in the admin panel', () => {
  let app: App;
  let admin: Admin;
  let people: readonly SignIn[];
  let browser: Browser;
  let page: Page;
  let counter: ClickCounter;
  let home: Entry;

  const picture = async (name: string, widths = [1024, 1440]): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1000 });
      await page.screenshot({ path: path.join(folder, `${name}-${width}.png`) });
    }
  };

  const list = (uid: string) => `/content-manager/collection-types/${uid}`;

  const first = async (uid: string, query = ''): Promise<Entry> => {
    const { body } = await admin.get(`${list(uid)}?locale=es&pageSize=1${query}`);
    return (body.results as Entry[])[0] ?? { documentId: '' };
  };

  type Home = { updatedAt: string; carouselMedia: { description: string }[] };

  const readHome = async (): Promise<Home> => {
    const { body } = await admin.get(`${list(HOME)}/${home.documentId}?locale=es`);
    return body.data as Home;
  };

  const readSlides = async (): Promise<string[]> =>
    (await readHome()).carouselMedia.map(({ description }) => description);

  /** Another user removes all slides but the first from the page; this repeats for each language. */
  const breakPage = async (): Promise<void> => {
    const { updatedAt, carouselMedia } = await readHome();
    const { status } = await admin.put(`${list(HOME)}/${home.documentId}?locale=es`, {
      carouselMedia: carouselMedia.slice(0, 1),
      baseVersion: updatedAt,
    });
    expect(status).toBe(200);
  };

  /** The response that visitors of the site get. */
  const homeShows = async ({ documentId }: Entry): Promise<boolean> => {
    const path = '/api/home-pages/full-populate?lang=es&vertical=medicina';
    const { text } = await app.request.get(path).expect(200);
    return text.includes(`"${documentId}"`);
  };

  const setLanguage = async (code: string): Promise<void> => {
    await page.evaluate(`localStorage.setItem('strapi-admin-language', '${code}')`);
  };

  const open = (address: string) => page.goto(`${app.url}/admin${address}`);

  const signInAs = async (role: SignIn['role']): Promise<void> => {
    const person = people.find((candidate) => candidate.role === role);
    if (person === undefined) throw new Error(`Nobody of the demo is ${role}.`);
    page = await openPanel(browser, app.url, person);
    counter = await countClicks(page);
    await page.setViewportSize({ width: 1440, height: 1000 });
  };

  beforeAll(async () => {
    app = await startApp({ seed: true });
    admin = await signIn(app);
    people = await ensureDemoUsers(app);
    browser = await openBrowser();
    await signInAs('marketing');
    home = await first(HOME);
  });

  afterAll(async () => {
    await browser.close();
    await stopQuietly(app);
  });

  const words = {
    es: {
      removed: /diapositivas? quitadas?/,
      compare: 'Comparar versiones',
      field: 'Restaurar campo',
      publish: 'Restaurar y publicar',
      search: 'Buscar por título',
      back: /se ha restaurado/,
      all: 'Seleccionar todas las que se ven',
      drafts: 'Restaurar 2 entradas como borradores',
      several: 'Se han restaurado 2 entradas.',
      changes: 'Cambios',
      type: 'Tipo de contenido',
      product: 'Producto',
      oneField: 'Campo',
      prices: 'Precios (todos)',
    },
    en: {
      removed: /slides? removed/,
      compare: 'Compare versions',
      field: 'Restore field',
      publish: 'Restore and publish',
      search: 'Search by title',
      back: /was restored/,
      all: 'Select all shown',
      drafts: 'Restore 2 entries as drafts',
      several: '2 entries were restored.',
      changes: 'Changes',
      type: 'Content type',
      product: 'Product',
      oneField: 'Field',
      prices: 'Prices (all)',
    },
  } as const;

  const priceChange = {
    es: 'Precio completo: 43,90 → 54,90',
    en: 'Full price: 43.90 → 54.90',
  } as const;

  checkWords({
    en: { ...words.en, removed: / removed$/, back: /” was restored\.$/ },
    es: { ...words.es, removed: / quitad[ao]s$/, back: /» se ha restaurado\.$/ },
  });

  it.each(languagesOfRun)(
    'shows a change of a page, and restores the field in two clicks (%s)',
    async (code) => {
      const text = words[code];
      const before = await readSlides();
      expect(before.length).toBeGreaterThan(1);
      await breakPage();
      expect(await readSlides()).toHaveLength(1);
      await setLanguage(code);
      await open(`${list(HOME)}/${home.documentId}?plugins[i18n][locale]=es`);
      await page.locator('[data-history]').getByText(text.removed).first().waitFor();
      await picture(`history-${code}`);
      await counter.forgetClicks();
      await page.getByRole('button', { name: text.compare }).click();
      await page.getByRole('button', { name: text.field }).first().waitFor();
      await picture(`history-compare-${code}`, [1100, 1440]);
      await Promise.all([
        page.waitForEvent('load'),
        page.getByRole('button', { name: text.field }).first().click(),
      ]);
      await page.locator('[data-history]').waitFor();
      expect(await readSlides()).toEqual(before);
      expect(await counter.clicks()).toBe(2);
    },
  );

  it('keeps the compared versions when the window is resized', async () => {
    await breakPage();
    await setLanguage('en');
    await open(`${list(HOME)}/${home.documentId}?plugins[i18n][locale]=es`);
    await page.getByRole('button', { name: words.en.compare }).click();
    const dialog = page.getByRole('dialog');
    // While a list of versions is open, and until it has closed, all other elements are hidden.
    const readVersions = () =>
      until(
        () => dialog.getByRole('combobox').allInnerTexts(),
        (shown) => shown.length === 2,
      );
    await dialog.getByRole('button', { name: words.en.field }).first().waitFor();
    const before = await readVersions();
    await dialog.getByRole('combobox').first().click();
    await page.getByRole('option').last().click();
    await until(readVersions, ([from]) => from !== before[0]);
    const after = await readVersions();
    // Below 1080 pixels Strapi removes the panels and draws them elsewhere.
    for (const width of [1000, 1440]) {
      const drawnDialog = await dialog.elementHandle();
      await page.setViewportSize({ width, height: 1000 });
      await page.waitForFunction('(dialog) => !dialog.isConnected', drawnDialog);
      await dialog.getByRole('button', { name: words.en.field }).first().waitFor();
      expect(await readVersions()).toEqual(after);
      // Aborted requests of a removed component show no error.
      expect(await page.getByText('aborted').count()).toBe(0);
      await picture('history-compared', [width]);
    }
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });

  describe('the bin', () => {
    beforeAll(() => signInAs('catalogue editor'));

    it.each(languagesOfRun)(
      'restores a deleted product, and its reference on the page (%s)',
      async (code) => {
        const text = words[code];
        const product = await first(PRODUCT, `&filters[slug]=${SLUG_ON_HOME}`);
        expect(await homeShows(product)).toBe(true);
        await admin.delete(`${list(PRODUCT)}/${product.documentId}?locale=*&force=true`);
        expect(await homeShows(product)).toBe(false);
        await setLanguage(code);
        await open('/plugins/history-bin');
        const item = page.locator(`[data-deleted="${product.documentId}"]`);
        await item.waitFor();
        const [details = ''] = await item.locator('p').allInnerTexts();
        const languages = details.split(' · ')[1]?.split(', ') ?? [];
        expect(languages).toContain(getLanguageName('es', code));
        expect(languages).toEqual([...new Set(languages)]);
        await page.getByPlaceholder(text.search).fill('no such title');
        await item.waitFor({ state: 'detached' });
        await page.getByPlaceholder(text.search).fill('');
        await item.waitFor();
        await picture(`bin-${code}`);
        await item.getByRole('button', { name: text.publish }).click();
        await page.getByText(text.back).waitFor();
        await picture(`bin-back-${code}`);
        const { status } = await admin.get(`${list(PRODUCT)}/${product.documentId}?locale=es`);
        expect(status).toBe(200);
        expect(await homeShows(product)).toBe(true);
      },
    );

    it.each(languagesOfRun)('restores all search results in four clicks (%s)', async (code) => {
      const text = words[code];
      const name = `Vuelve ${code}`;
      const documentIds: string[] = [];
      for (const title of [`${name} A`, `${name} B`, `Se queda ${code}`]) {
        const { body } = await admin.post(`${list(PRODUCT)}?locale=es`, { title });
        const { documentId } = body.data as { documentId: string };
        await admin.delete(`${list(PRODUCT)}/${documentId}?locale=*`);
        documentIds.push(documentId);
      }
      await setLanguage(code);
      await open('/plugins/history-bin');
      const item = (documentId = '') => page.locator(`[data-deleted="${documentId}"]`);
      await item(documentIds[2]).waitFor();
      await counter.forgetClicks();
      const search = page.getByPlaceholder(text.search);
      await search.click();
      await search.fill(name);
      await item(documentIds[2]).waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: text.all }).click();
      await picture(`bin-selected-${code}`, [1440]);
      await page.getByRole('button', { name: text.drafts }).click();
      await page.getByText(text.several).waitFor();
      expect(await counter.clicks()).toBeLessThanOrEqual(4);
      for (const documentId of documentIds.slice(0, 2)) {
        const { status } = await admin.get(`${list(PRODUCT)}/${documentId}?locale=es`);
        expect(status).toBe(200);
      }
      await search.fill('');
      await item(documentIds[2]).waitFor();
      expect(await item(documentIds[0]).count()).toBe(0);
    });

    it.each(languagesOfRun)(
      'lists the price changes of all products, with old and new values (%s)',
      async (code) => {
        const text = words[code];
        const { documentId } = await first(PRODUCT);
        const address = `${list(PRODUCT)}/${documentId}?locale=es`;
        for (const fullPrice of [43.9, 54.9]) {
          expect((await admin.put(address, { fullPrice })).status).toBe(200);
        }
        await setLanguage(code);
        await open('/plugins/history-bin');
        await page.getByRole('tab', { name: text.changes }).click();
        for (const [filter, option] of [
          [text.type, text.product],
          [text.oneField, text.prices],
        ] as const) {
          await page.getByRole('combobox', { name: filter }).click();
          await page.getByRole('option', { name: option, exact: true }).click();
        }
        const row = page
          .locator(`[data-change="${documentId}"]`)
          .filter({ hasText: priceChange[code] });
        await row.waitFor();
        await picture(`changes-${code}`);
        expect(await row.getByRole('link').getAttribute('href')).toContain(documentId);
      },
    );
  });
});
