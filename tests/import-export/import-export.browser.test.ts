import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { getDocumentService } from '#platform/strapi/documents';
import { allowFailures, describeInBrowser } from '../support/browser';
import { startDemoPanel, type DemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';
import { rowsOf } from './support';

const PRODUCT = 'api::product.product';
/** Requests for the state of an import or export. */
const RUN = /\/import-export\/runs\/[^/]+$/;

const panels = {
  en: {
    type: 'Content type',
    product: 'Product',
    format: 'File format',
    csv: 'CSV with semicolons',
    list: 'File',
    export: 'Export',
    download: 'Download file',
    noAnswer: 'The server does not answer. The page keeps trying.',
    file: 'File (CSV or Excel)',
    check: 'Check file',
    start: 'Import 1 entry',
    undo: 'Undo import',
    undoEntry: 'Undo 1 entry',
    title: 'Title',
    again: 'Import another file',
    void: 'The check is complete. There are no changes to import. Fix the rows with errors in the file, then choose it again.',
    listed: 'no changes',
    noWorkbook: /The file name ends in \.xlsx, but the file is not an Excel workbook\./,
    language: 'language',
    keep: 'Keep values',
    encoding: 'Encoding',
    macintosh: 'Macintosh',
    checkAgain: 'Check again',
    empty: 'Leave empty',
    choose: 'Choose existing entry',
    entry: 'Entry to use in all rows',
    categories: 'Categories',
  },
  es: {
    type: 'Tipo de contenido',
    product: 'Producto',
    format: 'Formato de archivo',
    csv: 'CSV con punto y coma',
    list: 'Archivo',
    export: 'Exportar',
    download: 'Descargar archivo',
    noAnswer: 'El servidor no responde. La página sigue intentándolo.',
    file: 'Archivo (CSV o Excel)',
    check: 'Comprobar archivo',
    start: 'Importar 1 entrada',
    undo: 'Deshacer importación',
    undoEntry: 'Deshacer 1 entrada',
    title: 'Título',
    again: 'Importar otro archivo',
    void: 'La comprobación ha terminado. No hay cambios que importar. Corrige en el archivo las filas con errores y vuelve a elegirlo.',
    listed: 'sin cambios',
    noWorkbook: /El nombre del archivo termina en \.xlsx, pero no es un libro de Excel\./,
    language: 'idioma',
    keep: 'Conservar los valores',
    encoding: 'Codificación',
    macintosh: 'Macintosh',
    checkAgain: 'Comprobar de nuevo',
    empty: 'Dejar vacío',
    choose: 'Elegir una entrada existente',
    entry: 'Entrada para todas las filas',
    categories: 'Categorías',
  },
} as const;

describeInBrowser('Import and export in the panel', () => {
  checkWords(panels);

  let demo: DemoPanel;

  beforeAll(async () => {
    demo = await startDemoPanel('catalogue editor');
  });

  afterAll(() => demo.stop());

  const button = (name: string): Locator => demo.page.getByRole('button', { name, exact: true });

  /** Shows runs as running. The returned function aborts all responses until the route is removed. */
  const keepRunning = async (): Promise<() => void> => {
    let isAborting = false;
    await demo.page.route(RUN, async (route) => {
      if (isAborting) return route.abort();
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      return route.fulfill({ response, json: { data: { ...data, state: 'working' } } });
    });
    return () => {
      isAborting = true;
    };
  };

  describe.each(languagesOfRun)('in "%s"', (language) => {
    const words = panels[language];
    let clicks: number;

    const click = async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    };

    const chooseProducts = async (): Promise<void> => {
      await demo.open(language, '/plugins/import-export');
      await click(demo.page.getByRole('combobox', { name: words.type, exact: true }));
      await click(demo.page.getByRole('option', { name: words.product, exact: true }));
    };

    beforeEach(() => {
      clicks = 0;
    });

    it('exports a file despite failed polls, and imports it with a change', async () => {
      await chooseProducts();
      await demo.picture(`import-export-${language}`, [1440, 1024]);
      await demo.isAccessible();
      await click(demo.page.getByRole('combobox', { name: words.format, exact: true }));
      await click(demo.page.getByRole('option', { name: words.csv, exact: true }));
      const abortResponses = await keepRunning();
      await click(button(words.export));
      await demo.page.locator('[data-state="working"]').waitFor();
      abortResponses();
      await demo.page.getByText(words.noAnswer, { exact: true }).waitFor();
      await demo.page.unroute(RUN);
      await button(words.download).waitFor();
      const downloading = demo.page.waitForEvent('download');
      await click(button(words.download));
      const [headings = [], ...rows] = rowsOf(readFileSync(await (await downloading).path()));
      expect(clicks).toBeLessThanOrEqual(6);

      const [title, languageColumn] = [
        headings.indexOf(words.title),
        headings.indexOf(words.language),
      ];
      const spanishRow = rows.find((row) => row[languageColumn] === 'es') ?? [];
      const newTitle = `Tried in ${language}`;
      const newRows = [
        headings,
        spanishRow.with(title, newTitle),
        headings.map((_, index) => (index === 0 ? 'nobody' : '')),
        ...rows.filter((row) => row[0] !== spanishRow[0]),
      ];
      clicks = 0;
      await chooseProducts();
      await demo.page.getByLabel(words.file).setInputFiles({
        name: 'products.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          newRows
            .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
            .join('\n'),
        ),
      });
      await click(button(words.check));
      await demo.page.locator('[data-state="checked"]').waitFor();
      await demo.page.locator('[data-item="changed"]').waitFor();
      await demo.picture(`import-checked-${language}`, [1440, 1024]);
      await demo.isAccessible();
      expect(await demo.page.locator('[data-item="refused"]').count()).toBe(1);
      await click(button(words.start));
      await demo.page.locator('[data-state="done"]').waitFor();
      await demo.picture(`import-done-${language}`);
      expect(clicks).toBeLessThanOrEqual(4);
      const readTitle = async (): Promise<unknown> =>
        (
          await getDocumentService(demo.app, PRODUCT).findOne({
            documentId: spanishRow[0] ?? '',
            locale: 'es',
          })
        )?.title;
      expect(await readTitle()).toBe(newTitle);
      await click(button(words.undo));
      await click(button(words.undoEntry));
      await demo.page.locator('[data-state="undone"]').waitFor();
      expect(await readTitle()).toBe(spanishRow[title]);
      expect(clicks).toBeLessThanOrEqual(6);
    });

    it('reports that all rows have errors, and that a file is not a workbook', async () => {
      const chooseFile = async (name: string, content: string): Promise<void> => {
        await demo.page
          .getByLabel(words.file)
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
        await click(button(words.check));
      };
      await chooseProducts();
      allowFailures(/^400 POST .*\/import-export\/imports$/);
      await chooseFile('x.xlsx', '%PDF-1.7 …');
      await demo.page.getByText(words.noWorkbook).waitFor();
      await chooseFile('refused.csv', 'SKU;title\r\n;Nobody\r\n');
      const summary = demo.page.locator('[data-state="checked"]');
      await summary.waitFor();
      expect(await summary.textContent()).toBe(words.void);
      await demo.isAccessible();
      await click(demo.page.getByRole('link', { name: words.again, exact: true }));
      const listedRun = demo.page.getByRole('listitem').filter({ hasText: 'refused.csv' }).first();
      await listedRun.getByText(words.listed).waitFor();
    });

    it('asks about empty cells, and reads the file again in another encoding', async () => {
      const [product] = (await getDocumentService(demo.app, PRODUCT).findMany({
        locale: 'es',
        filters: { title: { $notNull: true } },
      })) as unknown as { SKU: string }[];
      await chooseProducts();
      await demo.page.getByLabel(words.file).setInputFiles({
        name: 'empty.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`SKU;title;acronym\r\n${product?.SKU};;Ni\xf1o\r\n`, 'latin1'),
      });
      await click(button(words.check));
      await demo.page.locator('[data-question="EMPTY_CELLS"]').waitFor();
      await demo.page.getByText('Niño').first().waitFor();
      expect(await button(words.start).isDisabled()).toBe(true);
      await demo.picture(`import-questions-${language}`, [1440, 1024]);
      await demo.isAccessible();
      await click(button(words.keep));
      await demo.page.locator('[data-state="checked"]').waitFor();
      await until(
        () => button(words.start).isDisabled(),
        (isDisabled) => !isDisabled,
      );
      await click(demo.page.getByRole('combobox', { name: words.encoding, exact: true }));
      await click(demo.page.getByRole('option', { name: words.macintosh, exact: true }));
      await click(button(words.checkAgain));
      await demo.page.locator('[data-sample]').getByText('NiÒo').waitFor();
    });

    it('applies decisions on unknown names to all rows, and assigns an unknown column', async () => {
      const [product] = (await getDocumentService(demo.app, PRODUCT).findMany({
        locale: 'es',
        filters: { title: { $notNull: true } },
      })) as unknown as { SKU: string }[];
      const [category] = (await getDocumentService(demo.app, 'api::category.category').findMany({
        locale: 'es',
      })) as unknown as { name: string }[];
      const heading = `Heading ${language}`;
      await chooseProducts();
      await demo.page.getByLabel(words.file).setInputFiles({
        name: 'causes.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `SKU;categories;${heading}\n${product?.SKU};"Nowhere; Elsewhere";Renamed\n`,
        ),
      });
      await click(button(words.check));
      const findCause = (name: string): Locator =>
        demo.page.locator('[data-cause="NOT_FOUND"]').filter({ hasText: name });
      await findCause('Nowhere').waitFor();
      await demo.picture(`import-causes-${language}`, [1440, 1024]);
      await demo.isAccessible();
      const checkedUrl = demo.page.url();
      await click(demo.page.getByRole('combobox', { name: heading, exact: true }));
      await click(demo.page.getByRole('option', { name: words.title, exact: true }).first());
      await click(button(words.checkAgain).last());
      await demo.page.waitForURL((address) => address.href !== checkedUrl);
      await click(findCause('Nowhere').getByRole('button', { name: words.empty, exact: true }));
      await findCause('Nowhere').locator('[aria-pressed="true"]').waitFor();
      // Nothing of the former run stays beside the new one.
      for (const part of ['[data-source]', '[data-columns]'])
        expect(await demo.page.locator(part).count()).toBe(1);
      await click(findCause('Elsewhere').getByRole('button', { name: words.choose, exact: true }));
      const name = category?.name ?? '';
      await demo.page.getByLabel(words.entry).pressSequentially(name);
      await click(demo.page.getByRole('option', { name, exact: true }).first());
      await findCause('Elsewhere').locator('[aria-pressed="true"]', { hasText: name }).waitFor();
      await button(words.start).waitFor();
      const row = demo.page.locator('[data-item="changed"]');
      await row.filter({ hasText: words.title }).filter({ hasText: words.categories }).waitFor();
    });

    it('exports the entries of a list, in three clicks', async () => {
      const [, product] = (await getDocumentService(demo.app, PRODUCT).findMany({
        locale: 'es',
      })) as unknown as { documentId: string; SKU: string }[];
      await demo.open(
        language,
        `/content-manager/collection-types/${PRODUCT}?plugins[i18n][locale]=es&filters[$and][0][SKU][$eq]=${product?.SKU}`,
      );
      await demo.page.locator('tbody tr').first().waitFor();
      await demo.picture(`list-${language}`, [1440, 1280, 1024]);
      await click(demo.page.getByRole('link', { name: words.list, exact: true }));
      await demo.page.locator('[data-of-list]').waitFor();
      await demo.picture(`export-list-${language}`, [1440, 1024]);
      await click(button(words.export));
      await button(words.download).waitFor();
      const downloading = demo.page.waitForEvent('download');
      await click(button(words.download));
      expect(clicks).toBeLessThanOrEqual(3);
      const { readSheet } = await import('read-excel-file/node');
      const [, ...rows] = await readSheet(await (await downloading).path());
      expect(new Set(rows.map(([id]) => id))).toEqual(new Set([product?.documentId]));
    });
  });
});
