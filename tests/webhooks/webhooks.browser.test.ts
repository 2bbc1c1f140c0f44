import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Admin, signInFirst } from '../support/admin';
import { type App, startApp } from '../support/app';
import {
  type Browser,
  describeInBrowser,
  openBrowser,
  openPanel,
  waitForButtons,
} from '../support/browser';
import { checkWords } from '../support/languages';
import { type StandIn, startStandIn } from '../support/stand-in';
import { until } from '../support/until';
import { ENDPOINT, DELIVERY, quick, verified } from './support';

const words = {
  en: {
    save: 'Save',
    show: 'Show',
    test: 'Send test',
    reload: 'Reload',
    delivered: 'Delivered',
    again: 'Send again',
  },
  es: {
    save: 'Guardar',
    show: 'Mostrar',
    test: 'Enviar prueba',
    reload: 'Recargar',
    delivered: 'Entregado',
    again: 'Enviar de nuevo',
  },
} as const;

describeInBrowser('webhooks in the admin panel', () => {
  checkWords(words);

  const text = words.en;
  let app: App;
  let admin: Admin;
  let receiver: StandIn;
  let browser: Browser;
  let page: Page;

  /** Stores a screenshot, only when a developer wants to see it. */
  const takeScreenshot = async (name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  };

  const panelUrl = (uid: string, rest = ''): string =>
    `${app.url}/admin/content-manager/collection-types/${uid}${rest}`;

  const choose = async (field: string, options: readonly string[]): Promise<void> => {
    await page.getByRole('combobox', { name: field }).click();
    for (const option of options) await page.getByRole('option', { name: option }).click();
    await page.keyboard.press('Escape');
  };

  beforeAll(async () => {
    receiver = await startStandIn();
    app = await startApp({ runtimeEnv: quick });
    admin = await signInFirst(app);
    browser = await openBrowser();
    page = await openPanel(browser, app.url, admin);
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
    await receiver.stop();
  });

  it('is created, tested and shown with its deliveries', async () => {
    await page.goto(panelUrl(ENDPOINT, '/create'));
    await page.getByLabel('Name').fill('Site');
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await choose('Events', ['A published entry changes']);
    await choose('Content types', ['Product', 'Media']);
    await takeScreenshot('webhook-new');
    await waitForButtons(page);
    await page.getByRole('button', { name: text.save }).click();
    await page.getByRole('button', { name: text.test }).waitFor();

    await page.getByRole('button', { name: text.show }).click();
    const secretText = page.locator('[data-webhook-secret]');
    await secretText.waitFor();
    const secret = await secretText.innerText();
    await page.getByRole('button', { name: text.test }).click();
    const [request] = await until(
      () => receiver.received(),
      ({ length }) => length > 0,
    );
    if (request === undefined) throw new Error('nothing came');
    expect(verified({ documentId: '', secret }, request).type).toBe('webhook.test');
    await until(
      async () => {
        await page.getByRole('button', { name: text.reload }).click();
        return page.getByText(text.delivered).count();
      },
      (count) => count > 0,
    );
    await takeScreenshot('webhook');

    // The choices were saved.
    await page.reload();
    await page.getByText('A published entry changes').waitFor();
    await page.getByText('Media', { exact: true }).first().waitFor();
    expect(await secretText.count()).toBe(0);
  });

  it('delivery log – sends a delivery again', async () => {
    await page.goto(panelUrl(DELIVERY));
    await page.getByText(text.delivered).waitFor();
    await takeScreenshot('deliveries');
    await page.getByText('webhook.test').first().click();
    await receiver.empty();
    await page.getByRole('button', { name: text.again }).click();
    await until(
      () => receiver.received(),
      ({ length }) => length === 1,
    );
    // The pages of the next test read the state once.
    await until(
      async () => {
        const { body } = await admin.get(`/content-manager/collection-types/${DELIVERY}`);
        return body.results as { state: string }[];
      },
      (deliveries) => deliveries.every(({ state }) => state === 'delivered'),
    );
    expect(await page.getByRole('button', { name: /^Save$/ }).count()).toBe(0);
    await takeScreenshot('delivery');
  });

  it('is in Spanish, too', async () => {
    await page.evaluate("localStorage.setItem('strapi-admin-language', 'es')");
    await page.goto(panelUrl(ENDPOINT));
    await page.getByText('Site').first().click();
    await page.getByRole('button', { name: 'Enviar prueba' }).waitFor();
    await page.getByText('Cambia una entrada publicada').waitFor();
    await page.getByText('Entregado').waitFor();
    await takeScreenshot('webhook-es');
    await page.goto(panelUrl(DELIVERY));
    await page.getByText('Entregado').first().waitFor();
    await takeScreenshot('deliveries-es');
  });
});
