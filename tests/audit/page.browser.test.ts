import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Admin, signInFirst } from '../support/admin';
import { type App, startApp } from '../support/app';
import { type Browser, describeInBrowser, openBrowser, openPanel } from '../support/browser';
import { checkWords, languagesOfRun } from '../support/languages';

const words = {
  es: {
    settings: 'Registro de auditoría',
    failed: 'No pudo iniciar sesión',
    signedIn: 'Inició sesión',
    nobody: 'Sin sesión',
    person: 'Persona',
    action: 'Acción',
    from: 'Desde',
    to: 'Hasta',
    none: 'Ninguna acción cumple estos filtros.',
    all: 'Mostrar todo',
    export: 'Exportar como CSV',
  },
  en: {
    settings: 'Audit log',
    failed: 'Failed to sign in',
    signedIn: 'Signed in',
    nobody: 'Not signed in',
    person: 'Person',
    action: 'Action',
    from: 'From',
    to: 'To',
    none: 'No entries match these filters.',
    all: 'Show everything',
    export: 'Export as CSV',
  },
} as const;

/** A heading of the file. */
const heading = { es: 'quién', en: 'who' } as const;

type Language = keyof typeof words;

const STRANGER_EMAIL = 'stranger@example.com';

/** A day in the format of the date picker of a language. */
const dayIn = (language: Language, days: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short' })
    .formatToParts(new Date(Date.now() + days * 86_400_000))
    .map(({ type, value }) => (type === 'year' ? `20${value.slice(-2)}` : value))
    .join('');

describeInBrowser('the audit log in the admin panel', () => {
  let app: App;
  let admin: Admin;
  let browser: Browser;
  let page: Page;

  const picture = async (name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };

  const signIns = () => page.locator('[data-audit-action="auth.signed-in"]').first();

  const rows = () => page.locator('[data-audit-action]');

  const open = async (language: Language): Promise<void> => {
    await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
    await page.goto(`${app.url}/admin/settings`);
    await page.getByRole('link', { name: words[language].settings }).click();
    await rows().first().waitFor();
  };

  const choose = async (language: Language, action: string): Promise<void> => {
    await page.getByRole('combobox', { name: words[language].action }).click();
    await page.getByRole('option', { name: action, exact: true }).click();
  };

  const setDay = async (label: string, day: string): Promise<void> => {
    const field = page.getByRole('combobox', { name: label, exact: true });
    await field.fill(day);
    await field.press('Tab');
  };

  beforeAll(async () => {
    app = await startApp();
    admin = await signInFirst(app);
    browser = await openBrowser();
    page = await openPanel(browser, app.url, admin);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await app.request
      .post('/admin/login')
      .send({ email: STRANGER_EMAIL, password: 'Not-the-right-one-1' })
      .expect(400);
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  checkWords(words);

  it.each(languagesOfRun)(
    'lists actions with translated texts, under Settings (%s)',
    async (language) => {
      const text = words[language];
      await open(language);
      await picture(`audit-${language}`);
      const failed = rows().filter({ hasText: STRANGER_EMAIL });
      await failed.getByText(text.failed).waitFor();
      await failed.getByText(text.nobody).waitFor();
      await rows().filter({ hasText: admin.email }).getByText(text.signedIn).first().waitFor();
      expect(await page.locator('table').innerText()).not.toMatch(/auth\.|audit\./);
    },
  );

  // Days and the file's first line depend on the language.
  describe.each(['es', 'en'] as const)('in "%s"', (language) => {
    const text = words[language];

    beforeAll(() => open(language));

    it('is filtered by action, person and days', async () => {
      await choose(language, text.failed);
      await signIns().waitFor({ state: 'detached' });
      expect(await rows().count()).toBe(1);
      await page.getByRole('button', { name: text.all }).click();
      await signIns().waitFor();

      await page.getByRole('textbox', { name: text.person }).fill('STRANGER');
      await signIns().waitFor({ state: 'detached' });
      expect(await rows().count()).toBe(1);

      await setDay(text.from, dayIn(language, 2));
      await page.getByText(text.none).waitFor();
      await picture(`audit-days-${language}`);
      await setDay(text.from, dayIn(language, -1));
      await rows().first().waitFor();
      await setDay(text.to, dayIn(language, -1));
      await page.getByText(text.none).waitFor();
      await setDay(text.to, dayIn(language, 1));
      await rows().first().waitFor();
      expect(await rows().count()).toBe(1);
    });

    it('is exported with its filter, and records the export', async () => {
      await page.getByRole('button', { name: text.all }).click();
      await signIns().waitFor();
      await choose(language, text.failed);
      await signIns().waitFor({ state: 'detached' });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: text.export }).click(),
      ]);
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toContain(heading[language]);
      expect(lines[1]).toContain(STRANGER_EMAIL);
      const { body } = await admin.get('/audit/entries?action=export.audit');
      const { entries } = body.data as { entries: { details: object }[] };
      expect(entries[0]?.details).toEqual({ action: 'auth.sign-in-failed' });
    });
  });
});
