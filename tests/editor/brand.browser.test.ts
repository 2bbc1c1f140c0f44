import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import {
  type Browser,
  describeInBrowser,
  leavePanel,
  navigate,
  openBrowser,
  openPanel,
} from '../support/browser';
import { until } from '../support/until';

describeInBrowser('The name of the panel', () => {
  let app: App;
  let admin: Admin;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp();
    admin = await signIn(app);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  /** Waits until a picture of the page is drawn. */
  const waitForPicture = (page: Page, part: string): Promise<unknown> =>
    until(
      () =>
        page.evaluate<number>(
          `[...document.querySelectorAll('${part} img')].filter(({ naturalWidth }) => naturalWidth > 0).length`,
        ),
      (drawn) => drawn > 0,
    );

  const takePicture = async (page: Page, name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };

  it.each([
    ['en', 'Log in to your account'],
    ['es', 'Inicia sesión en tu cuenta'],
  ])('is shown at sign-in, in "%s"', async (language, subtitle) => {
    const page = await browser.context.newPage();
    await leavePanel(page, app.url);
    await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
    await page.goto(`${app.url}/admin/auth/login`);
    await page.getByRole('heading', { name: 'Education CMS' }).waitFor();
    await page.getByText(subtitle).waitFor();
    await waitForPicture(page, 'body');
    await takePicture(page, `brand-${language}`);
    await page.close();
  });

  it('GET /admin – returns a page that browsers do not translate', async () => {
    const { text } = await app.request.get('/admin/').expect(200);
    expect(text).toMatch(/<html[^>]* translate="no"/);
    expect(text).toContain('<meta name="google" content="notranslate"');
  });

  it('is shown in page titles, without announcements of Strapi', async () => {
    const page = await openPanel(browser, app.url, admin);
    await page.goto(`${app.url}/admin`);
    const titles = new Set<string>();
    for (const address of ['/admin', '/admin/plugins/site', '/admin/content-manager']) {
      await navigate(page, address);
      const title = await until(
        () => page.title(),
        (shown) => shown.endsWith('| Education CMS') && !titles.has(shown),
      );
      titles.add(title);
    }
    await page.getByRole('main').waitFor();
    await waitForPicture(page, 'nav');
    expect(await page.getByText('Introducing the new').count()).toBe(0);
    await takePicture(page, 'brand-home');
  });
});
