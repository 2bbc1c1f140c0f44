import type { Page } from 'playwright-core';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import {
  type Browser,
  describeInBrowser,
  forgetTyping,
  leavePanel,
  openBrowser,
  openPanel,
  waitForButtons,
} from '../support/browser';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';

const CATEGORY = '/admin/content-manager/collection-types/api::category.category';
const VERTICAL = '/admin/content-manager/collection-types/api::vertical.vertical';
const LIVE = '/admin/content-manager/collection-types/api::live.live';

const words = {
  es: {
    wrong: 'El formato no es válido. La indicación de abajo lo describe.',
    hint: /minúsculas, cifras y guiones/,
    empty: 'Este campo es obligatorio.',
    placeholder: 'cardiologia',
    publish: 'Publicar',
    save: 'Guardar',
    skipped: 'Ese día se adelanta el reloj y esta hora no existe (Europe/Madrid).',
  },
  en: {
    wrong: 'The format is not valid. The hint below describes it.',
    hint: /lower-case letters, digits and hyphens/,
    empty: 'This field is required.',
    placeholder: 'cardiology',
    publish: 'Publish',
    save: 'Save',
    skipped: 'This time does not exist, because clocks are put forward (Europe/Madrid).',
  },
} as const;

/** Texts of a date field: words of the browser, and names of zones. */
const moments = {
  es: {
    zone: /^Zona horaria: Europe\/Madrid$/,
    start: /^viernes, 27 de noviembre de 2026, 19:00 \(UTC\+1\)$/,
    local: /^Tu hora local: viernes, 27 de noviembre de 2026, 18:00 \(UTC\+0\), UTC$/,
  },
  en: {
    zone: /^Time zone: Europe\/Madrid$/,
    start: /^Friday,? 27 November 2026(?: at|,) 19:00 \(UTC\+1\)$/,
    local: /^Your local time: Friday,? 27 November 2026(?: at|,) 18:00 \(UTC\+0\), UTC$/,
  },
} as const;

type Language = keyof typeof words;

describeInBrowser('forms of the admin panel', () => {
  checkWords(words);

  let app: App;
  let admin: Admin;
  let browser: Browser;
  let page: Page;

  const open = async (language: Language, address: string, titleField = 'name'): Promise<void> => {
    // Unsaved changes of an earlier test would be offered again, over the form.
    await leavePanel(page, app.url);
    const types = [CATEGORY, VERTICAL, LIVE].map((form) => form.split('/').pop() ?? '');
    await forgetTyping(page, admin, types);
    await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
    await page.goto(`${app.url}${address}`);
    await page.locator(`input[name="${titleField}"]`).waitFor();
  };

  const slug = () => page.locator('input[name="slug"]');

  const waitForSlug = async (expected: string): Promise<void> => {
    await until(
      () => slug().inputValue(),
      (value) => value === expected,
    );
  };

  beforeAll(async () => {
    app = await startApp({ seed: true });
    admin = await signIn(app);
    browser = await openBrowser();
    page = await openPanel(browser, app.url, admin);
    await page.setViewportSize({ width: 1440, height: 1000 });
    page.on('dialog', (dialog) => void dialog.accept());
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it.each(languagesOfRun)(
    'shows errors in words, and the hint beside the field (%s)',
    async (language) => {
      const text = words[language];
      await open(language, `${CATEGORY}/create?plugins[i18n][locale]=es`);
      await page.getByText(text.hint).waitFor();
      expect(await slug().getAttribute('placeholder')).toBe(text.placeholder);
      await slug().fill('Not a slug!');
      await waitForButtons(page);
      await page.getByRole('button', { name: text.publish, exact: true }).click();
      await page.getByText(text.wrong).waitFor();
      await page.locator('[data-hint="slug"]').getByText(text.hint).waitFor();
      await page.getByText(text.empty).first().waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(/regex|expresi[oó]n regular/i);
    },
  );

  it('generates the slug from the title until a user changes it', async () => {
    await open('es', `${CATEGORY}/create?plugins[i18n][locale]=es`);
    const name = page.locator('input[name="name"]');
    await name.fill('Cardiología');
    await waitForSlug('cardiologia');
    await name.fill('Cardiología pediátrica, ¡hoy!');
    await waitForSlug('cardiologia-pediatrica-hoy');
    await slug().fill('corazon');
    await name.fill('Otra cosa');
    await name.press('Tab');
    expect(await slug().inputValue()).toBe('corazon');
    // An empty slug is generated again.
    await slug().fill('');
    await name.fill('Otra cosa más');
    await waitForSlug('otra-cosa-mas');
  });

  it('does not change a saved slug', async () => {
    const { body } = await admin.get(
      '/content-manager/collection-types/api::vertical.vertical?pageSize=1',
    );
    const [line] = body.results as { documentId: string; slug: string }[];
    await open('es', `${VERTICAL}/${line?.documentId}`);
    await waitForSlug(line?.slug ?? '');
    await page.locator('input[name="name"]').fill('Otro nombre');
    await page.locator('input[name="name"]').press('Tab');
    expect(await slug().inputValue()).toBe(line?.slug);
  });

  it.each(languagesOfRun)(
    'start of a live – is read in the time zone that the field names (%s)',
    async (language) => {
      const [text, moment] = [words[language], moments[language]];
      const api = LIVE.replace('/admin', '');
      const { body } = await admin.get(`${api}?pageSize=1`);
      const [{ documentId } = { documentId: '' }] = body.results as { documentId: string }[];
      await open(language, `${LIVE}/${documentId}`, 'title');
      const start = page.locator('input[name="typeOfLive.startDate"]');
      await page.getByText(moment.zone).waitFor();
      expect(await start.inputValue()).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
      await start.fill('29/03/2026 02:30');
      await page.getByText(text.skipped).waitFor();
      await start.fill('25/10/2026 02:30');
      const choices = page.locator('[data-choices]').getByRole('button');
      await choices.nth(1).waitFor();
      expect((await choices.allInnerTexts()).map((text) => /UTC\+\d/.exec(text)?.[0])).toEqual([
        'UTC+2',
        'UTC+1',
      ]);
      await choices.last().click();
      expect(await start.inputValue()).toBe('2026-10-25 02:30+01:00');
      await start.fill('27/11/2026 19:00');
      await page.getByText(moment.start).waitFor();
      await page.getByText(moment.local).waitFor();
      const folder = process.env.SCREENSHOTS;
      if (folder !== undefined) await page.screenshot({ path: `${folder}/start-${language}.png` });
      await start.press('Tab');
      expect(await start.inputValue()).toBe('2026-11-27 19:00');
      const saved = page.waitForResponse(
        (response) =>
          response.url().includes(`${api}/${documentId}`) && response.request().method() === 'PUT',
      );
      await waitForButtons(page);
      await page.getByRole('button', { name: text.save, exact: true }).click();
      expect((await saved).status()).toBe(200);
      const stored = await admin.get(`${api}/${documentId}`);
      expect(stored.body.data).toMatchObject({
        typeOfLive: { startDate: '2026-11-27T18:00:00.000Z' },
      });
    },
  );
});
