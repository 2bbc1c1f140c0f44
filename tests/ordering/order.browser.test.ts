import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type App, startApp } from '../support/app';
import { accessViolations } from '../support/axe';
import { type Browser, describeInBrowser, openBrowser, openPanel } from '../support/browser';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';
import { course, openSchool, PRODUCT, store, type School } from '../rights/support';

const panels = {
  en: {
    title: 'Order',
    open: 'Change order',
    back: 'Back to the list',
    handle: 'Move',
    menu: /^Actions for /,
    top: 'Move to top',
    end: 'Move to end',
    to: 'Move to position…',
    move: 'Move',
    lifted: /picked up, position/,
    cancelled: /is back in its place/,
  },
  es: {
    title: 'Orden',
    open: 'Cambiar orden',
    back: 'Volver a la lista',
    handle: 'Mover',
    menu: /^Acciones de /,
    top: 'Mover al principio',
    end: 'Mover al final',
    to: 'Mover a la posición…',
    move: 'Mover',
    lifted: /seleccionada en la posición/,
    cancelled: /vuelve a su sitio/,
  },
} as const;

const NAMES = ['A', 'B', 'C', 'D', 'E'];

describeInBrowser('The order of courses, in the panel', () => {
  checkWords(panels);

  let app: App;
  let school: School;
  let browser: Browser;
  let page: Page;
  let ids: Map<string, string>;

  beforeAll(async () => {
    app = await startApp();
    school = await openSchool(app);
    browser = await openBrowser();
    page = await openPanel(browser, app.url, school.all);
    await page.setViewportSize({ width: 1440, height: 1000 });
    ids = new Map();
    for (const name of NAMES) {
      const data = course({
        title: `Course ${name}`,
        order: undefined,
        verticals: [school.medicina.documentId],
      });
      ids.set(name, await store(app, PRODUCT, data));
    }
  });

  const takePicture = async (name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };

  afterEach(() => takePicture(expect.getState().currentTestName?.replace(/\W+/g, '-') ?? 'order'));

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const rowOf = (name: string): Locator =>
    page.locator(`[data-order-entry="${ids.get(name) ?? ''}"]`);

  const readStored = async (): Promise<string> => {
    const rows = (await app.strapi.db
      .query(PRODUCT)
      .findMany({ orderBy: [{ order: 'asc' }, { documentId: 'asc' }] })) as { title: string }[];
    return rows.map(({ title }) => title.replace('Course ', '')).join('');
  };

  const readShown = async (): Promise<string> => {
    const titles = await page.locator('[data-order-entry]').allInnerTexts();
    return titles.map((text) => /Course (\w)/.exec(text)?.[1] ?? '?').join('');
  };

  const waitForOrder = (expected: string): Promise<unknown> =>
    until(
      async () => [await readStored(), await readShown(), await isIdle()],
      ([inDatabase, inPanel, idle]) =>
        inDatabase === expected && inPanel === expected && idle === true,
    );

  const isIdle = async (): Promise<boolean> =>
    (await page.locator('ol[aria-busy="false"]').count()) === 1;

  const findViolations = (): Promise<unknown> => accessViolations(page, `'main'`);

  describe.each(languagesOfRun)('in "%s"', (language) => {
    const words = panels[language];

    const handleOf = (name: string): Locator =>
      rowOf(name).getByRole('button', { name: new RegExp(`^${words.handle} Course`) });

    let drags = 0;

    const drag = async (name: string, onto: string): Promise<void> => {
      drags += 1;
      const from = await handleOf(name).boundingBox();
      const to = await handleOf(onto).boundingBox();
      if (from === null || to === null) throw new Error('The rows are not in sight.');
      const x = from.x + from.width / 2;
      await page.mouse.move(x, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(x, from.y + from.height / 2 + 8, { steps: 2 });
      await page.mouse.move(x, to.y + to.height / 2, { steps: 8 });
      await page.mouse.up();
    };

    beforeAll(async () => {
      for (const [index, name] of NAMES.entries()) {
        await app.strapi.db
          .query(PRODUCT)
          .updateMany({ where: { documentId: ids.get(name) }, data: { order: index } });
      }
      await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
      await page.goto(
        `${app.url}/admin/content-manager/collection-types/${PRODUCT}?plugins[i18n][locale]=es`,
      );
      await page.getByRole('main').getByRole('link', { name: words.open, exact: true }).click();
      await rowOf('A').waitFor();
    });

    it('reverses five courses in five drags', async () => {
      await page.getByRole('heading', { name: words.title, exact: true }).waitFor();
      drags = 0;
      await drag('E', 'A');
      await waitForOrder('EABCD');
      await drag('D', 'A');
      await waitForOrder('EDABC');
      await drag('C', 'A');
      await waitForOrder('EDCAB');
      await drag('B', 'A');
      await waitForOrder('EDCBA');
      await drag('E', 'D');
      await waitForOrder('DECBA');
      expect(drags).toBe(5);
    });

    it('moves by keyboard, and cancels with Escape', async () => {
      const live = page.locator('[id^="DndLiveRegion"]');
      const waitForAnnouncement = (pattern: RegExp): Promise<unknown> =>
        until(
          async () => (await live.textContent()) ?? '',
          (text) => pattern.test(text),
        );
      const lift = async (name: string): Promise<void> => {
        await handleOf(name).focus();
        await page.keyboard.press('Space');
        await waitForAnnouncement(words.lifted);
        // Positions are available after all rows are known.
        await page.locator('[data-order-over="true"]').waitFor();
      };
      await lift('D');
      await page.keyboard.press('ArrowDown');
      await waitForAnnouncement(/2 (?:of|de) 5/);
      await page.keyboard.press('Escape');
      await waitForAnnouncement(words.cancelled);
      await waitForOrder('DECBA');
      await lift('D');
      await page.keyboard.press('ArrowDown');
      await waitForAnnouncement(/2 (?:of|de) 5/);
      await page.keyboard.press('ArrowDown');
      await waitForAnnouncement(/3 (?:of|de) 5/);
      await takePicture(`order-lifted-${language}`);
      await page.keyboard.press('Space');
      await waitForOrder('ECDBA');
    });

    it('moves by the menu', async () => {
      const choose = async (name: string, item: string): Promise<void> => {
        await rowOf(name).getByRole('button', { name: words.menu }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      };
      await choose('A', words.top);
      await waitForOrder('AECDB');
      await choose('E', words.end);
      await waitForOrder('ACDBE');
      await choose('B', words.to);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('2');
      await dialog.getByRole('button', { name: words.move, exact: true }).click();
      await waitForOrder('ABCDE');
    });

    it('is accessible, and leads back to the list', async () => {
      // Colours of buttons change slowly.
      await until(findViolations, (all) => Array.isArray(all) && all.length === 0);
      await page.getByRole('link', { name: words.back, exact: true }).click();
      await page.getByRole('main').getByRole('link', { name: words.open, exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get('plugins[i18n][locale]')).toBe('es');
    });
  });
});
