import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type DeskInBrowser, startDeskInBrowser } from '../publishing-rules/panel';
import { EXPLORER, type Desk, PRODUCT, sellable } from '../publishing-rules/support';
import { describeInBrowser, forgetTyping, openInPanel, waitForButtons } from '../support/browser';
import { bothLanguages, checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const panels = {
  en: {
    save: 'Save',
    publish: 'Publish',
    type: 'Type',
    book: 'Book',
    course: 'Short course',
    bookDetails: 'Book details',
    academic: 'Academic data',
    cardPicture: 'Card picture',
    heading: 'Price and sale',
    more: 'More actions',
    remove: /^Delete/,
  },
  es: {
    save: 'Guardar',
    publish: 'Publicar',
    type: 'Tipo',
    book: 'Libro',
    course: 'Curso corto',
    bookDetails: 'Ficha del libro',
    academic: 'Datos académicos',
    cardPicture: 'Imagen de la tarjeta',
    heading: 'Precio y venta',
    more: 'Más acciones',
    remove: /^Eliminar/,
  },
} as const;

/** Label that Strapi's components write in English, without a message. */
const CLEAR = { en: 'Clear', es: 'Vaciar' } as const;

/** Texts above a form that only developers see. */
const developerTexts =
  /edit the model|configure the view|document id|edita el modelo|configurar la vista|id del documento/i;

type Language = keyof typeof panels;

const FORM = `${EXPLORER}/${PRODUCT}`;
const LOCALE = 'plugins[i18n][locale]=es';

describeInBrowser('The form of a product', () => {
  checkWords(panels);

  let panel: DeskInBrowser;
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    panel = await startDeskInBrowser();
    ({ desk, page } = panel);
  });

  afterAll(() => panel.stop());

  const picture = async (name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };

  const create = async (values: object): Promise<string> => {
    const { body } = await desk.admin.post(
      `${EXPLORER}/${PRODUCT}?locale=es`,
      sellable(desk, values),
    );
    return (body.data as { documentId: string }).documentId;
  };

  const open = async (language: Language, entry: string): Promise<void> => {
    await openInPanel(page, desk.app.url, language, `${FORM}/${entry}?${LOCALE}`, () =>
      forgetTyping(page, panel.editor, [PRODUCT]),
    );
    await page.locator('input[name="title"]').waitFor();
  };

  const focused = () => page.locator(':focus');

  const label = (text: string) => page.locator('main').getByText(text, { exact: true });

  const choose = async (field: string, value: string): Promise<void> => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  };

  const readEntry = async (documentId: string): Promise<Record<string, unknown>> =>
    (await desk.admin.get(`${EXPLORER}/${PRODUCT}/${documentId}?locale=es`)).body.data as Record<
      string,
      unknown
    >;

  const waitForSave = () =>
    page.waitForResponse(
      (response) =>
        response.url().includes(`${EXPLORER}/${PRODUCT}`) &&
        ['PUT', 'POST'].includes(response.request().method()) &&
        !response.url().includes('/actions/'),
    );

  /** Waits until unsaved changes are stored. The form may still be reading or storing earlier ones. */
  const waitForTyping = (changes: RegExp) =>
    page.waitForResponse(
      (response) =>
        response.url().includes('/concurrent-editing/typed/') &&
        changes.test(response.request().postData() ?? ''),
    );

  describe.each(bothLanguages)('in the panel in "%s"', (language) => {
    const words = panels[language];

    it('shows Save at any scroll position, and no entries for developers in its menu', async () => {
      const documentId = await create({});
      await open(language, documentId);
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        const last = page.locator('[data-section="seo"]');
        await last.waitFor();
        await last.scrollIntoViewIfNeeded();
        // Read as a list, so that a failure names the existing buttons.
        await until(
          () => page.getByRole('button').allInnerTexts(),
          (texts) => texts.includes(words.save),
        );
        const isInFront = `(() => {
          const button = [...document.querySelectorAll('button')].find((one) => one.textContent === '${words.save}');
          const { left, top, bottom } = button.getBoundingClientRect();
          const front = document.elementFromPoint(left + 5, (top + bottom) / 2);
          return top >= 0 && bottom <= innerHeight && button.contains(front);
        })()`;
        await until(
          () => page.evaluate(isInFront),
          (isVisible) => isVisible === true,
        );
        await picture(`save-in-sight-${language}-${width}`);
      }
      await page.setViewportSize({ width: 1440, height: 1000 });
      // The model, the view and the document's id are for developers.
      await page.getByRole('button', { name: words.more, exact: true }).first().click();
      const menu = page.getByRole('menu');
      await menu.getByRole('menuitem', { name: words.remove }).first().waitFor();
      const menuText = await menu.innerText();
      expect(menuText).not.toMatch(developerTexts);
      expect(menuText).not.toContain(documentId);
      await page.keyboard.press('Escape');
    });
  });

  describe.each(languagesOfRun)('in the panel in "%s"', (language) => {
    const words = panels[language];

    it('shows the fields of the chosen type under headings', async () => {
      await open(language, 'create');
      expect(await page.locator('[data-section]').count()).toBe(8);
      await page.getByRole('heading', { name: words.heading, exact: true }).waitFor();
      // Without a type, all fields are shown.
      await label(words.bookDetails).waitFor();
      await label(words.academic).waitFor();
      await choose(words.type, words.book);
      await label(words.academic).waitFor({ state: 'detached' });
      await label(words.bookDetails).waitFor();
      await choose(words.type, words.course);
      await label(words.academic).waitFor();
      await label(words.bookDetails).waitFor({ state: 'detached' });
      await picture(`product-form-${language}`);
    });

    it('text editors – have the names of their fields and one Tab stop per toolbar', async () => {
      await open(language, await create({}));
      const toolbars = page.getByRole('toolbar');
      const namesNow = (): Promise<string[]> =>
        page.evaluate(
          `[...document.querySelectorAll('.CodeMirror-code')].map((one) => one.getAttribute('aria-label'))`,
        );
      const stops = (): Promise<number[]> =>
        page.evaluate(
          `[...document.querySelectorAll('[role="toolbar"]')].map((one) => [...one.querySelectorAll('button, [role="combobox"]')].filter(({ tabIndex }) => tabIndex === 0).length)`,
        );
      const names = await until(namesNow, (all) => all.length === 5 && !all.includes('Editor'));
      expect(new Set(names).size).toBe(names.length);
      await until(stops, (all) => all.length === 5 && all.every((count) => count === 1));
      const controls = toolbars.first().locator('button, [role="combobox"]');
      await controls.first().focus();
      await page.keyboard.press('ArrowRight');
      await controls.nth(1).and(focused()).waitFor();
      expect(await stops()).toEqual(names.map(() => 1));
      await page.getByRole('button', { name: CLEAR[language], exact: true }).first().waitFor();
      await picture(`text-editors-${language}`);
    });

    it('pictures and relations – have one Tab stop each, and arrow keys within', async () => {
      const { documentId: other } = (
        await desk.admin.post(`${EXPLORER}/api::vertical.vertical`, {
          ...{ name: `Second ${language}`, slug: `second-${language}` },
        })
      ).body.data as { documentId: string };
      const values = { cardImage: desk.picture, verticals: [desk.line, other] };
      await open(language, await create(values));
      const groups = {
        relation: page.locator('ol', { has: page.locator('li [data-handler-id]') }).first(),
        picture: page
          .locator('[aria-roledescription="carousel"]:has(img) > div:last-child')
          .first(),
      };
      const stops = (group: Locator): Promise<number> =>
        group.locator(':is(button, [role="button"]):not([tabindex="-1"])').count();
      const [rows, actions] = [groups.relation.getByRole('listitem'), groups.picture];
      await page.getByRole('toolbar', { name: words.cardPicture }).and(actions).waitFor();
      for (const group of Object.values(groups)) {
        await group.waitFor();
        await until(
          () => stops(group),
          (count) => count === 1,
        );
      }
      const [first, second] = [rows.nth(0), rows.nth(1)];
      await first.getByRole('button').nth(1).focus();
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
      await second.getByRole('button').nth(1).and(focused()).waitFor();
      expect(await stops(groups.relation)).toBe(1);
      // A handle that holds an item moves it with the arrow keys.
      const movedName = await second.getByRole('button').nth(1).innerText();
      await page.keyboard.press('ArrowLeft');
      for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
      await first.getByText(movedName, { exact: true }).waitFor();
      await actions.getByRole('button').first().focus();
      await page.keyboard.press('End');
      await actions.getByRole('button').last().and(focused()).waitFor();
      expect(await stops(groups.picture)).toBe(1);
    });

    it('off sale – text and date entered in four clicks – are published', async () => {
      const documentId = await create({});
      await open(language, documentId);
      await panel.forgetClicks();
      await page.locator('input[name="isOffSale"]').click();
      const offSaleText = { en: 'Back in September', es: 'Volvemos en septiembre' }[language];
      await page.locator('input[name="offSaleText"]').click();
      await page.keyboard.type(offSaleText);
      await page.locator('input[name="onSaleAgainAt"]').click();
      await page.keyboard.type('2027-09-01 10:00');
      await picture(`off-sale-${language}`);
      const published = page.waitForResponse((response) =>
        response.url().includes('/actions/publish'),
      );
      await waitForButtons(page);
      await page.getByRole('button', { name: words.publish, exact: true }).click();
      expect((await published).status()).toBe(200);
      expect(await panel.clicks()).toBe(4);
      const { body } = await desk.admin.get(
        `${EXPLORER}/${PRODUCT}/${documentId}?locale=es&status=published`,
      );
      expect(body.data).toMatchObject({
        isOffSale: true,
        offSaleText,
        onSaleAgainAt: expect.stringMatching(/^2027-09-01T/),
      });
    });

    it('is saved and published by keyboard', async () => {
      const documentId = await create({});
      await open(language, documentId);
      await page.getByRole('button', { name: words.save, exact: true }).waitFor();
      const title = page.locator('input[name="title"]');
      const sku = page.locator('input[name="SKU"]');
      await title.fill('By keyboard');
      await sku.fill(`KEYS-${language.toUpperCase()}`);
      const saved = waitForSave();
      await page.keyboard.press('Control+s');
      expect((await saved).status()).toBe(200);
      expect(await readEntry(documentId)).toMatchObject({
        title: 'By keyboard',
        SKU: `KEYS-${language.toUpperCase()}`,
      });
      await sku.and(focused()).waitFor();
      const published = page.waitForResponse((response) =>
        response.url().includes('/actions/publish'),
      );
      await title.fill('Published by keyboard');
      // Keys act like the button, which is enabled again after the saved entry was read.
      const publish = page.getByRole('button', { name: words.publish, exact: true });
      await until(
        () => publish.isEnabled(),
        (isEnabled) => isEnabled,
      );
      await page.keyboard.press('Control+Shift+Enter');
      expect((await published).status()).toBe(200);
    });

    it('is published once by a double click', async () => {
      const documentId = await create({});
      await open(language, documentId);
      const sent: string[] = [];
      page.on('request', (request) =>
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
      );
      const publish = page.getByRole('button', { name: words.publish, exact: true });
      const published = page.waitForResponse((response) =>
        response.url().includes('/actions/publish'),
      );
      await publish.dblclick();
      expect((await published).status()).toBe(200);
      await until(
        () => publish.isDisabled(),
        (isDisabled) => isDisabled,
      );
      expect(sent.filter((request) => request.endsWith('/actions/publish'))).toHaveLength(1);
    });

    it('shows a filled field that the type does not need, until it is emptied', async () => {
      const documentId = await create({ limitedPlaces: false, numberLimitedPlaces: 12 });
      await open(language, documentId);
      const places = page.locator('input[name="numberLimitedPlaces"]');
      expect(await places.inputValue()).toBe('12');
      // Strapi saves the state of the form when the browser was last idle.
      const unsavedStored = waitForTyping(/"numberLimitedPlaces":/);
      await places.fill('');
      await unsavedStored;
      const saved = waitForSave();
      await page.getByRole('button', { name: words.save, exact: true }).click();
      expect((await saved).status()).toBe(200);
      expect(await readEntry(documentId)).toMatchObject({ numberLimitedPlaces: null });
      await places.waitFor({ state: 'detached' });
    });

    it('number field – thousands, exponents, arrow keys, mouse wheel – stores the shown number', async () => {
      const documentId = await create({ limitedPlaces: true, numberLimitedPlaces: 12 });
      await open(language, documentId);
      const places = page.locator('input[name="numberLimitedPlaces"]');
      const refused = page.locator('[data-strapi-field-error]');
      await places.focus();
      await page.keyboard.press('ArrowUp');
      await places.hover();
      await page.mouse.wheel(0, -200);
      expect(await places.inputValue()).toBe('12');
      for (const text of ['1e3', '0x1F', '12,5', '3000000000']) {
        await places.fill(text);
        await refused.waitFor();
        expect(await places.inputValue()).toBe(text);
        await places.fill('12');
        await refused.waitFor({ state: 'detached' });
      }
      await places.fill('2.000');
      const choices = page.locator('[data-choices]');
      await choices.getByRole('button').nth(1).waitFor();
      expect(await choices.getByRole('button').allInnerTexts()).toEqual(['2000', '2']);
      // Strapi saves the state of the form when the browser was last idle.
      const unsavedStored = waitForTyping(/"numberLimitedPlaces":\{"mine":"?2000\b/);
      await choices.getByRole('button', { name: '2000', exact: true }).click();
      await unsavedStored;
      const saved = waitForSave();
      await page.getByRole('button', { name: words.save, exact: true }).click();
      expect((await saved).status()).toBe(200);
      expect(await readEntry(documentId)).toMatchObject({ numberLimitedPlaces: 2000 });
      expect(await places.inputValue()).toBe('2000');
    });

    it('gives a new product the last position', async () => {
      await create({ order: 50 + (language === 'es' ? 50 : 0) });
      await open(language, 'create');
      const positionRead = page.waitForResponse((response) =>
        response.url().includes('/ordering/next/'),
      );
      await page.locator('input[name="title"]').fill('Cardiología');
      await positionRead;
      await page.locator('input[name="SKU"]').fill(`LAST-${language.toUpperCase()}`);
      // Entries are moved on the page of their order.
      expect(await page.locator('input[name="order"]').count()).toBe(0);
      await waitForButtons(page);
      const created = waitForSave();
      await page.getByRole('button', { name: words.save, exact: true }).click();
      const { data } = (await (await created).json()) as { data: { documentId: string } };
      expect(await readEntry(data.documentId)).toMatchObject({
        order: language === 'es' ? 101 : 51,
      });
    });
  });
});
