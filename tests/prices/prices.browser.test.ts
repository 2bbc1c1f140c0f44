import type { Page } from 'playwright-core';
import { type DeskInBrowser, startDeskInBrowser } from '../publishing-rules/panel';
import { EXPLORER, type Desk, listProvider, PRODUCT, sellable } from '../publishing-rules/support';
import { signInAs } from '../support/admin';
import {
  type Browser,
  describeInBrowser,
  forgetTyping,
  openBrowser,
  openInPanel,
  openPanel,
  waitForButtons,
} from '../support/browser';
import { bothLanguages, checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

type Stored = { tuitionPrice: number | null; fullPrice: number | null };

const panels = {
  en: {
    save: 'Save',
    publish: 'Publish',
    ambiguous: 'This price can be read in two ways. Choose one.',
    unreadable: 'This text is not a price. Write a number.',
    product: 'Payment product',
    creates: (price: string) => `Create ${price} at the provider`,
    takes: (price: string) => `Use the provider's price: ${price}`,
    create: 'Create',
    withholds: 'Publish without selling',
    stops: 'Stop selling',
    published: 'Published',
    newCourse: 'New course',
    type: 'Type',
    shortCourse: 'Short course',
    createProduct: 'Create at the provider',
    account: 'Payment account',
    sheet: 'Change in a table',
    paste: 'Paste rows here',
    second: 'Column 2',
    createOne: 'Create 1 price at the provider',
    saveAndPublish: 'Save and publish',
  },
  es: {
    save: 'Guardar',
    publish: 'Publicar',
    ambiguous: 'Este precio se puede leer de dos maneras. Elige una.',
    unreadable: 'Este texto no es un precio. Escribe un número.',
    product: 'Producto de pago',
    creates: (price: string) => `Crear ${price} en la pasarela`,
    takes: (price: string) => `Usar el precio de la pasarela: ${price}`,
    create: 'Crear',
    withholds: 'Publicar sin vender',
    stops: 'Dejar de vender',
    published: 'Publicado',
    newCourse: 'Nuevo curso',
    type: 'Tipo',
    shortCourse: 'Curso corto',
    createProduct: 'Crear en la pasarela',
    account: 'Cuenta de pago',
    sheet: 'Cambiar en una tabla',
    paste: 'Pega aquí las filas',
    second: 'Columna 2',
    createOne: 'Crear 1 precio en la pasarela',
    saveAndPublish: 'Guardar y publicar',
  },
} as const;

/** Prices as each language writes them, and the payment product that each test sells. */
const writtenPrices = {
  en: {
    typed: '390,50',
    understood: '= €390.50',
    amount: 390.5,
    shown: '390.50',
    listed: /€390\.50/,
    choice: /1,234\.00/,
    created: '€999.90',
    taken: '€49.00',
    sold: 'prod_course',
    search: 'curso',
  },
  es: {
    typed: '420.75',
    understood: '= 420,75 €',
    amount: 420.75,
    shown: '420,75',
    listed: /420,75\s€/,
    choice: /^1\.?234,00/,
    created: '999,90 €',
    taken: '49,00 €',
    sold: 'prod_book',
    search: 'libro',
  },
} as const;

/** A column of a grid. */
const fullPriceIn = { en: 'Full price (Spanish)', es: 'Precio completo (español)' } as const;

/** Grants catalogue editors the permission to create prices at the provider. */
const grantCreation = async ({ app: { strapi } }: Desk): Promise<void> => {
  const role = (await strapi.db
    .query('admin::role')
    .findOne({ where: { code: 'catalogue-editor' } })) as { id: number };
  await strapi.db.query('admin::permission').create({
    data: {
      action: 'plugin::prices.create-prices',
      actionParameters: {},
      properties: {},
      conditions: [],
      role: role.id,
    },
  });
};

/** Takes a picture of the panel, if `SCREENSHOTS` names a folder. */
const takePicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

describeInBrowser('Prices in the admin panel', () => {
  checkWords(panels);

  let panelDesk: DeskInBrowser;
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    panelDesk = await startDeskInBrowser();
    ({ desk, page } = panelDesk);
    await grantCreation(desk);
    await panelDesk.browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  afterAll(() => panelDesk.stop());

  const price = () => page.locator('input[name="tuitionPrice"]');

  const readPrices = async (documentId: string, status: 'draft' | 'published'): Promise<Stored> => {
    const { body } = await desk.admin.get(
      `${EXPLORER}/${PRODUCT}/${documentId}?locale=es&status=${status}`,
    );
    return body.data as Stored;
  };

  /** Opens a product in a form of the panel in a language. */
  const open = async (
    language: keyof typeof panels,
    changes: object = { fullPrice: 5000, tuitionPrice: 100 },
  ): Promise<string> => {
    const { body } = await desk.admin.post(
      `${EXPLORER}/${PRODUCT}?locale=es`,
      sellable(desk, changes),
    );
    const { documentId } = body.data as { documentId: string };
    await openInPanel(
      page,
      desk.app.url,
      language,
      `${EXPLORER}/${PRODUCT}/${documentId}?plugins[i18n][locale]=es`,
    );
    await price().waitFor();
    return documentId;
  };

  const waitForAnswer = (method: string, path = '') =>
    page.waitForResponse(
      (response) =>
        response.url().includes(`${EXPLORER}/${PRODUCT}/`) &&
        response.url().includes(path) &&
        response.request().method() === method,
    );

  const paste = async (text: string): Promise<void> => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await price().fill('');
    await price().press('Control+V');
  };

  describe.each(bothLanguages)('in the panel in "%s"', (language) => {
    const words = panels[language];
    const prices = writtenPrices[language];

    it("is parsed with the other language's decimal separator, and published", async () => {
      const documentId = await open(language);
      await price().fill(prices.typed);
      await page.getByText(prices.understood, { exact: true }).waitFor();
      const saved = waitForAnswer('PUT');
      await waitForButtons(page);
      await page.getByRole('button', { name: words.save, exact: true }).click();
      expect((await saved).status()).toBe(200);
      expect(await readPrices(documentId, 'draft')).toMatchObject({ tuitionPrice: prices.amount });
      await until(
        () => price().inputValue(),
        (value) => value === prices.shown,
      );

      const published = waitForAnswer('POST');
      await page.getByRole('button', { name: words.publish, exact: true }).click();
      expect((await published).status()).toBe(200);
      expect(await readPrices(documentId, 'published')).toMatchObject({
        tuitionPrice: prices.amount,
      });
    });

    it('is not saved while ambiguous, until one of two numbers is chosen', async () => {
      const documentId = await open(language);
      await price().fill('1.234');
      await page.getByText(words.ambiguous).waitFor();
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await page.getByText(words.ambiguous).waitFor();
      expect(await readPrices(documentId, 'draft')).toMatchObject({ tuitionPrice: 100 });

      const choices = page.locator('[data-choices]');
      expect(await choices.getByRole('button').count()).toBe(2);
      expect(await page.locator('[data-strapi-field-error]').count()).toBe(1);
      await choices.getByRole('button', { name: prices.choice }).click();
      await choices.waitFor({ state: 'detached' });
      expect(await page.locator('[data-strapi-field-error]').count()).toBe(0);
      const saved = waitForAnswer('PUT');
      await waitForButtons(page);
      await page.getByRole('button', { name: words.save, exact: true }).click();
      expect((await saved).status()).toBe(200);
      expect(await readPrices(documentId, 'draft')).toMatchObject({ tuitionPrice: 1234 });
    });

    it('is pasted from one spreadsheet cell, and refused from two', async () => {
      const documentId = await open(language);
      await paste('390,50\t420,75\r\n');
      await page.getByText(words.unreadable).waitFor();
      await paste('1.390,50 €\r\n');
      await page.locator('[data-price-understood]').getByText('390').waitFor();
      const saved = waitForAnswer('PUT');
      await waitForButtons(page);
      await page.getByRole('button', { name: words.save, exact: true }).click();
      expect((await saved).status()).toBe(200);
      expect(await readPrices(documentId, 'draft')).toMatchObject({ tuitionPrice: 1390.5 });
    });
  });

  it.each(languagesOfRun)(
    'price that the provider does not charge – each solution – is published (%s)',
    async (language) => {
      const words = panels[language];
      const { created, search: searched, sold, taken } = writtenPrices[language];
      const documentId = await open(language, {
        payID: '',
        purchaseType: 'single',
        fullPrice: 999.9,
        tuitionPrice: null,
      });
      const full = page.locator('input[name="fullPrice"]');
      const search = page.getByRole('combobox', { name: words.product });
      await search.click();
      await search.fill(searched);
      // The results of the empty search before are not offered.
      const option = page.getByRole('option').first();
      expect(await option.innerText()).toMatch(new RegExp(searched, 'i'));
      await takePicture(page, `payment-product-${language}`);
      await option.click();
      const paymentProduct = page.locator(`[data-payment-product="${sold}"]`);
      await paymentProduct.getByRole('link').waitFor();

      const solutions = page.locator('[data-price-ways]');
      await solutions.getByRole('button', { name: words.takes(taken) }).click();
      await solutions.waitFor({ state: 'detached' });
      expect(Number((await full.inputValue()).replace(',', '.'))).toBe(49);
      await full.fill(language === 'es' ? '999,90' : '999.90');
      await solutions.getByRole('button', { name: words.creates(created) }).waitFor();
      await solutions.scrollIntoViewIfNeeded();
      await takePicture(page, `price-ways-${language}`);
      await solutions.getByRole('button', { name: words.creates(created) }).click();
      await page.locator('[data-create-price]').waitFor();
      await takePicture(page, `create-price-${language}`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words.create, exact: true })
        .click();
      await solutions.waitFor({ state: 'detached' });
      const prices = await desk.standIn.objects<{
        product: string;
        unit_amount: number;
        active: boolean;
      }>('main', 'price');
      const ofProduct = prices.filter(({ product }) => product === sold);
      expect(ofProduct.filter(({ unit_amount: amount }) => amount === 99_990)).toHaveLength(1);
      expect(ofProduct.some((price) => price.active && price.unit_amount === 4_900)).toBe(false);

      const publish = async (): Promise<number> => {
        const published = waitForAnswer('POST');
        await waitForButtons(page);
        await page.getByRole('button', { name: words.publish, exact: true }).click();
        return (await published).status();
      };
      expect(await publish()).toBe(200);
      expect(await readPrices(documentId, 'published')).toMatchObject({ fullPrice: 999.9 });

      await full.fill('1500');
      await solutions.getByRole('button', { name: words.withholds }).click();
      await takePicture(page, `withhold-${language}`);
      await page.getByRole('button', { name: words.stops }).click();
      await solutions.waitFor({ state: 'detached' });
      expect(await publish()).toBe(200);
      expect(await readPrices(documentId, 'published')).toMatchObject({
        fullPrice: 1500,
        isSoon: true,
      });
    },
  );

  it.each(languagesOfRun)(
    'new course in two languages – with a product that the provider creates – takes at most 25 clicks (%s)',
    async (language) => {
      const words = panels[language];
      const sku = `NEW-${language.toUpperCase()}`;
      const write = async (field: string, value: string): Promise<void> => {
        await page.locator(`input[name="${field}"]`).click();
        await page.keyboard.type(value);
      };
      const choose = async (field: string, option: string): Promise<void> => {
        await page.getByRole('combobox', { name: field, exact: true }).click();
        await page.getByRole('option', { name: option }).first().click();
      };
      const publish = async (): Promise<string> => {
        const published = waitForAnswer('POST', 'publish');
        await waitForButtons(page);
        await page.getByRole('button', { name: words.publish, exact: true }).click();
        const answer = await published;
        expect(answer.status()).toBe(200);
        const { data } = (await answer.json()) as { data: { documentId: string } };
        return data.documentId;
      };

      await openInPanel(page, desk.app.url, language, '/', () =>
        forgetTyping(page, panelDesk.editor, [PRODUCT]),
      );
      await panelDesk.forgetClicks();
      await page.getByRole('link', { name: words.newCourse, exact: true }).click();
      await write('title', `Curso de ${language}`);
      await choose(words.type, words.shortCourse);
      await write('SKU', sku);
      await page.locator('input[name="verticals"]').click();
      await page.getByRole('option', { name: 'Medicina' }).first().click();
      await write('fullPrice', '120');
      await page.getByRole('button', { name: words.createProduct, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: words.account }).click();
      await page.getByRole('option', { name: 'main', exact: true }).click();
      await dialog.getByRole('button', { name: words.create, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const documentId = await publish();

      await page.getByRole('combobox').filter({ hasText: '(es)' }).click();
      await page.getByRole('option', { name: words.published }).waitFor();
      await page.getByRole('option', { name: /English/ }).click();
      await until(
        () => page.inputValue('input[name="SKU"]'),
        (value) => value === '',
      );
      await write('title', `Course in ${language}`);
      await until(
        () => page.inputValue('input[name="SKU"]'),
        (value) => value === sku,
      );
      expect(await publish()).toBe(documentId);
      expect(await panelDesk.clicks()).toBeLessThanOrEqual(25);
      for (const locale of ['es', 'en']) {
        const { body } = await desk.admin.get(
          `${EXPLORER}/${PRODUCT}/${documentId}?locale=${locale}&status=published`,
        );
        expect(body.data).toMatchObject({ SKU: sku, fullPrice: 120, locale });
      }
    },
  );

  it.each(languagesOfRun)(
    'twelve prices – one created at the provider – are published in at most ten clicks (%s)',
    async (language) => {
      const words = panels[language];
      const products: { SKU: string; documentId: string }[] = [];
      for (let index = 0; index < 12; index += 1) {
        const product = sellable(desk, {
          ...{ fullPrice: 49, tuitionPrice: null, purchaseType: 'single' },
          ...(index === 0 && { payID: `prod_fixed_${language}` }),
        });
        if (index === 0) {
          await desk.standIn.control('POST', 'catalogue', {
            account: 'main',
            products: [{ id: product.payID, name: 'Fixed' }],
            prices: [{ id: `price_fixed_${language}`, productId: product.payID, amount: 4_900 }],
          });
          await listProvider(desk.admin);
        }
        const { body } = await desk.admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product);
        products.push({ ...(body.data as { documentId: string }), SKU: product.SKU });
      }
      await openInPanel(
        page,
        desk.app.url,
        language,
        `${EXPLORER}/${PRODUCT}?plugins[i18n][locale]=es`,
      );
      await panelDesk.forgetClicks();
      await page.getByRole('link', { name: words.sheet, exact: true }).click();
      const area = page.getByRole('textbox', { name: words.paste });
      await area.click();
      await area.fill(products.map(({ SKU }) => `${SKU}\t59`).join('\r\n'));
      await page.getByRole('combobox', { name: words.second }).click();
      await page.getByRole('option', { name: fullPriceIn[language], exact: true }).click();
      await page.getByRole('button', { name: words.createOne, exact: true }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: words.create, exact: true }).click();
      const uncharged = page.locator('[data-uncharged]');
      await uncharged.waitFor({ state: 'detached' });
      await takePicture(page, `twelve-prices-${language}`);
      await page.getByRole('button', { name: words.saveAndPublish, exact: true }).click();
      await until(
        () => page.locator('[data-outcome="published"]').count(),
        (count) => count === 12,
      );
      expect(await panelDesk.clicks()).toBeLessThanOrEqual(10);
      for (const { documentId } of products) {
        expect(await readPrices(documentId, 'published')).toMatchObject({ fullPrice: 59 });
      }
    },
  );

  describe('a user with read-only access', () => {
    let otherBrowser: Browser;
    let readerPage: Page;

    beforeAll(async () => {
      otherBrowser = await openBrowser();
      const marketing = await signInAs(desk.app, 'marketing', 'Laura');
      readerPage = await openPanel(otherBrowser, desk.app.url, marketing);
    });

    afterAll(() => otherBrowser.close());

    it.each(languagesOfRun)(
      'sees prices with their currency in lists and forms, without Save or Publish (%s)',
      async (language) => {
        const { save, publish } = panels[language];
        const { amount, shown, listed, understood } = writtenPrices[language];
        const product = sellable(desk, { fullPrice: 5000, tuitionPrice: amount });
        const { body } = await desk.admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product);
        const { documentId } = body.data as { documentId: string };
        const list = `${EXPLORER}/${PRODUCT}?plugins[i18n][locale]=es&pageSize=100`;
        await openInPanel(readerPage, desk.app.url, language, list);
        const row = readerPage.getByRole('row', { name: product.title });
        await row.getByText(listed).waitFor();
        const form = `${EXPLORER}/${PRODUCT}/${documentId}?plugins[i18n][locale]=es`;
        await openInPanel(readerPage, desk.app.url, language, form);
        await readerPage.getByText(understood, { exact: true }).waitFor();
        const input = readerPage.locator('input[name="tuitionPrice"]');
        expect([await input.inputValue(), await input.isDisabled()]).toEqual([shown, true]);
        for (const name of [save, publish]) {
          const button = readerPage.getByRole('button', { name, exact: true });
          expect((await button.count()) === 0 || (await button.isDisabled())).toBe(true);
        }
      },
    );
  });
});
