import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ensureDemoUsers } from '../../scripts/demo/users';
import { type Admin, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import {
  allowFailures,
  type Browser,
  describeInBrowser,
  openBrowser,
  openPanel,
  waitForButtons,
} from '../support/browser';
import { accessViolations } from '../support/axe';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';
import { EXPLORER, HOME, VERTICAL } from '../usage/support';

const panels = {
  en: {
    entry: 'An entry',
    address: 'An address',
    search: /Search entries by title/,
    change: 'Choose another entry',
    published: 'Published',
    leads: /^Leads to /,
    save: 'Save',
    wrong: /The name of the web site/,
    example: 'For example /cursos/its-slug',
    pattern: /It needs /,
  },
  es: {
    entry: 'Una entrada',
    address: 'Una dirección',
    search: /Busca entradas por título/,
    change: 'Elegir otra entrada',
    published: 'Publicada',
    leads: /^Lleva a /,
    save: 'Guardar',
    wrong: /Falta el nombre del sitio web/,
    example: 'Por ejemplo /libros/su-slug',
    pattern: /Le falta /,
  },
} as const;

type Slide = { link: string; description: string };

/** The text of the slide that tests open. */
const SLIDE = 'Másteres con prácticas';

describeInBrowser('link fields in the panel', () => {
  checkWords(panels);

  let app: App;
  let admin: Admin;
  let browser: Browser;
  let page: Page;
  let home: string;
  let line: string;

  const findFirstId = async (uid: string): Promise<string> => {
    const { body } = await admin.get(`${EXPLORER}/${uid}?locale=es&pageSize=1`);
    return (body.results as { documentId: string }[])[0]?.documentId ?? '';
  };

  beforeAll(async () => {
    app = await startApp({ seed: true });
    const demoUsers = await ensureDemoUsers(app);
    admin = await signIn(app);
    const marketing = demoUsers.find(({ role }) => role === 'marketing');
    if (marketing === undefined) throw new Error('Nobody of the demo is of marketing.');
    home = await findFirstId(HOME);
    line = await findFirstId(VERTICAL);
    browser = await openBrowser();
    page = await openPanel(browser, app.url, marketing);
    page.on('dialog', (dialog) => void dialog.accept());
  });

  afterAll(async () => {
    await browser.close();
    await stopQuietly(app);
  });

  /** Saves screenshots for developers. */
  const picture = async (name: string, widths = [1024, 1440]): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const width of widths) {
      // Another width closes open lists.
      if (page.viewportSize()?.width !== width) {
        await page.setViewportSize({ width, height: 1000 });
      }
      await page.screenshot({ path: path.join(folder, `links-${name}-${width}.png`) });
    }
  };

  const readStoredLink = async (): Promise<string> => {
    const { body } = await admin.get(`${EXPLORER}/${HOME}/${home}?locale=es`);
    const { carouselMedia } = body.data as { carouselMedia: Slide[] };
    return carouselMedia.find(({ description }) => description.startsWith(SLIDE))?.link ?? '';
  };

  const setLanguage = (language: keyof typeof panels): Promise<unknown> =>
    page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);

  /** Opens the slide, and returns its link field. */
  const open = async (language: keyof typeof panels): Promise<Locator> => {
    await setLanguage(language);
    await page.goto(`${app.url}/admin${EXPLORER}/${HOME}/${home}?plugins[i18n][locale]=es`);
    await page.getByRole('button', { name: SLIDE }).click();
    const group = page.getByRole('radiogroup', { name: /(Link|Enlace)/ });
    await group.waitFor();
    return group;
  };

  /** Checks the field without the form around it. */
  const waitUntilAccessible = (
    part = `document.querySelector('[role="radiogroup"]').parentElement`,
  ): Promise<unknown> =>
    until(
      () => accessViolations(page, part),
      (violations) => Array.isArray(violations) && violations.length === 0,
    );

  const save = async (name: string): Promise<number> => {
    const answer = page.waitForResponse(
      (item) => item.url().includes(`${EXPLORER}/`) && item.request().method() === 'PUT',
    );
    await waitForButtons(page);
    await page.getByRole('button', { name, exact: true }).click();
    return (await answer).status();
  };

  it.each(languagesOfRun)(
    'link – chosen with the keyboard, changed to an address – is saved, and an invalid address is refused ("%s")',
    async (language) => {
      const words = panels[language];
      const group = await open(language);
      await group.scrollIntoViewIfNeeded();
      await group.getByRole('radio', { name: words.address, checked: true }).waitFor();
      await waitUntilAccessible();
      await picture(`before-${language}`);

      await group.getByRole('radio', { name: words.address }).focus();
      // Radio buttons check whether the key is still pressed.
      await page.keyboard.press('ArrowUp', { delay: 100 });
      const search = page.getByRole('combobox', { name: words.search });
      await search.waitFor();
      await search.focus();
      // A late response to an earlier text would reset the chosen option.
      const searchResponse = page.waitForResponse(
        (item) => new URL(item.url()).searchParams.get('q') === 'guardia de noche',
      );
      await page.keyboard.type('guardia de noche');
      await searchResponse;
      await page
        .getByRole('option', { name: /Guardia de noche/ })
        .first()
        .waitFor();
      await waitUntilAccessible();
      await waitUntilAccessible(`document.querySelector('[role="listbox"]')`);
      await picture(`search-${language}`, [1440]);
      await page.keyboard.press('ArrowDown');
      await until(
        () => search.getAttribute('aria-activedescendant'),
        (option) => option !== null,
      );
      await page.keyboard.press('Enter');
      const chosenEntry = page.locator('[data-link-entry]');
      await chosenEntry.getByText(words.leads).waitFor();
      expect(await chosenEntry.getByText(words.published, { exact: true }).count()).toBe(1);
      await waitUntilAccessible();
      await picture(`chosen-${language}`);
      expect(await save(words.save)).toBe(200);
      expect(await readStoredLink()).toMatch(/^entry:api::\w+\.\w+\/\w+$/);

      await group.getByRole('radio', { name: words.address }).click();
      const address = page.getByRole('textbox', { name: /^(Link|Enlace)/ });
      await address.fill('https://cursos');
      await page.getByText(words.wrong).waitFor();
      await picture(`wrong-${language}`);
      const before = await readStoredLink();
      allowFailures(/^400 PUT /);
      expect(await save(words.save)).toBe(400);
      expect(await readStoredLink()).toBe(before);
      await address.fill('/cursos');
      expect(await save(words.save)).toBe(200);
      expect(await readStoredLink()).toBe('/cursos');
    },
  );

  it.each(languagesOfRun)(
    'address pattern – shows an error or an example, and is saved ("%s")',
    async (language) => {
      const words = panels[language];
      page = await openPanel(browser, app.url, admin);
      page.on('dialog', (dialog) => void dialog.accept());
      await setLanguage(language);
      await page.goto(`${app.url}/admin${EXPLORER}/${VERTICAL}/${line}`);
      const pattern = page.getByRole('textbox', { name: /products|productos/ });
      await pattern.fill('/cursos');
      await page.getByText(words.pattern).waitFor();
      // The hint stays next to the error.
      await page.locator('[data-hint="productAddress"]').waitFor();
      const filled = words.example.replace(/^.*(\/\w+\/).*$/, '$1{slug}');
      await pattern.fill(filled);
      await page.getByText(words.example).waitFor();
      await pattern.scrollIntoViewIfNeeded();
      await picture(`pattern-${language}`);
      expect(await save(words.save)).toBe(200);
      const { body } = await admin.get(`${EXPLORER}/${VERTICAL}/${line}`);
      expect(body.data).toMatchObject({ productAddress: filled });
    },
  );
});
