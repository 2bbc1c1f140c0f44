import type { Page } from 'playwright-core';
import { getLanguageName } from '#catalogue/locale-names';
import { getDocumentService } from '#platform/strapi/documents';
import type { App } from '../support/app';
import { describeInBrowser } from '../support/browser';
import { type DemoPanel, startDemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const BOOKS = 'api::books-page.books-page';

const words = {
  en: {
    site: 'Pages',
    missing: 'Missing',
    create: 'Create',
    from: 'From Spanish',
    publish: 'Publish',
  },
  es: {
    site: 'Páginas',
    missing: 'Falta',
    create: 'Crear',
    from: 'Desde español',
    publish: 'Publicar',
  },
} as const;

describeInBrowser('The site overview', () => {
  checkWords(words);

  let panel: DemoPanel;
  let app: App;
  let page: Page;

  beforeAll(async () => {
    panel = await startDemoPanel('marketing');
    ({ app, page } = panel);
  });

  afterAll(() => panel.stop());

  const deleteEnglish = async (): Promise<{
    line: string;
    lineName: string;
    documentId: string;
  }> => {
    const documents = getDocumentService(app, BOOKS);
    const versions = await documents.findMany({
      locale: '*',
      status: 'draft',
      populate: { vertical: true },
    });
    const spanish = versions.find(({ locale }) => locale === 'es');
    if (spanish === undefined) throw new Error('The sample has no page of books in Spanish.');
    await documents.delete({ documentId: spanish.documentId, locale: 'en' });
    const { vertical } = spanish as unknown as { vertical: { slug: string; name: string } };
    return { line: vertical.slug, lineName: vertical.name, documentId: spanish.documentId };
  };

  it.each(languagesOfRun)(
    'shows missing pages in one click, and publishes a translated page in at most eight, in "%s"',
    async (language) => {
      const { site, missing, create, from, publish } = words[language];
      const english = getLanguageName('en', language);
      const { line, lineName, documentId } = await deleteEnglish();
      await panel.open(language);

      await page.getByRole('link', { name: site, exact: true }).click();
      const cell = page.locator(`[data-site-kind="${BOOKS}"] [data-site="${line} en"]`);
      await cell.getByText(missing, { exact: true }).waitFor();
      expect(await panel.clicks()).toBeLessThanOrEqual(1);
      const summary = await page.locator('[data-site-missing]').innerText();
      expect(summary).toContain(`${lineName}, ${english}`);
      await panel.picture(`site-${language}`, [1440, 1024]);

      // The name of a row and the whole cell of a page open the page.
      const spanish = page.locator(`[data-site-kind="${BOOKS}"] td:has([data-site="${line} es"])`);
      const box = await spanish.boundingBox();
      await spanish.click({ position: { x: (box?.width ?? 0) - 4, y: (box?.height ?? 0) / 2 } });
      await page.waitForURL((url) => url.pathname.endsWith(`${BOOKS}/${documentId}`));
      await page.goBack();
      await page
        .locator(`[data-site-kind="${BOOKS}"]`)
        .getByRole('link', { name: lineName, exact: true })
        .click();
      await page.waitForURL((url) => url.pathname.endsWith(`${BOOKS}/${documentId}`));
      await page.goBack();
      await panel.forgetClicks();
      await page.getByRole('link', { name: site, exact: true }).click();

      await cell.getByRole('button', { name: new RegExp(`^${create}`) }).click();
      await page.getByRole('menuitem', { name: from, exact: true }).click();
      await page.waitForURL((url) => url.pathname.includes(documentId));
      expect(decodeURIComponent(page.url())).toContain('plugins[i18n][locale]=en');
      const draftNow = await until(
        () => getDocumentService(app, BOOKS).findOne({ documentId, locale: 'en', status: 'draft' }),
        (draft) => draft !== null,
      );
      expect(draftNow?.locale).toBe('en');
      expect(await panel.clicks()).toBeLessThanOrEqual(4);

      const title = page.locator('input[name="seo.title"]');
      await title.click();
      // Strapi's button publishes the state of the form when the browser was last idle.
      const typed = page.waitForResponse(
        (response) =>
          response.url().includes('/concurrent-editing/typed/') &&
          response.request().postData()?.includes('"Books in English"') === true,
      );
      await title.fill('Books in English');
      await typed;
      const published = page.waitForResponse((response) =>
        response.url().includes('/actions/publish'),
      );
      await page.getByRole('button', { name: publish, exact: true }).click();
      expect((await published).status()).toBe(200);
      expect(await panel.clicks()).toBeLessThanOrEqual(8);
    },
  );

  const countMissingInEnglish = async (): Promise<number> => {
    const idsIn = async (locale: string): Promise<string[]> =>
      (await getDocumentService(app, PRODUCT).findMany({ locale, status: 'draft' })).map(
        ({ documentId }) => documentId,
      );
    const english = await idsIn('en');
    return (await idsIn('es')).filter((id) => !english.includes(id)).length;
  };

  it('opens the list of the counted entries', async () => {
    const [product] = await getDocumentService(app, PRODUCT).findMany({ locale: 'es', limit: 1 });
    const documentId = product?.documentId ?? '';
    await getDocumentService(app, PRODUCT).delete({ documentId, locale: 'en' });
    const missing = await countMissingInEnglish();
    await panel.open('en', '/plugins/site');
    await page.locator(`a[href*="${PRODUCT}"][href*="without-language:en"]`).click();
    await page.waitForURL((url) => url.searchParams.get('question') === 'without-language:en');
    await page.getByText(new RegExp(`^${missing} entr(y|ies) found`)).waitFor();
  });

  it('preselects the same line and another locale for a copy of a page, and refuses a copy onto itself', async () => {
    const [entry] = await getDocumentService(app, BOOKS).findMany({
      locale: 'es',
      status: 'draft',
      populate: { vertical: true },
    });
    const { documentId, vertical } = entry as unknown as {
      documentId: string;
      vertical: { name: string };
    };
    const address = `/content-manager/collection-types/${BOOKS}/${documentId}`;
    await panel.open('es', `${address}?plugins[i18n][locale]=es`);
    await page.getByRole('button', { name: 'Más acciones' }).first().click();
    await page.getByRole('menuitem', { name: /^Copiar a otra línea/ }).click();
    const dialog = page.getByRole('dialog');
    const [line, language] = [
      dialog.getByRole('combobox').nth(0),
      dialog.getByRole('combobox').nth(1),
    ];
    await line.getByText(vertical.name).waitFor();
    await language.getByText('inglés').waitFor();
    await panel.picture('copy', [1440, 1024]);
    await language.click();
    await page.getByRole('option', { name: 'español' }).click();
    await dialog.getByRole('button', { name: 'Crear copia', disabled: true }).waitFor();
  });
});
