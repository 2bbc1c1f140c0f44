import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { getDocumentService } from '#platform/strapi/documents';
import { textCell, workbookOf } from '../import-export/bomb';
import { describeInBrowser, selectRow } from '../support/browser';
import { startDemoPanel, type DemoPanel } from '../support/demo-panel';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const PROTAGONIST = 'api::protagonist.protagonist';
const LIST = `/content-manager/collection-types/${PRODUCT}?plugins[i18n][locale]=es`;

const panels = {
  en: {
    sheet: 'Change in a table',
    paste: 'Paste rows here',
    twice: 'Another row has the same entry.',
    second: 'Column 2',
    choose: 'Choose field',
    remove: 'Remove field',
    add: 'Add field',
    save: 'Save as drafts',
    undo: 'Undo',
    show: 'Search or filter',
    with: /^With .+ \(\d+\)$/,
    replace: 'Replace relation…',
    to: 'New entry',
    publish: 'Save and publish',
    empty: 'Clear and save',
    change: 'Bulk edit…',
    leave: 'Skip hidden cells',
    hidden: '1 of 2 rows is hidden, by hand or by a filter.',
    unknown: 'These fields do not exist, or you may not edit them: nonsense, slots',
  },
  es: {
    sheet: 'Cambiar en una tabla',
    paste: 'Pega aquí las filas',
    twice: 'Otra fila contiene la misma entrada.',
    second: 'Columna 2',
    choose: 'Elegir campo',
    remove: 'Quitar campo',
    add: 'Añadir campo',
    save: 'Guardar como borradores',
    undo: 'Deshacer',
    show: 'Buscar o filtrar',
    with: /^Con .+ \(\d+\)$/,
    replace: 'Sustituir relación…',
    to: 'Entrada nueva',
    publish: 'Guardar y publicar',
    empty: 'Vaciar y guardar',
    change: 'Editar en bloque…',
    leave: 'Omitir las celdas ocultas',
    hidden: '1 de 2 filas está oculta, a mano o por un filtro.',
    unknown: 'Estos campos no existen o no puedes editarlos: nonsense, slots',
  },
} as const;

const partlySaved = {
  en: '1 entry saved; 1 entry with errors, not saved.',
  es: '1 entrada guardada; 1 entrada con errores, sin guardar.',
} as const;

/** A part of a field's name, as typed in the list of fields. */
const partOfPrice = { en: 'price to p', es: 'precio a p' } as const;

/** A column of a grid. */
const priceIn = { en: 'Price to pay (Spanish)', es: 'Precio a pagar (español)' } as const;

type Product = { documentId: string; SKU: string; tuitionPrice: number };

