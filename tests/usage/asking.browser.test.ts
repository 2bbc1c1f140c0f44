import type { Locator, Page } from 'playwright-core';
import { ensureDemoUsers, type SignIn } from '../../scripts/demo/users';
import { getDocumentService } from '#platform/strapi/documents';
import { signIn as signInToApi, type Admin } from '../support/admin';
import { startApp, type App } from '../support/app';
import {
  allowFailures,
  describeInBrowser,
  loadPanel,
  openBrowser,
  openInPanel,
  openPanel,
  selectRows,
  type Browser,
} from '../support/browser';
import { pictureFile } from '../support/content';
import { checkWords, languagesOfRun } from '../support/languages';
import { PRODUCT, PROTAGONIST, exists } from './support';

type Named = { documentId: string; title?: string; name?: string };

const WIDTHS = [1440, 1024];

describeInBrowser('dialog before deleting or unpublishing a used entry', () => {
  let app: App;
  let admin: Admin;
  let browser: Browser;
  let demoUsers: SignIn[];

  beforeAll(async () => {
    app = await startApp({ seed: true });
    demoUsers = await ensureDemoUsers(app);
    admin = await signInToApi(app);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  let openedPage: Page | undefined;
  let openedRole: string | undefined;

  afterEach(async () => {
    const folder = process.env.PICTURES;
    if (folder !== undefined)
      await openedPage?.screenshot({
        path: `${folder}/usage-last-${expect.getState().currentTestName?.replace(/\W+/g, '-')}.png`,
      });
  });

  /** Returns the window of a demo user. Tests in a row share it, because logins are rate limited. */
  const signIn = async (role: string): Promise<Page> => {
    if (openedPage !== undefined && role === openedRole) return openedPage;
    const person = demoUsers.find((demoUser) => demoUser.role === role);
    if (person === undefined) throw new Error(`Nobody of the demo is ${role}.`);
    const opened = await openPanel(browser, app.url, person);
    openedPage = opened;
    openedRole = role;
    await opened.setViewportSize({ width: 1440, height: 900 });
    return opened;
  };

  /** Loads the panel with a list: other lists of the type were shown before its last entries were created. */
  const showList = (page: Page, uid: string): Promise<void> =>
    loadPanel(
      page,
      app.url,
      'en',
      `/content-manager/collection-types/${uid}?plugins[i18n][locale]=es&pageSize=100`,
    );

  const open = (
    page: Page,
    uid: string,
    documentId: string,
    language: 'en' | 'es' = 'en',
  ): Promise<void> =>
    openInPanel(
      page,
      app.url,
      language,
      `/content-manager/collection-types/${uid}/${documentId}?plugins[i18n][locale]=es`,
    );

  /** Saves screenshots for developers. */
  const picture = async (page: Page, name: string, widths = WIDTHS): Promise<void> => {
    const folder = process.env.PICTURES;
    if (folder === undefined) return;
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/usage-${name}-${width}.png` });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  const question = (page: Page): Locator =>
    page.getByRole('dialog').filter({ has: page.locator('[data-usage-question]') });

  const inMenu = async (page: Page, menu: RegExp, item: RegExp): Promise<void> => {
    await page.getByRole('button', { name: menu }).last().click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  /** Creates a published course that no page shows, with a teacher. */
  const courseWithTeacher = async (name: string): Promise<{ course: string; teacher: string }> => {
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const { id: image } = await admin.upload(pictureFile);
    const { documentId: teacher } = await getDocumentService(app, PROTAGONIST).create({
      locale: 'es',
      data: { name, slug, cv: 'cv', order: 1, image, seo: { author: 'A' } },
    });
    await getDocumentService(app, PROTAGONIST).publish({ documentId: teacher, locale: 'es' });
    const [line] = (await getDocumentService(app, 'api::vertical.vertical').findMany(
      {},
    )) as Named[];
    const { documentId: course } = await getDocumentService(app, PRODUCT).create({
      locale: 'es',
      data: {
        title: `Course of ${name}`,
        slug: `course-of-${slug}`,
        SKU: `C-${slug}`.toUpperCase(),
        payID: slug,
        type: 'Curso corto',
        order: 1,
        verticals: [line?.documentId],
        protagonists: [teacher],
      },
    });
    await getDocumentService(app, PRODUCT).publish({ documentId: course, locale: 'es' });
    return { course, teacher };
  };

  /** Waits for the response to the deletion of an entry. Forms also delete the presence of their user. */
  const waitForDeletion = (page: Page) =>
    page.waitForResponse(
      (answer) =>
        answer.request().method() === 'DELETE' && answer.url().includes('/content-manager/'),
    );

  it('unpublish in Spanish – lists the courses of the teacher, and asks for confirmation', async () => {
    const { teacher } = await courseWithTeacher('Ada Uno');
    const page = await signIn('catalogue editor');
    await open(page, PROTAGONIST, teacher, 'es');
    await page.getByRole('heading', { name: 'Referencias' }).waitFor();
    await page.getByRole('link', { name: /^Course of Ada Uno · .* · español$/ }).waitFor();
    await picture(page, 'panel-es');

    await inMenu(page, /^más acciones de documento$/i, /^anular publicación$/i);
    const dialog = question(page);
    await dialog.getByText('¿Anular la publicación de «Ada Uno»?').waitFor();
    await dialog.getByRole('link', { name: /^Course of Ada Uno · / }).waitFor();
    await picture(page, 'unpublish-es', [1440]);
    await dialog.getByRole('button', { name: 'Anular publicación de todos modos' }).click();
    expect(await exists({ app }, PROTAGONIST, teacher, 'published')).toBe(true);
    await dialog.getByText('Los visitantes no lo verán en estos lugares').waitFor();
    await picture(page, 'unpublish-sure-es', [1440]);
    const answered = page.waitForResponse((answer) => answer.url().includes('/actions/unpublish'));
    await dialog.getByRole('button', { name: 'Confirmar anulación' }).click();
    expect((await answered).status()).toBe(200);
    await dialog.waitFor({ state: 'detached' });
    expect(await exists({ app }, PROTAGONIST, teacher, 'published')).toBe(false);
  });

  it('delete – "Unpublish instead" – unpublishes and keeps the entry', async () => {
    const { teacher } = await courseWithTeacher('Ada Dos');
    const page = await signIn('catalogue editor');
    await open(page, PROTAGONIST, teacher);
    await page.getByRole('heading', { name: 'References' }).waitFor();
    await inMenu(page, /^more actions$/i, /delete entry \(all locales\)/i);
    const dialog = question(page);
    await dialog.getByRole('link', { name: /^Course of Ada Dos · / }).waitFor();
    await picture(page, 'delete');
    const answered = page.waitForResponse((answer) => answer.url().includes('/actions/unpublish'));
    await dialog.getByRole('button', { name: 'Unpublish instead' }).click();
    expect((await answered).status()).toBe(200);
    await dialog.waitFor({ state: 'detached' });
    expect(await exists({ app }, PROTAGONIST, teacher, 'published')).toBe(false);
    expect(await exists({ app }, PROTAGONIST, teacher)).toBe(true);
  });

  it('delete one locale – lists the references, and "Cancel" keeps the entry', async () => {
    const { teacher } = await courseWithTeacher('Ada Tres');
    const page = await signIn('catalogue editor');
    await open(page, PROTAGONIST, teacher);
    await page.getByRole('heading', { name: 'References' }).waitFor();
    await inMenu(page, /^more actions$/i, /delete entry \((?!all)/i);
    const dialog = question(page);
    await dialog.getByText('Only this locale is deleted: Spanish.').waitFor();
    await dialog.getByRole('link', { name: /^Course of Ada Tres · / }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await exists({ app }, PROTAGONIST, teacher)).toBe(true);
  });

  it('delete from the list – "Delete anyway" and confirmation – deletes the entry', async () => {
    const { teacher } = await courseWithTeacher('Ada Cuatro');
    const page = await signIn('catalogue editor');
    await showList(page, PROTAGONIST);
    const row = page.getByRole('row', { name: /Ada Cuatro/ });
    await row
      .getByRole('button', { name: /row actions|actions/i })
      .last()
      .click();
    await page.getByRole('menuitem', { name: /delete entry \(all locales\)/i }).click();
    const dialog = question(page);
    await dialog.getByRole('link', { name: /^Course of Ada Cuatro · / }).waitFor();
    await dialog.getByRole('button', { name: 'Delete anyway' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await exists({ app }, PROTAGONIST, teacher)).toBe(true);
    await picture(page, 'delete-sure');
    const answered = waitForDeletion(page);
    await dialog.getByRole('button', { name: 'Confirm deletion' }).click();
    expect((await answered).status()).toBe(200);
    await dialog.waitFor({ state: 'detached' });
    expect(await exists({ app }, PROTAGONIST, teacher)).toBe(false);
  });

  it('delete a selection – lists the references of each entry', async () => {
    const [five, six] = [await courseWithTeacher('Ada Cinco'), await courseWithTeacher('Ada Seis')];
    const page = await signIn('catalogue editor');
    await showList(page, PROTAGONIST);
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    const rows = ['Ada Cinco', 'Ada Seis'].map((name) =>
      page.getByRole('row', { name: new RegExp(name) }),
    );
    await selectRows(rows, remove);
    await remove.click();
    const dialog = question(page);
    await dialog.getByText('Delete 2 entries?').waitFor();
    for (const name of ['Ada Cinco', 'Ada Seis']) {
      const part = dialog.getByRole('region', { name });
      await part.getByRole('link', { name: new RegExp(`^Course of ${name} · `) }).waitFor();
    }
    await picture(page, 'delete-many');
    await dialog.getByRole('button', { name: 'Delete anyway' }).click();
    const answered = page.waitForResponse((answer) => answer.url().includes('bulkDelete'));
    await dialog.getByRole('button', { name: 'Confirm deletion' }).click();
    expect((await answered).status()).toBe(200);
    await dialog.waitFor({ state: 'detached' });
    expect(await exists({ app }, PROTAGONIST, five.teacher)).toBe(false);
    expect(await exists({ app }, PROTAGONIST, six.teacher)).toBe(false);
  });

  it('media field – lists the other references of its file', async () => {
    const { id } = await admin.upload(pictureFile);
    const courses: string[] = [];
    for (const teacher of ['Ada Ocho', 'Ada Nueve']) {
      const { course } = await courseWithTeacher(teacher);
      await getDocumentService(app, PRODUCT).update({
        documentId: course,
        locale: 'es',
        data: { cardImage: id },
        status: 'published',
      });
      courses.push(course);
    }
    const page = await signIn('catalogue editor');
    await open(page, PRODUCT, courses[0] ?? '');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('References').waitFor();
    await dialog.getByRole('link', { name: /^Course of Ada Nueve · / }).waitFor();
    await dialog.locator(`[data-alternative-texts="${id}"]`).waitFor();
    await picture(page, 'file-in-field');
  });

  it('delete an unused entry – asks once', async () => {
    const { documentId } = await getDocumentService(app, 'api::vertical.vertical').create({
      data: { name: 'Nueva', slug: 'nueva', isDefault: false, defaultLang: 'es', order: 9 },
    });
    const home = await getDocumentService(app, 'api::home-page.home-page').create({
      locale: 'es',
      data: { vertical: documentId, seo: { author: 'A' } },
    });
    const page = await signIn('marketing');
    await open(page, 'api::home-page.home-page', home.documentId);
    await page.getByRole('heading', { name: 'Nueva' }).first().waitFor();
    await inMenu(page, /^more actions$/i, /delete entry \(all locales\)/i);
    const dialog = question(page);
    await dialog.getByText('No published entry refers to it.').waitFor();
    await picture(page, 'delete-free');
    const answered = waitForDeletion(page);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    expect((await answered).status()).toBe(200);
    expect(await exists({ app }, 'api::home-page.home-page', home.documentId)).toBe(false);
  });

  const filePanels = {
    en: {
      shownOn: 'References',
      remove: 'Delete this file',
      force: 'Continue anyway',
      sure: 'Confirm',
    },
    es: {
      shownOn: 'Referencias',
      remove: 'Eliminar este archivo',
      force: 'Continuar de todos modos',
      sure: 'Confirmar',
    },
  } as const;

  checkWords(filePanels);

  it.each(languagesOfRun)(
    'delete a file – lists the course that shows it, and asks for confirmation (%s)',
    async (language) => {
      const words = filePanels[language];
      const teacher = `Ada Siete ${language}`;
      const name = `Cover to delete ${language}`;
      const { id } = await admin.upload(pictureFile);
      await app.strapi.db
        .query('plugin::upload.file')
        .update({ where: { id }, data: { name: `${name}.webp` } });
      const { course } = await courseWithTeacher(teacher);
      await getDocumentService(app, PRODUCT).update({
        documentId: course,
        locale: 'es',
        data: { cardImage: id },
        status: 'published',
      });
      const page = await signIn('marketing');
      const library = '/plugins/upload?sort=createdAt:DESC&page=1&pageSize=50';
      await openInPanel(page, app.url, language, library);
      await page.getByText(name).first().click();
      const details = page.getByRole('dialog').filter({ hasText: words.shownOn });
      const shownBy = { name: new RegExp(`^Course of ${teacher} · `) };
      await details.getByRole('link', shownBy).waitFor();
      await picture(page, `file-${language}`);
      await page.getByRole('button', { name: words.remove }).click();
      await page.getByRole('alertdialog').getByRole('button').last().click();
      const dialog = question(page);
      await dialog.getByRole('link', shownBy).waitFor();
      await picture(page, `delete-file-${language}`);
      allowFailures(/^409 DELETE .*\/upload\/files\//, /^404 GET .*\/upload\/files\//);
      expect((await admin.get(`/upload/files/${id}`)).status).toBe(200);
      await dialog.getByRole('button', { name: words.force }).click();
      const answered = page.waitForResponse((answer) => answer.url().includes('force=true'));
      await dialog.getByRole('button', { name: words.sure }).click();
      expect((await answered).status()).toBe(200);
      expect((await admin.get(`/upload/files/${id}`)).status).toBe(404);
    },
  );
});
