import type { Page } from 'playwright-core';
import { ensureDemoUsers, type SignIn } from '../../scripts/demo/users';
import { signIn as signInToApi } from '../support/admin';
import type { App } from '../support/app';
import { allowFailures, describeInBrowser, openBrowser, type Browser } from '../support/browser';
import { checkWords, languagesOfRun } from '../support/languages';
import { until } from '../support/until';
import { type Mailbox, newAccount, openAccounts } from './support/accounts';

const TEMPLATE = 'api::email-template.email-template';

describeInBrowser('In the admin panel, e-mails', () => {
  let app: App;
  let browser: Browser;
  let demoUsers: SignIn[];
  let mailbox: Mailbox;

  beforeAll(async () => {
    ({ app, mailbox } = await openAccounts({
      seed: true,
    }));
    demoUsers = await ensureDemoUsers(app);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const signIn = async (role: string): Promise<Page> => {
    const person = demoUsers.find((user) => user.role === role);
    await browser.context.clearCookies();
    const page = await browser.context.newPage();
    await page.goto(`${app.url}/admin/auth/login`);
    await page.fill('input[name="email"]', person?.email ?? '');
    await page.fill('input[name="password"]', person?.password ?? '');
    await page.click('button[type="submit"]');
    await page.waitForURL((url) => !url.pathname.includes('/auth/'));
    return page;
  };

  it('is created, previewed, tested and saved by Marketing', async () => {
    const page = await signIn('marketing');
    await page.goto(
      `${app.url}/admin/content-manager/collection-types/${TEMPLATE}/create?plugins[i18n][locale]=en`,
    );
    await page.getByText('Choose the kind of e-mail first.').waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Reset code' }).click();
    await page.getByRole('button', { name: 'Insert built-in text' }).click();
    await page.getByRole('button', { name: 'Preview e-mail' }).click();
    const letter = page.frameLocator('iframe');
    await letter.getByText('ABCDE-23456-FGHJK-78923').waitFor();
    await page.getByRole('button', { name: 'On a phone' }).click();
    await letter.getByText('ABCDE-23456-FGHJK-78923').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Send test to me' }).click();
    await page.getByText('Sent to marketing@example.com').waitFor();
    const [test] = await mailbox.to('marketing@example.com');
    expect(test?.subject).toBe('Your code to change the password');

    // A business line that is chosen but not saved defines appearance and sender.
    const { slug, name } = (await app.strapi.db
      .query('api::vertical.vertical')
      .findOne({ where: { slug: 'veterinaria' } })) as { slug: string; name: string };
    expect(slug).toBe('veterinaria');
    await page.getByRole('combobox', { name: 'Business line' }).click();
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Preview e-mail' }).click();
    await letter.getByText(name).first().waitFor();
    await page.keyboard.press('Escape');

    const hasField = (body: string | null, key: string, subject: string): boolean =>
      String(body).includes(`"${key}":${JSON.stringify(subject)}`);
    const save = async (subject: string): Promise<number> => {
      // Strapi's button saves the state of the form when the browser was last idle.
      const draftSaved = page.waitForResponse(
        (response) =>
          response.url().includes('/concurrent-editing/typed/') &&
          hasField(response.request().postData(), 'mine', subject),
      );
      await page.fill('input[name="subject"]', subject);
      await draftSaved;
      const answer = page.waitForResponse(
        (response) =>
          response.url().includes(`/content-manager/collection-types/${TEMPLATE}`) &&
          hasField(response.request().postData(), 'subject', subject),
      );
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      return (await answer).status();
    };
    allowFailures(/^400 POST .*email-template/);
    expect(await save('Hello {{ nobody }}')).toBe(400);
    await page.getByText('the variable {{ nobody }} does not exist').first().waitFor();
    expect(await save('Hello {{ name }}')).toBe(201);
    await page.close();
  });

  const words = {
    es: { title: 'Textos de los correos', builtIn: 'Texto de fábrica', write: 'Crear plantilla' },
    en: { title: 'Texts of e-mails', builtIn: 'Built-in text', write: 'Create template' },
  } as const;

  checkWords(words);

  it.each(languagesOfRun)('lists the texts, each with a link to its form (%s)', async (code) => {
    const { title, builtIn, write } = words[code];
    const page = await signIn('marketing');
    await page.evaluate(`localStorage.setItem('strapi-admin-language', '${code}')`);
    await page.goto(`${app.url}/admin/settings/mail-texts`);
    await page.getByRole('heading', { name: title }).waitFor();
    const cell = page.locator('[data-mail-kind="welcome"] [data-mail-text="medicina es"]');
    await cell.getByText(builtIn).waitFor();
    await cell.getByRole('link', { name: write }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`${TEMPLATE}/create`));
    await page.evaluate("localStorage.setItem('strapi-admin-language', 'en')");
    await page.close();
  });

  it('undelivered mails – are listed for administrators, who send them again', async () => {
    const body = newAccount();
    mailbox.refused.add(body.email);
    await app.request.post('/api/user-endpoints/register').send(body).expect(200);
    // The page reads the list once, so the e-mail must have been refused before.
    const admin = await signInToApi(app);
    await until(
      async () => (await admin.get('/account/mails')).body.data as { to: string | null }[],
      (mails) => mails.some(({ to }) => to === body.email),
    );
    const page = await signIn('administrator');
    await page.goto(`${app.url}/admin/settings/unsent-mails`);
    const row = page.getByRole('listitem').filter({ hasText: body.email });
    await row.waitFor();
    mailbox.refused.clear();
    await row.getByRole('button', { name: 'Send again' }).click();
    await mailbox.to(body.email);
    await page.close();
  });
});
