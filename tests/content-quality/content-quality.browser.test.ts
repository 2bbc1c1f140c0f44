import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { signIn } from '../support/admin';
import type { ToDoList } from '#plugins/quality/content-quality/content-quality';
import { getDocumentService } from '#platform/strapi/documents';
import { allowFailures, describeInBrowser } from '../support/browser';
import { startDemoPanel, type DemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const HOME = 'api::home-page.home-page';
const BOOKS = 'api::books-page.books-page';
const CATEGORY = 'api::category.category';

type Page = { documentId: string; carouselMedia: { id: number; link: string | null }[] };

const panels = {
  en: {
    title: 'To do',
    again: 'Scan catalogue',
    heading: 'Errors',
    above: 'The price to pay is above the full price.',
    show: 'Search or filter',
    unused: 'No entry uses this file.',
    all: 'Select all files on this page',
    remove: /^Delete/,
    sure: 'Delete permanently',
    none: 'No files.',
    fix: /^Fix in a table/,
    file: /^Fix in a file/,
    exporting: 'Export',
    describe: /^Add alternative texts/,
    saveOne: 'Save one text',
    unseen: 'Your role does not let you read any of these entries.',
    large: 'An image is larger than 2 MB.',
    shrink: /^Shrink (?:1|7) image$/,
    shrunk: '1 image was shrunk.',
    places: /^Add to a list: .*categor/i,
    which: /^Entry: /,
    books: /^Fix in a table: .*books/i,
    waiting: /^Publish missing entries/,
    publishAll: /^Publish (one|\d+)/,
    save: 'Save as drafts',
    publish: 'Save and publish',
    undo: 'Undo',
    dismissIt: 'Dismiss: The price to pay is above the full price.',
    dismiss: 'Dismiss',
    reason: 'Reason',
    restore: 'Show again: The price to pay is above the full price.',
    editor: 'Last edited by',
    nothing: 'No errors or warnings match the filters.',
    widget: 'To do',
    advice: 'No errors. Warnings:',
    found: /(\d+) entr(?:y|ies) found/,
  },
  es: {
    title: 'Por hacer',
    again: 'Revisar el catálogo',
    heading: 'Errores',
    above: 'El precio a pagar supera el precio completo.',
    show: 'Buscar o filtrar',
    unused: 'Ninguna entrada usa este archivo.',
    all: 'Seleccionar todos los archivos de esta página',
    remove: /^Eliminar/,
    sure: 'Eliminar de forma permanente',
    none: 'No hay archivos.',
    fix: /^Corregir en una tabla/,
    file: /^Corregir en un archivo/,
    exporting: 'Exportar',
    describe: /^Añadir textos alternativos/,
    saveOne: 'Guardar un texto',
    unseen: 'Tu rol no te permite leer ninguna de estas entradas.',
    large: 'Una imagen pesa más de 2 MB.',
    shrink: /^Reducir (?:1|7) imagen$/,
    shrunk: 'Se ha reducido 1 imagen.',
    places: /^Añadir a una lista: .*categor/i,
    which: /^Entrada: /,
    books: /^Corregir en una tabla: .*libros/i,
    waiting: /^Publicar las entradas que faltan/,
    publishAll: /^Publicar (una|\d+)/,
    save: 'Guardar como borradores',
    publish: 'Guardar y publicar',
    undo: 'Deshacer',
    dismissIt: 'Descartar: El precio a pagar supera el precio completo.',
    dismiss: 'Descartar',
    reason: 'Motivo',
    restore: 'Volver a mostrar: El precio a pagar supera el precio completo.',
    editor: 'Última edición de',
    nothing: 'Ningún error ni advertencia coincide con los filtros.',
    widget: 'Por hacer',
    advice: 'Sin errores. Advertencias:',
    found: /(\d+) entradas? encontradas?/,
  },
} as const;

/** The heading of the price column in the grid. */
const priceIn = { en: 'Price to pay (Spanish)', es: 'Precio a pagar (español)' } as const;

describeInBrowser('to-do list in the panel', () => {
  checkWords({
    en: { ...panels.en, places: 'Add to a list', books: 'Fix in a table' },
    es: { ...panels.es, places: 'Añadir a una lista', books: 'Corregir en una tabla' },
  });

  let demo: DemoPanel;

  beforeAll(async () => {
    demo = await startDemoPanel('catalogue editor');
    const { strapi } = demo.app;
    const [first, second] = await strapi.documents(PRODUCT).findMany({ locale: 'es', limit: 2 });
    for (const one of [first, second]) {
      await strapi.documents(PRODUCT).update({
        documentId: one?.documentId ?? '',
        locale: 'es',
        data: { fullPrice: 10, tuitionPrice: 20 },
      });
    }
  });

  afterAll(() => demo.stop());

  type Role = Parameters<DemoPanel['become']>[0];

  let currentRole: Role = 'catalogue editor';

  /** Changes the user only if necessary, because logins are rate limited. */
  const changeUser = async (role: Role): Promise<void> => {
    if (role !== currentRole) await demo.become(role);
    currentRole = role;
  };

  it('GET /content-quality/to-do – sample – has findings only for the edited entries', async () => {
    const admin = await signIn(demo.app);
    await admin.post('/content-quality/look');
    const { groups, hasSample, missingPages } = await until(
      async () => (await admin.get('/content-quality/to-do')).body.data as ToDoList,
      ({ isScanning, scannedAt }) => !isScanning && scannedAt !== null,
    );
    expect(hasSample).toBe(true);
    expect(groups.map(({ code }) => code)).toContain('PRICE_ABOVE_FULL');
    expect(groups.filter(({ uid, count }) => uid !== PRODUCT || count > 2)).toEqual([]);
    expect(missingPages).toBe(0);
  });

  describe.each(languagesOfRun)('in "%s"', (language) => {
    const words = panels[language];

    beforeAll(() => changeUser('catalogue editor'));

    const finding = (code: string): Locator => demo.page.locator(`[data-finding="${code}"]`);

    const scanCatalogue = async (): Promise<void> => {
      await demo.follow(language, '/plugins/to-do');
      await demo.page.getByRole('heading', { name: words.title, level: 1 }).waitFor();
      // A short scan may end before the panel reads its state, and is then never shown as running.
      let isRequested = false;
      const scanned = demo.page.waitForResponse(async (response) => {
        const { pathname } = new URL(response.url());
        if (pathname === '/content-quality/look') isRequested = true;
        if (!isRequested || pathname !== '/content-quality/to-do') return false;
        return !((await response.json()) as { data: ToDoList }).data.isScanning;
      });
      await demo.page.getByRole('button', { name: words.again }).click();
      await scanned;
      await demo.page.locator('[data-looking="false"]').waitFor();
    };

    it('finding – opens the list of exactly its entries, in one click', async () => {
      await scanCatalogue();
      await demo.page.getByRole('heading', { name: words.heading }).waitFor();
      const group = finding('PRICE_ABOVE_FULL');
      await group.getByText(words.above).waitFor();
      await demo.picture(`to-do-${language}`, [1400, 1024]);
      await demo.isAccessible();
      await group.getByRole('link').first().click();
      const foundCount = await until(
        async () => words.found.exec((await demo.page.getByRole('main').textContent()) ?? '')?.[1],
        (count) => count === '2',
      );
      expect(foundCount).toBe('2');
      const box = demo.page.getByRole('combobox', { name: words.show, exact: true });
      await until(
        () => box.inputValue(),
        (value) => value === words.above,
      );
      // The click that started the scan is counted too.
      expect(await demo.clicks()).toBeLessThanOrEqual(2);
      await demo.picture(`to-do-list-${language}`);
    });

    it('dismissed finding – leaves the list until it is shown again', async () => {
      const { page } = demo;
      await demo.follow(language, '/plugins/to-do');
      await page.getByRole('button', { name: words.dismissIt }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.reason).fill('Black Friday');
      await demo.picture(`dismiss-${language}`);
      await demo.isAccessible();
      await dialog.getByRole('button', { name: words.dismiss, exact: true }).click();
      await page.getByText(/Black Friday/).waitFor();
      expect(await finding('PRICE_ABOVE_FULL').count()).toBe(0);
      await page.getByRole('button', { name: words.restore }).click();
      await finding('PRICE_ABOVE_FULL').waitFor();
      // The prices were changed by the service, so they have no editor.
      await page.getByRole('combobox', { name: words.editor }).click();
      await page.getByRole('option').first().click();
      await page.getByText(words.nothing).waitFor();
    });

    it('finding – opens its entries in a grid at the field, in one click', async () => {
      const { strapi } = demo.app;
      const products = (await strapi
        .documents(PRODUCT)
        .findMany({ locale: 'es', filters: { tuitionPrice: 20, fullPrice: 10 } })) as {
        documentId: string;
      }[];
      expect(products).toHaveLength(2);
      await demo.follow(language, '/plugins/to-do');
      await finding('PRICE_ABOVE_FULL').getByRole('button', { name: words.fix }).first().click();
      await demo.page.getByText(priceIn[language]).first().waitFor();
      for (const { documentId } of products) {
        const cell = demo.page.locator(`[data-row="${documentId}"]`).getByRole('textbox');
        await until(
          () => cell.inputValue(),
          (value) => value.startsWith('20'),
        );
      }
      expect(await demo.page.locator('[data-row]').count()).toBe(2);
      expect(await demo.clicks()).toBe(1);
      await demo.picture(`to-do-fix-${language}`, [1440, 1024]);
    });

    it('finding without a grid – opens the export of exactly its entries', async () => {
      await getDocumentService(demo.app, PRODUCT).create({
        locale: 'es',
        data: { title: 'Spanish only', slug: `no-en-${language}`, SKU: `NO-EN-${language}` },
      });
      await scanCatalogue();
      const group = finding('LANGUAGE_MISSING.en');
      await group.getByRole('button', { name: words.file }).first().click();
      await demo.page.locator('[data-of-list]').waitFor();
      await demo.page.getByRole('button', { name: words.exporting, exact: true }).waitFor();
      // The click that started the scan is counted too.
      expect(await demo.clicks()).toBe(2);
      await demo.picture(`to-do-file-${language}`, [1440, 1280]);
    });

    it('missing alternative texts – can be added for the shown pictures', async () => {
      const { strapi } = demo.app;
      const picture = strapi.db.query('plugin::upload.file');
      const [product] = (await getDocumentService(demo.app, PRODUCT).findMany({
        locale: 'es',
        populate: ['cardImage'],
        filters: { cardImage: { id: { $notNull: true } } },
        limit: 1,
      })) as unknown as { cardImage: { id: number } }[];
      const id = product?.cardImage.id ?? 0;
      await picture.update({
        where: { id },
        data: { alternativeText: null, alternativeTexts: null },
      });
      await scanCatalogue();
      const group = finding('ALTERNATIVE_TEXT_MISSING');
      await group.getByRole('button', { name: words.describe }).first().waitFor();
      // Each content type with such pictures has the button.
      expect(await group.getByRole('button', { name: words.describe }).count()).toBe(
        await group.getByRole('link').count(),
      );
      expect(await group.getByRole('link').count()).toBeGreaterThan(1);
      await demo.follow(language, '/plugins/undescribed-pictures?locale=es');
      const row = demo.page.locator(`[data-undescribed="${id}"]`);
      await row.getByRole('textbox').waitFor();
      await demo.picture(`undescribed-${language}`, [1440, 1024]);
      await demo.isAccessible();
      await row.getByRole('textbox').click();
      await demo.page.keyboard.type('Una clase');
      await demo.page.getByRole('button', { name: words.saveOne, exact: true }).click();
      await row.waitFor({ state: 'detached' });
      expect(await demo.clicks()).toBe(2);
      expect(await picture.findOne({ where: { id } })).toMatchObject({
        alternativeText: 'Una clase',
      });
    });

    it('user without permissions – sees a message', async () => {
      await changeUser('support');
      try {
        await demo.follow(language, '/plugins/to-do');
        const message = demo.page.locator('[data-unseen]');
        await message.waitFor();
        expect(await message.textContent()).toBe(words.unseen);
        expect(await demo.page.getByRole('button', { name: words.again }).count()).toBe(0);
        await demo.isAccessible();
      } finally {
        await changeUser('catalogue editor');
      }
    });

    it('large picture – can be shrunk', async () => {
      const { strapi } = demo.app;
      // Noise has a large file, like a photo of ten megapixels.
      const [width, height] = [3_600, 1_200];
      const noise = await sharp(randomBytes(width * height * 3), {
        raw: { width, height, channels: 3 },
      })
        .jpeg({ quality: 95 })
        .toBuffer();
      const file = path.join(tmpdir(), `large-${language}.jpg`);
      writeFileSync(file, noise);
      const { id } = await (await signIn(demo.app)).upload(file);
      rmSync(file);
      await strapi.db
        .query('plugin::upload.file')
        .update({ where: { id }, data: { alternativeText: 'Noise' } });
      await scanCatalogue();
      const group = finding('PICTURE_LARGE');
      await group.getByText(words.large).waitFor();
      await group.getByRole('link').click();
      await demo.page.locator(`[data-file="${id}"]`).getByRole('checkbox').click();
      await demo.picture(`to-do-large-${language}`);
      await demo.page.getByRole('button', { name: words.shrink }).click();
      await demo.page.getByText(words.shrunk).waitFor();
      expect(await demo.clicks()).toBeLessThanOrEqual(4);
      const after = (await strapi.db.query('plugin::upload.file').findOne({ where: { id } })) as {
        width: number;
        size: number;
        alternativeText: string;
      };
      expect(after).toMatchObject({ width: 2_560, alternativeText: 'Noise' });
      expect(after.size).toBeLessThan(noise.length / 1024);
      await strapi.db.query('plugin::upload.file').delete({ where: { id } });
    });

    it('unused file – can be deleted', async () => {
      allowFailures(/^404 GET .*\/uploads\/nobody\.jpg/);
      const { strapi } = demo.app;
      await strapi.db.query('plugin::upload.file').create({
        data: {
          name: 'nobody-uses-me.jpg',
          hash: `nobody_${language}`,
          ext: '.jpg',
          mime: 'image/jpeg',
          size: 12,
          url: '/uploads/nobody.jpg',
          provider: 'local',
          folderPath: '/',
          documentId: `nobody${language}`,
        },
      });
      await scanCatalogue();
      const group = finding('FILE_UNUSED');
      await group.getByText(words.unused).waitFor();
      await group.getByRole('link').click();
      await demo.page.getByText('nobody-uses-me.jpg').waitFor();
      await demo.picture(`to-do-files-${language}`);
      await demo.page.getByRole('checkbox', { name: words.all }).click();
      await demo.page.getByRole('button', { name: words.remove }).click();
      await demo.page.getByRole('button', { name: words.sure }).click();
      await demo.page.getByText(words.none).waitFor();
      expect(await demo.clicks()).toBeLessThanOrEqual(5);
    });

    it('home page – shows errors', async () => {
      await demo.open(language, '/');
      await demo.page.getByText(words.widget).first().waitFor();
      await finding('PRICE_ABOVE_FULL').waitFor();
      await demo.picture(`to-do-home-${language}`);
    });

    it('home page without errors – shows warnings', async () => {
      const isToDoList = (url: URL): boolean => url.pathname === '/content-quality/to-do';
      await demo.page.route(isToDoList, async (route) => {
        const answer = await route.fetch();
        const { data } = (await answer.json()) as { data: ToDoList };
        const groups = data.groups.filter(({ severity }) => severity === 'warning');
        await route.fulfill({ response: answer, json: { data: { ...data, groups } } });
      });
      try {
        await demo.open(language, '/');
        await demo.page.getByText(words.advice).waitFor();
        const first = demo.page.locator('[data-finding]').first();
        // Missing alternative texts come last, regardless of their number.
        expect(await first.getAttribute('data-finding')).not.toBe('ALTERNATIVE_TEXT_MISSING');
      } finally {
        await demo.page.unroute(isToDoList);
      }
    });

    it('broken link – is replaced in all places, with two clicks and Enter', async () => {
      const pages = getDocumentService(demo.app, HOME);
      const [page] = (await pages.findMany({
        locale: 'es',
        populate: ['carouselMedia'],
        limit: 1,
      })) as unknown as Page[];
      const { documentId = '', carouselMedia = [] } = page ?? {};
      const broken = `/es/products/nothing-${language}`;
      const link = (address: string) => (slide: { id: number }) => ({
        id: slide.id,
        link: address,
      });
      await pages.update({
        documentId,
        locale: 'es',
        data: { carouselMedia: carouselMedia.slice(0, 2).map(link(broken)) },
      });
      await changeUser('marketing');
      await scanCatalogue();
      await demo.forgetClicks();
      await finding('ADDRESS_LEADS_NOWHERE').getByRole('button', { name: words.fix }).click();
      const group = demo.page.locator(`[data-address="${broken}"]`);
      await group.getByRole('link').nth(1).waitFor();
      await demo.picture(`broken-links-${language}`, [1440, 1024]);
      await demo.isAccessible();
      await group.getByRole('textbox').click();
      await demo.page.keyboard.type('/');
      await demo.page.keyboard.press('Enter');
      await group.waitFor({ state: 'detached' });
      expect(await demo.clicks()).toBeLessThanOrEqual(2);
      const now = (await pages.findOne({
        documentId,
        locale: 'es',
        populate: ['carouselMedia'],
      })) as unknown as Page;
      expect(now.carouselMedia.map((slide) => slide.link)).toEqual(['/', '/']);
    });

    it('missing search descriptions – can be written in a grid in both languages', async () => {
      const pages = getDocumentService(demo.app, BOOKS);
      const [page] = await pages.findMany({ locale: 'es', limit: 1 });
      const documentId = page?.documentId ?? '';
      const seo = { author: 'Press', title: 'Libros', description: '' };
      await pages.update({ documentId, locale: 'es', data: { seo } });
      await changeUser('administrator');
      await scanCatalogue();
      await demo.forgetClicks();
      const group = finding('SEARCH_DESCRIPTION_MISSING');
      await group.getByRole('button', { name: words.books }).click();
      const cells = demo.page.locator(`[data-row="${documentId}"]`).getByRole('textbox');
      // The descriptions in Spanish and English, and the author.
      await until(
        () => cells.nth(2).inputValue(),
        (value) => value === 'Press',
      );
      expect(await cells.count()).toBe(4);
      expect(await demo.clicks()).toBe(1);
      await demo.picture(`to-do-seo-${language}`, [1440, 1024]);
      await demo.isAccessible();
      await cells.first().click();
      await demo.page.keyboard.type('Libros de medicina');
      await demo.page.getByRole('button', { name: words.save, exact: true }).click();
      await demo.page.locator('[data-outcome="saved"]').waitFor();
      expect(await demo.clicks()).toBe(3);
      const now = await pages.findOne({ documentId, locale: 'es', populate: ['seo'] });
      expect(now?.seo).toMatchObject({ ...seo, description: 'Libros de medicina' });
    });

    it('entry in no list – is added to one in four clicks, and removed by undo', async () => {
      const [course] = (await getDocumentService(demo.app, PRODUCT).findMany({
        locale: 'es',
        status: 'published',
        filters: { tuitionPrice: { $ne: 20 } },
        sort: 'documentId',
        limit: 1,
      })) as unknown as { documentId: string; title: string }[];
      const { documentId = '', title = '' } = course ?? {};
      const categories = getDocumentService(demo.app, CATEGORY);
      const unlisted = await categories.create({
        locale: 'es',
        data: { name: `Lost ${language}`, slug: `lost-${language}`, order: 90 },
      });
      await categories.publish({ documentId: unlisted.documentId, locale: 'es' });
      const readCategorySlugs = async (): Promise<readonly string[]> => {
        const product = await getDocumentService(demo.app, PRODUCT).findOne({
          documentId,
          locale: 'es',
          status: 'published',
          populate: ['categories'],
        });
        const categoriesOfProduct = (product?.categories ?? []) as { slug: string }[];
        return categoriesOfProduct.map(({ slug }) => slug);
      };
      await changeUser('administrator');
      await scanCatalogue();
      await demo.forgetClicks();
      await finding('SHOWN_NOWHERE').getByRole('button', { name: words.places }).first().click();
      await demo.page.locator('[data-selected]').waitFor();
      await demo.page.getByRole('combobox', { name: words.which }).click();
      await demo.page.keyboard.type(title);
      await demo.page.getByRole('option', { name: title }).first().click();
      await demo.page.locator('[data-row]').first().waitFor();
      await demo.picture(`to-do-places-${language}`, [1440, 1024]);
      await demo.isAccessible();
      await demo.page.getByRole('button', { name: words.publish, exact: true }).click();
      await demo.page.locator('[data-outcome="published"]').first().waitFor();
      expect(await demo.clicks()).toBe(4);
      expect(await readCategorySlugs()).toContain(`lost-${language}`);
      await demo.page.getByRole('button', { name: words.undo, exact: true }).click();
      await demo.page.locator('[data-outcome="undone"]').first().waitFor();
      expect(await readCategorySlugs()).not.toContain(`lost-${language}`);
      await categories.delete({ documentId: unlisted.documentId });
    });

    it('unpublished entries on a page – are published in two clicks, and unpublished by undo', async () => {
      const [course] = await getDocumentService(demo.app, PRODUCT).findMany({
        locale: 'es',
        status: 'published',
        filters: { tuitionPrice: { $ne: 20 } },
        sort: 'documentId',
        limit: 1,
      });
      const documentId = course?.documentId ?? '';
      await getDocumentService(demo.app, PRODUCT).unpublish({ documentId, locale: 'es' });
      const pages = getDocumentService(demo.app, BOOKS);
      const [page] = await pages.findMany({ locale: 'es', limit: 1 });
      await pages.update({
        documentId: page?.documentId ?? '',
        locale: 'es',
        data: { courseList: [{ title: 'Shelf', products: [documentId] }] },
      });
      const isPublished = async (): Promise<boolean> =>
        (await getDocumentService(demo.app, PRODUCT).findOne({
          documentId,
          locale: 'es',
          status: 'published',
        })) !== null;
      await changeUser('administrator');
      await scanCatalogue();
      await demo.forgetClicks();
      await finding('ENTRY_UNPUBLISHED').getByRole('button', { name: words.waiting }).click();
      const waitingEntry = demo.page.locator(`[data-waited="${documentId}"]`);
      await waitingEntry.waitFor();
      await demo.picture(`to-do-waiting-${language}`, [1440, 1024]);
      await demo.isAccessible();
      await demo.page.getByRole('button', { name: words.publishAll }).click();
      await waitingEntry.locator('[data-outcome="published"]').waitFor();
      expect(await demo.clicks()).toBe(2);
      expect(await isPublished()).toBe(true);
      await demo.page.getByRole('button', { name: words.undo, exact: true }).click();
      await waitingEntry.locator('[data-outcome="undone"]').waitFor();
      expect(await isPublished()).toBe(false);
      await getDocumentService(demo.app, PRODUCT).publish({ documentId, locale: 'es' });
    });
  });
});
