import type { Page } from 'playwright-core';
import { getLanguageName } from '#catalogue/locale-names';
import { getDocumentService } from '#platform/strapi/documents';
import { signIn } from '../support/admin';
import { stopQuietly } from '../support/app';
import {
  allowFailures,
  type Browser,
  describeInBrowser,
  openBrowser,
  openPanel,
  selectRow,
} from '../support/browser';
import { checkWords, languagesOfRun } from '../support/languages';
import { PRODUCT, PROTAGONIST, exists, startDesk, store, type Desk } from './support';

const LIST = '/admin/content-manager/collection-types';

describeInBrowser('several locales in the panel', () => {
  let desk: Desk;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    desk = await startDesk();
    browser = await openBrowser();
    page = await openPanel(browser, desk.app.url, await signIn(desk.app, 'catalogue-editor'));
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
    await stopQuietly(desk.app);
  });

  const picture = async (name: string): Promise<void> => {
    const folder = process.env.PICTURES;
    if (folder === undefined) return;
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/usage-${name}-${width}.png` });
    }
  };

  /** Publishes the entry in English. */
  const translate = async (uid: string, documentId: string, data: object): Promise<void> => {
    await getDocumentService(desk.app, uid).update({ documentId, locale: 'en', data });
    await getDocumentService(desk.app, uid).publish({ documentId, locale: 'en' });
  };

  const person = (name: string, slug: string) => ({
    ...{ name, slug, cv: 'cv', order: 1 },
    ...{ image: desk.picture, seo: { author: 'Author' } },
  });

  /** Creates a teacher of a course, both in two locales. */
  const teacherOf = async (name: string): Promise<string> => {
    const slug = name.toLowerCase();
    const teacher = await store(desk, PROTAGONIST, person(`${name} es`, `${slug}-es`));
    await translate(PROTAGONIST, teacher, person(`${name} en`, `${slug}-en`));
    const course = (locale: string) => ({
      ...{ title: `Course of ${name} ${locale}`, slug: `course-${slug}-${locale}` },
      ...{ SKU: slug.toUpperCase(), payID: slug, type: 'Curso corto', order: 1 },
      ...{ verticals: [desk.line], protagonists: [teacher] },
    });
    const documentId = await store(desk, PRODUCT, course('es'));
    await translate(PRODUCT, documentId, course('en'));
    return teacher;
  };

  const languagesOf = async (documentId: string): Promise<string[]> => {
    const rows = await desk.app.strapi.db.query(PROTAGONIST).findMany({
      where: { documentId, publishedAt: { $notNull: true } },
      select: ['locale'],
    });
    return (rows as { locale: string }[]).map(({ locale }) => locale).toSorted();
  };

  const question = () =>
    page.getByRole('dialog').filter({ has: page.locator('[data-usage-question]') });

  const words = {
    en: {
      menu: /^more document actions$/i,
      action: /^unpublish multiple locales$/i,
      unpublish: 'Unpublish',
      force: 'Continue anyway',
      sure: 'Confirm',
    },
    es: {
      menu: /^más acciones de documento$/i,
      action: /^anular la publicación en varios idiomas$/i,
      unpublish: 'Anular publicación',
      force: 'Continuar de todos modos',
      sure: 'Confirmar',
    },
  } as const;

  checkWords(words);

  it.each(languagesOfRun)(
    'unpublish several locales – lists the references of each, and asks for confirmation (%s)',
    async (language) => {
      allowFailures(/^409 POST .*\/actions\/bulkUnpublish/);
      const text = words[language];
      const teacher = await teacherOf(`Ada${language}`);
      await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
      await page.goto(`${desk.app.url}${LIST}/${PROTAGONIST}/${teacher}?plugins[i18n][locale]=es`);
      await page
        .getByRole('link', { name: /^Course of Ada/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: text.menu }).last().click();
      await page.getByRole('menuitem', { name: text.action }).click();
      const localeDialog = page.getByRole('dialog').filter({ has: page.getByRole('checkbox') });
      await localeDialog.getByRole('checkbox').first().click();
      await localeDialog.getByRole('button', { name: text.unpublish, exact: true }).click();
      for (const locale of ['es', 'en']) {
        const localeName = getLanguageName(locale, language);
        const name = new RegExp(`^Course of Ada${language} ${locale} · .* · ${localeName}$`);
        await question().getByRole('link', { name }).waitFor();
      }
      await picture(`unpublish-languages-${language}`);
      // Strapi redraws the dialog below 1080 pixels.
      for (const width of [1000, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await question().getByRole('button', { name: text.force }).waitFor();
      }
      expect(await languagesOf(teacher)).toEqual(['en', 'es']);
      await question().getByRole('button', { name: text.force }).click();
      const answered = page.waitForResponse((answer) => answer.url().includes('force=true'));
      await question().getByRole('button', { name: text.sure }).click();
      expect((await answered).status()).toBe(200);
      expect(await languagesOf(teacher)).toEqual([]);
    },
  );

  it('delete from the list of a locale – keeps the other locale', async () => {
    const teacher = await store(desk, PROTAGONIST);
    await translate(PROTAGONIST, teacher, person('Only in English', 'only-in-english'));
    await page.evaluate("localStorage.setItem('strapi-admin-language', 'en')");
    await page.goto(`${desk.app.url}${LIST}/${PROTAGONIST}?plugins[i18n][locale]=en&pageSize=100`);
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await selectRow(page.getByRole('row', { name: /Only in English/ }), remove);
    await picture('selection');
    await remove.click();
    const answered = page.waitForResponse((answer) => answer.url().includes('bulkDelete'));
    await question().getByRole('button', { name: 'Delete', exact: true }).click();
    expect((await answered).status()).toBe(200);
    expect(await languagesOf(teacher)).toEqual(['es']);
    expect(await exists(desk, PROTAGONIST, teacher)).toBe(true);
  });
});