describeInBrowser('Bulk editing, in the admin panel', () => {
  checkWords(panels);

  let demo: DemoPanel;

  beforeAll(async () => {
    demo = await startDemoPanel('catalogue editor');
  });

  afterAll(() => demo.stop());

  const products = async (filters: object = {}): Promise<Product[]> =>
    (await getDocumentService(demo.app, PRODUCT).findMany({
      locale: 'es',
      filters,
      sort: 'documentId',
    })) as unknown as Product[];

  describe.each(languagesOfRun)('in "%s"', (language) => {
    const words = panels[language];
    const price = priceIn[language];
    let clicks: number;

    const click = async (locator: Locator): Promise<void> => {
      clicks += 1;
      await locator.click();
    };

    const button = (name: string): Locator => demo.page.getByRole('button', { name, exact: true });

    describe('from a list', () => {
      beforeEach(async () => {
        clicks = 0;
        await demo.follow(language, LIST);
      });

      it('saves twelve prices from a spreadsheet in at most five clicks, and undoes them', async () => {
        const twelve = (await products({ tuitionPrice: { $notNull: true } })).slice(0, 12);
        await click(demo.page.getByRole('link', { name: words.sheet, exact: true }));
        const area = demo.page.getByRole('textbox', { name: words.paste });
        await click(area);
        await area.fill(
          twelve
            .map(
              ({ SKU, tuitionPrice }) =>
                `${SKU}\t${(tuitionPrice - 0.5).toFixed(2).replace('.', ',')}`,
            )
            .join('\r\n'),
        );
        await click(demo.page.getByRole('combobox', { name: words.second }));
        await click(demo.page.getByRole('option', { name: price, exact: true }));
        await until(
          () => demo.page.locator('[data-counts]').textContent(),
          (text) => text?.includes('12') === true,
        );
        await demo.picture(`bulk-edit-${language}`, [1400, 1024]);
        await demo.isAccessible();
        await click(button(words.save));
        await until(
          () => demo.page.locator('[data-outcome="saved"]').count(),
          (count) => count === 12,
        );
        expect(clicks).toBeLessThanOrEqual(5);
        const readPrices = async (): Promise<number[]> => {
          const current = await products();
          return twelve.map(
            ({ documentId }) =>
              current.find((entry) => entry.documentId === documentId)?.tuitionPrice ?? 0,
          );
        };
        expect(await readPrices()).toEqual(twelve.map(({ tuitionPrice }) => tuitionPrice - 0.5));
        await button(words.undo).click();
        await until(
          () => demo.page.locator('[data-outcome="undone"]').count(),
          (count) => count === 12,
        );
        expect(await readPrices()).toEqual(twelve.map(({ tuitionPrice }) => tuitionPrice));
      });

      it('marks the second row of an entry as a duplicate, and saves the first', async () => {
        const [first] = (await products({ tuitionPrice: { $notNull: true } })).slice(0, 1);
        const { SKU = '', tuitionPrice = 0 } = first ?? {};
        await demo.page.getByRole('link', { name: words.sheet, exact: true }).click();
        await demo.page
          .getByRole('textbox', { name: words.paste })
          .fill(`SKU\t${price}\r\n${SKU}\t${tuitionPrice + 1}\r\n${SKU}\t${tuitionPrice + 2}`);
        const rows = demo.page.locator(`[data-row="${SKU}"]`);
        await rows.nth(1).getByText(words.twice).waitFor();
        expect(await rows.nth(0).getByText(words.twice).count()).toBe(0);
        const column = demo.page.getByRole('combobox', { name: words.second });
        expect(await column.inputValue()).toBe(price);
        await click(button(words.save));
        await rows.nth(0).locator('[data-outcome="saved"]').waitFor();
        await until(
          () => demo.page.locator('[data-counts]').textContent(),
          (summary) => summary === partlySaved[language],
        );
        await demo.picture(`bulk-edit-partly-${language}`);
        expect(await rows.nth(1).locator('[data-outcome]').count()).toBe(0);
        await button(words.undo).click();
        await rows.nth(0).locator('[data-outcome="undone"]').waitFor();
      });

      it('asks for confirmation before saving pasted rows that clear a cell', async () => {
        const [first] = (await products({ tuitionPrice: { $notNull: true } })).slice(0, 1);
        const { SKU = '', tuitionPrice, documentId } = first ?? {};
        const readPrice = async () =>
          (await products()).find((entry) => entry.documentId === documentId)?.tuitionPrice;
        await demo.page.getByRole('link', { name: words.sheet, exact: true }).click();
        await demo.page
          .getByRole('textbox', { name: words.paste })
          .fill(`SKU\t${price}\r\n${SKU}\t\r\n`);
        await click(button(words.save));
        const dialog = demo.page.getByRole('alertdialog');
        await dialog.getByText(/\b(1 field|1 campo)\b/).waitFor();
        expect(await readPrice()).toBe(tuitionPrice);
        await dialog.getByRole('button', { name: words.empty }).click();
        const row = demo.page.locator(`[data-row="${SKU}"]`);
        await row.locator('[data-outcome="saved"]').waitFor();
        expect(await readPrice()).toBeNull();
        await button(words.undo).click();
        await row.locator('[data-outcome="undone"]').waitFor();
        expect(await readPrice()).toBe(tuitionPrice);
      });

      it.each(['utf-8', 'windows-1252', 'utf-16le', 'xlsx'])(
        'reads a file of Excel in %s',
        async (encoding) => {
          const [first] = await products();
          const { SKU = '' } = first ?? {};
          // A row of the workbook names a product that does not exist.
          const content = `SKU;${price.replace(/ \(.*/, '')};Título\r\n${SKU};"11,50";Pediatría y cuidados\r\n`;
          const files = {
            'utf-8': Buffer.from(`\uFEFF${content}`),
            'windows-1252': Buffer.from(content, 'latin1'),
            'utf-16le': Buffer.concat([
              Buffer.from([0xff, 0xfe]),
              Buffer.from(content.replaceAll(';', '\t'), 'utf16le'),
            ]),
            xlsx: readFileSync(path.join(__dirname, 'prices.xlsx')),
          };
          await demo.page.getByRole('link', { name: words.sheet, exact: true }).click();
          const name = encoding === 'xlsx' ? 'prices.xlsx' : 'prices.csv';
          await demo.page.locator('input[type="file"]').setInputFiles({
            name,
            mimeType: 'application/octet-stream',
            buffer: files[encoding as keyof typeof files],
          });
          const row = demo.page.locator(
            `[data-row="${encoding === 'xlsx' ? 'OF-THE-WORKBOOK' : SKU}"]`,
          );
          await row.waitFor();
          const values: string[] = [];
          for (const cell of await row.getByRole('textbox').all())
            values.push(await cell.inputValue());
          expect(values).toContain('Pediatría y cuidados');
          expect(values).toContain(encoding === 'xlsx' ? '11.5' : '11,50');
        },
      );

      it('asks whether to skip hidden rows of a file', async () => {
        const row = (at: number, cells: readonly string[], attributes = ''): string =>
          `<row r="${at}"${attributes}>${cells.map((cell, column) => textCell(`${'AB'.charAt(column)}${at}`, cell)).join('')}</row>`;
        await demo.page.getByRole('link', { name: words.sheet, exact: true }).click();
        await demo.page.locator('input[type="file"]').setInputFiles({
          name: 'filtered.xlsx',
          mimeType: 'application/octet-stream',
          buffer: workbookOf(
            row(1, ['SKU', 'Título']) +
              row(2, ['SEEN', 'x']) +
              row(3, ['UNSEEN', 'x'], ' hidden="1"'),
          ),
        });
        await demo.page.getByText(words.hidden).waitFor();
        await until(
          () => demo.page.evaluate('document.activeElement?.textContent'),
          (focused) => focused === words.leave,
        );
        await demo.page.keyboard.press('Enter');
        await demo.page.locator('[data-row="SEEN"]').waitFor();
        expect(await demo.page.locator('[data-row="UNSEEN"]').count()).toBe(0);
      });

      it('replaces a teacher in all courses in at most six clicks', async () => {
        const teachers = (await getDocumentService(demo.app, PROTAGONIST).findMany({
          locale: 'es',
          populate: ['products'],
        })) as unknown as { documentId: string; name: string; products: object[] }[];
        const [busiest] = teachers.sort(
          (teacher, other) => other.products.length - teacher.products.length,
        );
        const other = teachers.at(-1);
        const box = demo.page.getByRole('combobox', { name: words.show, exact: true });
        await click(box);
        await box.fill(busiest?.name ?? '');
        await click(
          demo.page.getByRole('option', { name: words.with }).filter({ hasText: busiest?.name }),
        );
        await until(
          () => new URL(demo.page.url()).search,
          (query) => query.includes('question=of'),
        );
        const taught = await products({ protagonists: { documentId: busiest?.documentId } });
        await until(
          () => demo.page.locator('tbody tr').count(),
          (rows) => rows === taught.length,
        );
        clicks += 1;
        await selectRow(demo.page.locator('thead'), button(words.replace));
        await click(button(words.replace));
        const to = demo.page.getByRole('combobox', { name: words.to });
        await to.pressSequentially(other?.name ?? '');
        await click(demo.page.getByRole('option', { name: other?.name }).first());
        await demo.page.locator('[role="dialog"] [data-row]').first().waitFor();
        await demo.picture(`replace-${language}`);
        const count = await demo.page.locator('[role="dialog"] [data-row]').count();
        expect(count).toBeGreaterThan(0);
        await click(demo.page.getByRole('dialog').getByRole('button', { name: words.save }));
        await until(
          () => demo.page.locator('[data-outcome="saved"]').count(),
          (saved) => saved === count,
        );
        expect(clicks).toBeLessThanOrEqual(6);
        const remaining = await products({ protagonists: { documentId: busiest?.documentId } });
        expect(remaining).toEqual([]);
      });

      it('saves a changed cell of a selected entry', async () => {
        await selectRow(demo.page.locator('tbody tr').first(), button(words.change));
        await click(button(words.change));
        const field = demo.page.getByRole('combobox', { name: words.second });
        expect(await field.getAttribute('placeholder')).toBe(words.choose);
        await click(field);
        await field.pressSequentially(partOfPrice[language]);
        await until(
          () => demo.page.getByRole('option').count(),
          (count) => count > 0 && count <= 4,
        );
        await demo.picture(`bulk-edit-fields-${language}`);
        await click(demo.page.getByRole('option', { name: price, exact: true }));
        // An added column has no field yet. The former column can be removed with its cells.
        await button(words.add).click();
        await demo.page.getByRole('combobox').nth(1).waitFor();
        expect(await button(words.add).isDisabled()).toBe(true);
        await demo.page.locator('[data-row]').getByRole('textbox').waitFor();
        await button(words.remove).click();
        await demo.page.locator('[data-row]').getByRole('textbox').waitFor({ state: 'detached' });
        await demo.page.getByRole('combobox', { name: words.second }).click();
        await demo.page.getByRole('option', { name: price, exact: true }).click();
        const row = demo.page.locator('[data-row]');
        const documentId = (await row.getAttribute('data-row')) ?? '';
        const cell = row.getByRole('textbox');
        await until(
          () => cell.inputValue(),
          (value) => value !== '',
        );
        const amount = language === 'en' ? 12.34 : 56.78;
        await cell.fill(String(amount).replace('.', ','));
        await row.getByText(/: \d/).waitFor();
        await demo.picture(`bulk-edit-selection-${language}`);
        await click(button(words.save));
        await demo.page.locator('[data-outcome="saved"]').waitFor();
        const current = await products();
        expect(current.find((entry) => entry.documentId === documentId)?.tuitionPrice).toBe(amount);
      });
    });

    it('lists unknown fields of the URL', async () => {
      const [one] = await products();
      const query = `locale=es&documents=${one?.documentId}&fields=nonsense:es,tuitionPrice:es,slots`;
      await demo.follow(language, `/plugins/bulk-edit/${PRODUCT}?${query}`);
      const notice = demo.page.locator('[data-unknown]');
      await notice.waitFor();
      expect(await notice.textContent()).toBe(words.unknown);
      await demo.page.locator('[data-row]').getByRole('textbox').waitFor();
      await demo.isAccessible();
    });

    it('publishes a changed price, and restores the published version on undo', async () => {
      const priceOf = async (documentId: string, status: 'draft' | 'published') =>
        (await getDocumentService(demo.app, PRODUCT).findOne({ documentId, locale: 'es', status }))
          ?.tuitionPrice;
      const [course] = (await getDocumentService(demo.app, PRODUCT).findMany({
        locale: 'es',
        status: 'published',
        filters: { tuitionPrice: { $gt: 20 } },
        sort: 'documentId',
      })) as unknown as Product[];
      const { documentId = '', tuitionPrice = 0 } = course ?? {};
      // The draft was changed since.
      await getDocumentService(demo.app, PRODUCT).update({
        documentId,
        locale: 'es',
        data: { tuitionPrice: 18.5 },
      });
      await demo.follow(
        language,
        `/plugins/bulk-edit/${PRODUCT}?locale=es&documents=${documentId}&fields=tuitionPrice:es`,
      );
      const cell = demo.page.locator('[data-row] input');
      await until(
        () => cell.inputValue(),
        (value) => value !== '',
      );
      await cell.fill('19,25');
      await button(words.publish).click();
      await demo.page.locator('[data-outcome="published"]').waitFor();
      await demo.picture(`bulk-edit-published-${language}`);
      expect(await priceOf(documentId, 'published')).toBe(19.25);
      await button(words.undo).click();
      await demo.page.locator('[data-outcome="undone"]').waitFor();
      expect(await priceOf(documentId, 'published')).toBe(tuitionPrice);
      expect(await priceOf(documentId, 'draft')).toBe(18.5);
    });

    it('keeps typed and pasted values in their cells, and saves the last ones', async () => {
      const three = (await products({ tuitionPrice: { $notNull: true } })).slice(0, 3);
      const ids = three.map(({ documentId }) => documentId);
      // Another value than the one that the other language stored, which would be no change.
      const tens = language === 'en' ? 4 : 5;
      await demo.follow(
        language,
        `/plugins/bulk-edit/${PRODUCT}?locale=es&documents=${ids.join(',')}&fields=tuitionPrice:es`,
      );
      const cells = demo.page.locator('[data-row] input');
      const cell = (row: number): Locator => cells.nth(row);
      const readCells = async (): Promise<string[]> =>
        Promise.all((await cells.all()).map((cell) => cell.inputValue()));
      const typeInto = async (row: number, text: string): Promise<void> => {
        await cell(row).click();
        await demo.page.keyboard.press('ControlOrMeta+A');
        await demo.page.keyboard.type(text);
      };
      await until(
        readCells,
        (values) => values.length === 3 && values.every((value) => value !== ''),
      );
      // From the last row up, while the last change is being evaluated.
      await typeInto(2, '33');
      await typeInto(1, '22');
      await typeInto(0, '11');
      await typeInto(1, '24');
      expect(await readCells()).toEqual(['11', '24', '33']);
      await demo.page.keyboard.press('Enter');
      await demo.page.keyboard.type('35');
      await demo.page.keyboard.press('ArrowUp');
      await demo.page.keyboard.press('ArrowUp');
      await demo.page.keyboard.type('12');
      expect(await readCells()).toEqual(['12', '24', '35']);

      // Copied from a spreadsheet: the cell between is blank.
      await cell(0).click();
      await demo.page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text', '${tens}1,5\\r\\n\\r\\n${tens}3\\r\\n');
        const event = { clipboardData: data, bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', event));
      })()`);
      await until(readCells, (values) => values.join() === `${tens}1,5,,${tens}3`);
      await typeInto(1, `${tens}2`);
      await demo.picture(`bulk-edit-cells-${language}`, [1440, 1280, 1024]);
      await typeInto(2, `${tens}4`);
      await button(words.save).click();
      await until(
        () => demo.page.locator('[data-outcome="saved"]').count(),
        (count) => count === 3,
      );
      const current = await products({ documentId: { $in: ids } });
      expect(current.map(({ tuitionPrice }) => tuitionPrice)).toEqual([
        tens * 10 + 1.5,
        tens * 10 + 2,
        tens * 10 + 4,
      ]);
    });
  });
});
