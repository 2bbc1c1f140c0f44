import type { Frame, Locator, Page } from 'playwright-core';
import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signIn } from '../support/admin';
import { accessViolations } from '../support/axe';
import { describeInBrowser, waitForButtons } from '../support/browser';
import { type DemoPanel, startDemoPanel } from '../support/demo-panel';
import { previewableTypes } from '../support/endpoints';
import { checkWords, languagesOfRun } from '../support/languages';
import { hideTab, previewLinkOf } from '../support/preview';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const HOME = 'api::home-page.home-page';

const words = { en: { save: 'Save' }, es: { save: 'Guardar' } } as const;

describeInBrowser('The preview', () => {
  checkWords(words);

  let demo: DemoPanel;
  let page: Page;
  let editor: Admin;

  beforeAll(async () => {
    demo = await startDemoPanel('administrator');
    ({ page } = demo);
    editor = await signIn(demo.app);
  });

  afterAll(() => demo.stop());

  const addressOf = async (
    uid: string,
    documentId: string,
    locale: string | null,
  ): Promise<string> =>
    `${demo.app.url}${await previewLinkOf(editor, uid, { documentId, locale })}`;

  const first = async (uid: string, filters: object = {}): Promise<string> => {
    const [entry] = await getDocumentService(demo.app, uid).findMany({
      locale: 'es',
      filters,
      limit: 1,
    });
    return entry?.documentId ?? '';
  };

  /** The piece under a link to the form. */
  const piece = (within: Page | Frame | Locator, label: string): Locator =>
    within.locator(`a.edit[aria-label="Editar: ${label}"]`).first();

  const waitForFocus = (name: string): Promise<unknown> =>
    until(
      () => page.evaluate<string | null>(`document.activeElement?.getAttribute('name') ?? null`),
      (focused) => focused === name,
    );

  /** Returns whether the form has opened the component. */
  const waitForField = (uid: string, field: string): Promise<void> =>
    page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname.includes(uid) &&
        !pathname.includes('/preview') &&
        searchParams.get('at') === field,
    );

  it('is accessible for each previewable type', async () => {
    for (const uid of Object.keys(previewableTypes)) {
      const [row] = (await demo.app.strapi.db.query(uid).findMany({
        where: { publishedAt: { $null: true } },
        select: ['documentId', 'locale'],
        limit: 1,
      })) as { documentId: string; locale: string | null }[];
      await page.goto(await addressOf(uid, row?.documentId ?? '', row?.locale ?? null));
      const violations = await accessViolations(page, 'document');
      expect([uid, violations]).toEqual([uid, []]);
      await demo.picture(`preview-${uid.split('.').at(-1) ?? ''}`, [1440, 1024]);
    }
  });

  it('shows the logo, the colour and the currency of the business line', async () => {
    const { strapi } = demo.app;
    const documentId = await first(PRODUCT, { fullPrice: { $notNull: true } });
    const lines = (await strapi.db
      .query('api::vertical.vertical')
      .findMany({ orderBy: 'order', limit: 2 })) as {
      documentId: string;
      slug: string;
      name: string;
    }[];
    const [one, other] = lines;
    for (const [line, color, currency] of [
      [one, '#0b7a53', 'EUR'],
      [other, '#ffd400', 'MXN'],
    ] as const) {
      await getDocumentService(demo.app, 'api::vertical.vertical').update({
        documentId: line?.documentId ?? '',
        data: { color, currency },
      });
    }
    await getDocumentService(demo.app, PRODUCT).update({
      documentId,
      locale: 'es',
      data: { verticals: lines.map((line) => line.documentId), fullPrice: 1234.5 },
    });
    await page.goto(await addressOf(PRODUCT, documentId, 'es'));
    const header = page.locator('header.line');
    const colour = (): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('header.line')).borderTopColor`);
    expect(await colour()).toBe('rgb(11, 122, 83)');
    await header.getByRole('img', { name: one?.name ?? '' }).waitFor();
    await page
      .getByText(/1\.234,50.€ · .*MXN/)
      .first()
      .waitFor();
    await header.getByRole('link', { name: other?.name ?? '' }).click();
    await until(colour, (shown) => shown === 'rgb(255, 212, 0)');
    await page
      .getByText(/1\.234,50.MXN$/)
      .first()
      .waitFor();
    await demo.picture('preview-line', [1440, 1024]);
  });

  it('GET /preview – draft saved – shows the change in a tab, and after a message of the panel', async () => {
    const documentId = await first(PRODUCT);
    const setTitle = (title: string) =>
      getDocumentService(demo.app, PRODUCT).update({ documentId, locale: 'es', data: { title } });
    const watchResponse = page.waitForResponse((answer) =>
      answer.url().includes('/api/draft-changes'),
    );
    await page.goto(await addressOf(PRODUCT, documentId, 'es'));
    await watchResponse;
    await setTitle('Título de otra pestaña');
    await page.getByText('Título de otra pestaña').first().waitFor();
    const title = 'Título recién guardado';
    await page.evaluate(hideTab);
    await setTitle(title);
    // Here the page is its own parent; the panel posts the same message to its frame.
    await page.evaluate(`postMessage({ type: 'strapiUpdate' }, location.origin)`);
    await page.getByText(title).first().waitFor();
  });

  it('loads pictures at most 960 pixels wide', async () => {
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.goto(await addressOf(HOME, await first(HOME), 'es'));
    const readPictureWidths = (): Promise<[number, number][]> =>
      page.evaluate(`(async () => {
        const shown = [...document.images].filter((image) => image.srcset !== '');
        shown.forEach((image) => { image.loading = 'eager'; });
        await Promise.all(shown.map((image) => image.decode()));
        return shown.map((image) => [image.naturalWidth, Number(new URL(image.currentSrc).searchParams.get('w'))]);
      })()`);
    const pictures = await readPictureWidths();
    expect(pictures.length).toBeGreaterThan(3);
    for (const [, width] of pictures) {
      expect(width).toBeGreaterThan(0);
      expect(width).toBeLessThanOrEqual(960);
    }
  });

  it('leads from each text to its field in the form', async () => {
    const documentId = await first(PRODUCT, {
      header: { id: { $notNull: true } },
      fullPrice: { $notNull: true },
    });
    await page.goto(await addressOf(PRODUCT, documentId, 'es'));
    await piece(page, 'Título').click();
    await waitForField(PRODUCT, 'title');
    await waitForFocus('title');
    await page.goto(await addressOf(PRODUCT, documentId, 'es'));
    await piece(page, 'Duración').click();
    await waitForField(PRODUCT, 'header.duration');
    await waitForFocus('header.duration');
    await page.goto(await addressOf(PRODUCT, documentId, 'es'));
    // Also by keyboard.
    await piece(page, 'Precio completo').focus();
    await page.keyboard.press('Enter');
    await waitForField(PRODUCT, 'fullPrice');
    await waitForFocus('fullPrice');
  });

  it.each(languagesOfRun)(
    'leads from the pane beside the form to the field, and expands its component, in "%s"',
    async (language) => {
      const documentId = await first(HOME);
      await demo.open(
        language,
        `/content-manager/collection-types/${HOME}/${documentId}/preview?plugins[i18n][locale]=es`,
      );
      await page.setViewportSize({ width: 1440, height: 1000 });
      const pane = page.frameLocator('iframe');
      const slide = pane.locator('a.edit[aria-label="Editar: Diapositiva 2"]');
      await slide.waitFor();
      await demo.picture(`preview-pane-${language}`, [1440, 1024]);
      await slide.click();
      await waitForField(HOME, 'carouselMedia.1');
      expect(await demo.clicks()).toBe(1);
      await page.locator('[name="carouselMedia.1.description"]').waitFor();
      await demo.picture(`preview-to-form-${language}`, [1440, 1024]);
      await page.goBack();
      await slide.waitFor();
      await pane
        .locator('section')
        .filter({ has: page.locator('h2', { hasText: 'Tendencias' }) })
        .locator('.card a.edit')
        .nth(1)
        .click();
      await page.waitForURL(
        ({ searchParams }) => searchParams.get('at')?.startsWith('tendencies.1.') === true,
      );
      const open = page.locator('main h3 button[aria-expanded="true"]');
      await until(
        () => open.count(),
        (count) => count > 0,
      );
      await demo.picture(`preview-to-zone-${language}`);

      // A card is named after the selected entry at once, and not only when the page is saved.
      const search = page.locator('[name^="tendencies.1."]').first();
      await search.click();
      const option = page.getByRole('option').filter({ hasText: '·' }).first();
      const [title = ''] = (await option.innerText()).split(' · ');
      await option.click();
      const heading = page.locator('main h3').filter({ hasText: title });
      await heading.waitFor();
      expect(await heading.innerText()).not.toContain(' · ');
      // Unsaved changes are stored by PUT as well.
      const saved = page.waitForResponse(
        (response) =>
          response.request().method() === 'PUT' && response.url().includes('/content-manager/'),
      );
      await waitForButtons(page);
      await page.getByRole('button', { name: words[language].save, exact: true }).click();
      expect((await saved).status()).toBe(200);
    },
  );
});
