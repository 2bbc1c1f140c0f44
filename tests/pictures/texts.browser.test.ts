import { ensureDemoUsers } from '../../scripts/demo/users';
import { signIn as signInToApi, type Admin } from '../support/admin';
import { startApp, type App } from '../support/app';
import {
  countClicks,
  describeInBrowser,
  openBrowser,
  openPanel,
  type Browser,
} from '../support/browser';
import { pictureFile } from '../support/content';
import { checkWords } from '../support/languages';

const WIDTHS = [1440, 1024];

const words = {
  en: {
    label: (language: string) => `Alternative text in ${language}`,
    save: 'Save texts',
    saved: 'The texts are saved.',
  },
  es: {
    label: (language: string) => `Texto alternativo en ${language}`,
    save: 'Guardar textos',
    saved: 'Los textos se han guardado.',
  },
} as const;

describeInBrowser('The details of a file in the media library', () => {
  checkWords(words);

  let app: App;
  let admin: Admin;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp({ seed: true });
    admin = await signInToApi(app);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it('stores the alternative text in another language, in three clicks', async () => {
    const person = (await ensureDemoUsers(app)).find(({ role }) => role === 'marketing');
    if (person === undefined) throw new Error('Nobody of the demo is in marketing.');
    const { id } = await admin.upload(pictureFile);
    await app.strapi.db
      .query('plugin::upload.file')
      .update({ where: { id }, data: { name: 'To be described.webp' } });

    const page = await openPanel(browser, app.url, person);
    const counter = await countClicks(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const takePicture = async (language: string): Promise<void> => {
      const folder = process.env.PICTURES;
      if (folder === undefined) return;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${folder}/texts-${language}-${width}.png` });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    const open = async (label: string) => {
      await page.goto(`${app.url}/admin/plugins/upload?sort=createdAt:DESC&page=1&pageSize=50`);
      await page.getByText('To be described').first().click();
      const field = page.getByLabel(label);
      await field.waitFor();
      return field;
    };

    const english = await open(words.en.label('English'));
    await english.click();
    await english.fill('A teacher at her desk');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: words.en.save }).click();
    expect((await saved).status()).toBe(200);
    await page.getByText(words.en.saved).waitFor();
    expect(await counter.clicks()).toBe(3);
    await takePicture('en');

    await page.evaluate(`localStorage.setItem('strapi-admin-language', 'es')`);
    const spanish = await open(words.es.label('inglés'));
    expect(await spanish.inputValue()).toBe('A teacher at her desk');
    await takePicture('es');
    await page.close();
  });
});
