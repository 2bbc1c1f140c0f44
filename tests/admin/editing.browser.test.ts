import type { Page } from 'playwright-core';
import { ensureDemoUsers, type SignIn } from '../../scripts/demo/users';
import { listMasters } from '#api/product/contract';
import { getHomePage } from '#api/home-page/contract';
import { read } from '../delivery/call';
import { startApp, type App } from '../support/app';
import {
  allowFailures,
  describeInBrowser,
  openBrowser,
  openPanel,
  waitForButtons,
  type Browser,
} from '../support/browser';
import { checkWords } from '../support/languages';

/** Words that the suite searches in the panel, which is in English. */
const words = {
  en: {
    publish: 'Publish',
    preview: 'Open preview',
    more: 'More document actions',
    unpublish: 'Unpublish',
    anyway: 'Unpublish anyway',
    confirm: 'Confirm unpublishing',
  },
  es: {
    publish: 'Publicar',
    preview: 'Previsualizar',
    more: 'Más acciones de documento',
    unpublish: 'Anular publicación',
    anyway: 'Anular publicación de todos modos',
    confirm: 'Confirmar anulación',
  },
} as const;

const { en } = words;

describeInBrowser('Editing in the admin panel', () => {
  checkWords(words);

  let app: App;
  let browser: Browser;
  let people: SignIn[];

  beforeAll(async () => {
    app = await startApp({ seed: true });
    people = await ensureDemoUsers(app);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  /** Signs a demo user in, and returns their window. */
  const signIn = async (role: string): Promise<Page> => {
    const person = people.find((candidate) => candidate.role === role);
    if (person === undefined) throw new Error(`Nobody of the demo is ${role}.`);
    return openPanel(browser, app.url, person);
  };

  const open = async (page: Page, uid: string, documentId: string): Promise<void> => {
    await page.goto(
      `${app.url}/admin/content-manager/collection-types/${uid}/${documentId}?plugins[i18n][locale]=es`,
    );
  };

  const publish = async (page: Page): Promise<void> => {
    const published = page.waitForResponse(
      (answer) => answer.url().includes('/actions/publish') && answer.request().method() === 'POST',
    );
    await waitForButtons(page);
    await page.getByRole('button', { name: en.publish, exact: true }).first().click();
    expect((await published).status()).toBe(200);
  };

  it('lets a catalogue editor change and publish the title of a product', async () => {
    const [product] = (await read(app, listMasters, {}, { lang: 'es' })).data;
    const page = await signIn('catalogue editor');
    await open(page, 'api::product.product', product?.documentId ?? '');
    await page.fill('input[name="title"]', 'Un título nuevo');
    await publish(page);
    const { data } = await read(app, listMasters, {}, { lang: 'es' });
    expect(data.map(({ title }) => title)).toContain('Un título nuevo');
    await page.close();
  });

  it('lets marketing change and publish the carousel of a home page, and open the preview', async () => {
    const query = { lang: 'es', vertical: 'psicologia' };
    const home = (await read(app, getHomePage, {}, query)).data;
    const page = await signIn('marketing');
    await open(page, 'api::home-page.home-page', home.documentId);
    await page.getByRole('button', { name: home.carouselMedia[0]?.description ?? '' }).click();
    await page.fill('[name="carouselMedia.0.description"]', 'Un carrusel nuevo');
    await publish(page);
    expect((await read(app, getHomePage, {}, query)).data.carouselMedia[0]?.description).toBe(
      'Un carrusel nuevo',
    );

    await page.getByRole('link', { name: en.preview }).click();
    const preview = page.frameLocator('iframe');
    await preview.getByText('Un carrusel nuevo').first().waitFor();
    await page.close();
  });

  it('shows the form to a catalogue editor when the permissions arrive last', async () => {
    const [product] = (await read(app, listMasters, {}, { lang: 'es' })).data;
    const page = await signIn('catalogue editor');
    const types = page.waitForResponse((answer) => answer.url().includes('/content-manager/init'));
    const settings = page.waitForResponse((answer) =>
      answer.url().includes('/content-manager/content-types-settings'),
    );
    await page.route('**/admin/users/me/permissions', async (route) => {
      await Promise.all([types, settings]);
      // Waits until the panel has processed the first responses.
      await page.evaluate(
        'new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))',
      );
      await route.continue();
    });
    await open(page, 'api::product.product', product?.documentId ?? '');
    await page.locator('input[name="title"]').waitFor();
    expect(page.url()).toContain('/api::product.product/');
    await page.close();
  });

  it('does not let marketing edit a product', async () => {
    const [product] = (await read(app, listMasters, {}, { lang: 'es' })).data;
    const page = await signIn('marketing');
    await open(page, 'api::product.product', product?.documentId ?? '');
    await page.locator('input[name="title"]:disabled').waitFor();
    await page.close();
  });

  it('lists the pages that lose an unpublished product, and restores it on publication', async () => {
    const query = { lang: 'es', vertical: 'psicologia' };
    const productsOfHome = async () => {
      const { tendencies } = (await read(app, getHomePage, {}, query)).data;
      return tendencies.flatMap((card) => ('product' in card ? [card.product] : []));
    };
    const before = await productsOfHome();
    const [product] = before;
    const page = await signIn('catalogue editor');
    await open(page, 'api::product.product', product?.documentId ?? '');
    await page.getByRole('link', { name: 'Page: Home · Psicología · Spanish' }).waitFor();

    await page.getByRole('button', { name: en.more }).click();
    await page.getByRole('menuitem', { name: en.unpublish, exact: true }).click();
    allowFailures(/^409 POST .*\/actions\/unpublish/);
    const question = page.getByRole('dialog');
    await question.getByRole('link', { name: 'Page: Home · Psicología · Spanish' }).waitFor();
    await question.getByRole('button', { name: en.anyway }).click();
    expect((await productsOfHome()).length).toBe(before.length);
    const unpublished = page.waitForResponse((answer) => answer.url().includes('/unpublish'));
    await question.getByRole('button', { name: en.confirm }).click();
    expect((await unpublished).status()).toBe(200);
    expect(await productsOfHome()).toEqual(before.slice(1));

    await publish(page);
    expect((await productsOfHome()).map(({ documentId }) => documentId)).toEqual(
      before.map(({ documentId }) => documentId),
    );
    await page.close();
  });
});
