import type { Locator } from 'playwright-core';
import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signIn } from '../support/admin';
import { describeInBrowser } from '../support/browser';
import { startDemoPanel, type DemoPanel } from '../support/demo-panel';
import { bothLanguages, checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const LIST = '/content-manager/collection-types/api::product.product';
const EPISODE = 'api::episode.episode';
const SERIES = 'api::series.series';
const PRODUCTS = `${LIST}?plugins[i18n][locale]=es`;

/** Names of the visible controls between the title of a list and its table, without the link back. */
const CONTROL_NAMES = `(() => {
  const main = document.querySelector('main');
  const table = main.querySelector('table');
  return [...main.querySelectorAll('a[href]:not(.active), button:not([aria-hidden]), input, [role="combobox"]')]
    .filter((one) => table.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
    .map((one) => one.getAttribute('aria-label') ?? one.innerText);
})()`;

const panels = {
  en: {
    show: 'Search or filter',
    picture: 'Without picture',
    english: 'Without English',
    modified: 'Modified',
    payment: 'Unknown payment product',
    with: /^With .+ \(\d+\)$/,
    all: 'Clear filter',
    lines: 'Business lines',
    options: 'List options',
    keep: 'Manage views…',
    rename: (name: string) => `Rename “${name}”`,
    newName: (name: string) => `New name of “${name}”`,
    remove: (name: string) => `Delete “${name}”`,
    confirm: 'Delete',
    cancel: 'Cancel',
    for: 'Visible to',
    name: 'Name of the new view',
    save: 'Save',
    found: /(\d+) entr(?:y|ies) found/,
    title: 'Title',
    price: 'Price to pay',
    close: 'Close',
    columns: 'Columns…',
    byField: 'Filter by a field…',
    searchFor: /^Search “/,
    clearSearch: 'Clear search',
  },
  es: {
    show: 'Buscar o filtrar',
    picture: 'Sin imagen',
    english: 'Sin inglés',
    modified: 'Modificadas',
    payment: 'Producto de pago desconocido',
    with: /^Con .+ \(\d+\)$/,
    all: 'Quitar el filtro',
    lines: 'Líneas de negocio',
    options: 'Opciones de la lista',
    keep: 'Gestionar vistas…',
    rename: (name: string) => `Renombrar «${name}»`,
    newName: (name: string) => `Nuevo nombre de «${name}»`,
    remove: (name: string) => `Eliminar «${name}»`,
    confirm: 'Eliminar',
    cancel: 'Cancelar',
    for: 'Visible para',
    name: 'Nombre de la vista nueva',
    save: 'Guardar',
    found: /(\d+) entradas? encontradas?/,
    title: 'Título',
    price: 'Precio a pagar',
    close: 'Cerrar',
    columns: 'Columnas…',
    byField: 'Filtrar por un campo…',
    searchFor: /^Buscar «/,
    clearSearch: 'Quitar la búsqueda',
  },
} as const;

describeInBrowser('The list of products, in the panel', () => {
  checkWords(panels);

  let demo: DemoPanel;
  let admin: Admin;

  beforeAll(async () => {
    demo = await startDemoPanel('catalogue editor');
    admin = await signIn(demo.app);
  });

  afterAll(() => demo.stop());

  describe.each(bothLanguages)('in "%s"', (language) => {
    const words = panels[language];

    it('shows all columns at 1280 pixels, and the button for its columns in narrower windows', async () => {
      await demo.open(language, PRODUCTS);
      await demo.page.setViewportSize({ width: 1280, height: 900 });
      await demo.page.getByRole('img', { name: /: / }).first().waitFor();
      const overflow = (): Promise<unknown> =>
        demo.page.evaluate(
          `(({ parentElement: box }) => box.scrollWidth - box.clientWidth)(document.querySelector('main table'))`,
        );
      await demo.picture(`list-${language}`, [1280, 1440]);
      await demo.page.setViewportSize({ width: 1280, height: 900 });
      // Scrolling would hide a column.
      await until(overflow, (pixels) => pixels === 0);
      await demo.page.locator('th').getByText(words.lines, { exact: true }).waitFor();

      const controls = await demo.page.evaluate<string[]>(CONTROL_NAMES);
      expect(controls).toContain(words.show);
      expect(controls).toHaveLength(5);

      await demo.picture(`list-narrow-${language}`, [1024, 1100, 1150]);
      const button = demo.page.getByRole('button', { name: words.options, exact: true });
      for (const width of [1024, 1100, 1150]) {
        await demo.page.setViewportSize({ width, height: 900 });
        const right = async (): Promise<number> => {
          const box = await button.boundingBox();
          return box === null ? Infinity : box.x + box.width;
        };
        await until(right, (edge) => edge <= width);
      }
      await button.click();
      await demo.page.getByRole('menuitem', { name: words.columns }).click();
      await demo.page.getByRole('dialog').getByRole('checkbox').first().waitFor();
      await demo.page.setViewportSize({ width: 1280, height: 900 });
    });
  });

  describe.each(languagesOfRun)('in "%s"', (language) => {
    const words = panels[language];
    let clicks: number;

    const click = async (locator: Locator): Promise<void> => {
      clicks += 1;
      await locator.click();
    };

    const questions = (): Locator =>
      demo.page.getByRole('combobox', { name: words.show, exact: true });

    /** Returns the quick filter of the list, from its address. */
    const currentFilter = (): string | null =>
      new URL(demo.page.url()).searchParams.get('question');

    const choose = async (label: string | RegExp): Promise<void> => {
      await click(demo.page.getByRole('option', { name: label }).first());
    };

    const total = async (): Promise<number> => {
      const text = (await demo.page.getByRole('main').textContent()) ?? '';
      return Number(words.found.exec(text)?.[1] ?? -1);
    };

    const openList = async (): Promise<void> => {
      clicks = 0;
      await demo.follow(language, PRODUCTS);
      await questions().waitFor();
    };

    it('applies each quick filter in two clicks', async () => {
      await openList();
      for (const question of ['picture', 'english', 'modified', 'payment'] as const) {
        clicks = 0;
        await click(questions());
        await choose(words[question]);
        const value = await until(currentFilter, (filter) => filter !== null);
        expect(clicks).toBeLessThanOrEqual(2);
        const { body } = await admin.get(`${LIST}?locale=es&question=${value ?? ''}`);
        const { pagination } = body as unknown as { pagination: { total: number } };
        await until(total, (count) => count === pagination.total);
        await demo.page.getByRole('button', { name: words.all, exact: true }).click();
        await until(currentFilter, (filter) => filter === null);
      }
    });

    it('searches all texts with any characters, and clears the search', async () => {
      await openList();
      await until(total, (count) => count > 1);
      const all = await total();
      const currentSearch = (): string | null => new URL(demo.page.url()).searchParams.get('_q');
      for (const [text, isExpected] of [
        ['felina', (count: number) => count > 0 && count < all],
        ['50% & #1', (count: number) => count === 0],
      ] as const) {
        await click(questions());
        await demo.page.keyboard.type(text);
        if (text === 'felina') await choose(words.searchFor);
        else await demo.page.keyboard.press('Enter');
        await until(currentSearch, (value) => value === text);
        await until(total, isExpected);
        await demo.picture(`list-searched-${language}`);
        await demo.page.getByRole('button', { name: words.clearSearch, exact: true }).click();
        await until(total, (count) => count === all);
      }
    });

    it('finds the courses of a teacher in two clicks', async () => {
      await openList();
      await until(total, (count) => count > 1);
      const all = await total();
      await click(questions());
      await demo.page.keyboard.type('quiroga');
      await choose(words.with);
      await until(currentFilter, (value) => value?.startsWith('of:') === true);
      expect(clicks).toBeLessThanOrEqual(2);
      await until(total, (count) => count > 0 && count < all);
      await demo.picture(`list-of-teacher-${language}`);
      await click(demo.page.getByRole('button', { name: words.all, exact: true }));
      await until(total, (count) => count === all);
    });

    it('is saved as a view with its quick filter', async () => {
      await openList();
      await click(questions());
      await choose(words.modified);
      await until(currentFilter, (value) => value === 'modified');
      await demo.page.getByRole('button', { name: words.options, exact: true }).click();
      await demo.page.getByRole('menuitem', { name: words.keep }).click();
      const dialog = demo.page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: words.name }).fill(`Mine ${language}`);
      await demo.picture(`views-${language}`);
      await dialog.getByRole('button', { name: words.save, exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
      await demo.open(language, PRODUCTS);
      await demo.page.getByRole('button', { name: words.options, exact: true }).click();
      await demo.page.getByRole('menuitem', { name: `Mine ${language}` }).click();
      await until(currentFilter, (value) => value === 'modified');
    });

    it('is saved as a view for a role, renamed, and deleted after confirmation', async () => {
      await openList();
      const { page } = demo;
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: words.options, exact: true }).click();
      await page.getByRole('menuitem', { name: words.keep }).click();
      await page.getByRole('textbox', { name: words.name }).fill(`Ours ${language}`);
      await page.getByRole('combobox', { name: words.for }).click();
      await page.getByRole('option').nth(1).click();
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: words.options, exact: true }).click();
      await page.getByRole('menuitem', { name: words.keep }).click();
      await page.getByRole('button', { name: words.rename(`Ours ${language}`) }).click();
      const name = page.getByRole('textbox', { name: words.newName(`Ours ${language}`) });
      await name.fill('Never');
      await name.press('Escape');
      await page.getByRole('button', { name: words.rename(`Ours ${language}`) }).click();
      await demo.picture(`views-renamed-${language}`);
      await name.fill(`Shared ${language}`);
      await name.press('Enter');
      const remove = page.getByRole('button', { name: words.remove(`Shared ${language}`) });
      await remove.click();
      const question = page.getByRole('alertdialog');
      await demo.picture(`views-deleted-${language}`);
      await question.getByRole('button', { name: words.cancel, exact: true }).click();
      await remove.click();
      await question.getByRole('button', { name: words.confirm, exact: true }).click();
      await remove.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
    });

    it('is filtered by fields with the labels of forms', async () => {
      await demo.follow(language, `${PRODUCTS}&filters[$and][0][title][$contains]=a`);
      const { page } = demo;
      await page.getByRole('button', { name: new RegExp(`^${words.title} `) }).waitFor();
      await page.getByRole('button', { name: words.options, exact: true }).click();
      await page.getByRole('menuitem', { name: words.byField }).click();
      await page.getByRole('dialog').getByRole('combobox').first().click();
      await page.getByRole('option', { name: words.price, exact: true }).waitFor();
      await page.getByRole('option', { name: words.title, exact: true }).waitFor();
    });

    it('opens the views by keyboard', async () => {
      await openList();
      const { page } = demo;
      const views = page.getByRole('button', { name: words.options, exact: true });
      const hasFocus = (locator: Locator): Promise<void> =>
        locator.and(page.locator(':focus')).waitFor();
      await views.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: words.keep }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await hasFocus(dialog.getByRole('textbox', { name: words.name }));
      expect(await dialog.getByRole('button', { name: words.close, exact: true }).count()).toBe(2);
      await page.keyboard.press('Escape');
      await hasFocus(views);
    });

    it('shows the titles of related entries instead of counts', async () => {
      const episodes = getDocumentService(demo.app, EPISODE);
      const [episode] = await episodes.findMany({ populate: ['series'], sort: 'name', limit: 1 });
      const [series] = await getDocumentService(demo.app, SERIES).findMany({
        locale: 'es',
        filters: { episodes: { documentId: episode?.documentId ?? '' } },
      });
      await demo.follow(language, `/content-manager/collection-types/${EPISODE}`);
      const { name = '' } = (series ?? {}) as { name?: string };
      await demo.page.getByRole('gridcell').getByText(name, { exact: true }).first().waitFor();
      expect(await demo.page.getByText(/^\d+ (items?|elementos?)$/).count()).toBe(0);
      await demo.picture(`list-of-episodes-${language}`, [1280]);
    });

    it('is accessible', async () => {
      await openList();
      await demo.page.getByRole('img', { name: /: / }).first().waitFor();
      await demo.isAccessible();
    });
  });
});
