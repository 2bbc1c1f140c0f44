import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { App } from '../support/app';
import { allowFailures, type Browser, describeInBrowser, openBrowser } from '../support/browser';
import {
  deliverTo,
  onDatabase,
  openShop,
  orderOf,
  purchase,
  type Session,
  type StandIn,
  subscription,
  untilState,
} from './support';

const admin = { email: 'admin@example.com', password: 'Admin-1234' };
const ORDERS = 'content-manager/collection-types/plugin::checkout.order';

describeInBrowser('checkout in a browser', () => {
  let standIn: StandIn;
  let app: App;
  let browser: Browser;

  /** Stores a screenshot, only when a developer wants to see it. */
  const takeScreenshot = async (tab: Page, name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await tab.screenshot({ path: path.join(folder, `${name}.png`) });
  };

  const createSession = async (kind = 'session', body = purchase()): Promise<Session> => {
    const { body: answer } = await app.request
      .post(`/api/create-checkout-${kind}`)
      .send(body)
      .expect(200);
    return answer as Session;
  };

  const openPaymentPage = async (session: Session): Promise<Page> => {
    const tab = await browser.context.newPage();
    await tab.route('https://shop.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
    );
    await tab.goto(session.url ?? '');
    return tab;
  };

  beforeAll(async () => {
    ({ standIn, app } = await openShop({ PAY_TIMEOUT_MS: '5000' }));
    await deliverTo(standIn, app.url);
    await app.request
      .post('/admin/register-admin')
      .send({ firstname: 'Ada', ...admin })
      .expect(200);
    browser = await openBrowser({ isFull: true });
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
    await standIn.stop();
  });

  it('takes a payment on the hosted page and shows the order as complete', async () => {
    const session = await createSession();
    const tab = await openPaymentPage(session);
    await tab.getByText('Curso de prueba').waitFor();
    expect(await tab.locator('.amount').textContent()).toContain('49.00');
    await takeScreenshot(tab, 'page');

    allowFailures(/^402 POST .*\/c\/pay\//);
    await tab.getByLabel('Card that is declined').check();
    await tab.getByRole('button', { name: /Pay/ }).click();
    await tab.getByRole('alert').waitFor();
    await takeScreenshot(tab, 'page-declined');
    await untilState(app.database, session.id, 'failed');

    await tab.getByLabel('Card that works').check();
    await tab.getByLabel('Name on the card').fill('Ana Ruiz');
    await tab.getByRole('button', { name: /Pay/ }).click();
    await tab.waitForURL(`https://shop.example.com/thanks?session=${session.id}`);
    await untilState(app.database, session.id, 'paid');
    expect(await orderOf(app.database, session.id)).toMatchObject({ session_status: 'complete' });

    await tab.goto(`${app.url}/admin/auth/login`);
    await tab.getByLabel('Email').fill(admin.email);
    await tab.getByLabel('Password', { exact: false }).first().fill(admin.password);
    await tab.getByRole('button', { name: 'Login' }).click();
    await tab.waitForURL((url) => !url.pathname.includes('/auth/'));
    await tab.goto(`${app.url}/admin/${ORDERS}`);
    await tab.getByText('Complete, paid').waitFor();
    await tab.getByText('€49.00').waitFor();
    expect(await tab.getByRole('link', { name: /create/i }).count()).toBe(0);
    for (const column of ['Refunded', 'Business line']) {
      await tab.locator('th').getByText(column, { exact: true }).waitFor();
    }
    await tab.locator('td').getByText('medicina', { exact: true }).waitFor();
    await takeScreenshot(tab, 'orders');

    await tab.getByText('Curso de prueba').first().click();
    const timeline = tab.locator('[data-order-timeline]');
    await timeline.waitFor();
    expect(await timeline.locator('li').allInnerTexts()).toEqual([
      expect.stringContaining('Checkout opened'),
      expect.stringContaining('Payment failed'),
      expect.stringContaining('Payment received'),
      expect.stringContaining('Checkout completed'),
    ]);
    // Fields and history show the time zone of the business lines, and not the browser's.
    await tab.getByText('Time zone: Europe/Madrid', { exact: true }).first().waitFor();
    const events = (await orderOf(app.database, session.id))?.timeline ?? [];
    const paidAt = events.find(({ kind }) => kind === 'paid')?.at ?? '';
    const [hour = '', minute = ''] = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Madrid',
      timeStyle: 'short',
    })
      .format(new Date(paidAt))
      .split(':');
    await tab.getByText(` at ${hour}:${minute} (UTC+`).first().waitFor();
    expect(await timeline.locator('li').nth(2).innerText()).toContain(
      `, ${Number(hour) % 12 || 12}:${minute}`,
    );
    expect(await tab.locator('[data-local-time]').count()).toBe(0);
    expect(await tab.getByRole('button', { name: /^Save$/ }).count()).toBe(0);
    expect(await tab.getByRole('button', { name: /delete|duplicate/i }).count()).toBe(0);
    await takeScreenshot(tab, 'order');

    await onDatabase(app.database, (client) =>
      client.query(
        `update checkout_orders set instalments = 3, instalments_paid = 1, subscription_status = 'incomplete_expired'
         where session_id = $1`,
        [session.id],
      ),
    );
    await tab.evaluate("localStorage.setItem('strapi-admin-language', 'es')");
    await tab.reload();
    await timeline.waitFor();
    // An ended subscription waits for no end, so nothing follows the count.
    await tab.getByText('1 de 3 pagados', { exact: true }).waitFor();
    expect(await timeline.locator('li').first().innerText()).toContain('Página de pago abierta');
    await takeScreenshot(tab, 'order-es');
    await tab.goto(`${app.url}/admin/${ORDERS}`);
    await tab.getByText('Completado, pagado').waitFor();
    await tab.getByText('49,00').waitFor();
    await takeScreenshot(tab, 'orders-es');
    await tab.close();
  });

  it('leads back to the shop, and shows that an expired checkout cannot be paid', async () => {
    const session = await createSession('subscription', subscription());
    const tab = await openPaymentPage(session);
    await takeScreenshot(tab, 'page-subscription');
    await tab.setViewportSize({ width: 390, height: 844 });
    await takeScreenshot(tab, 'page-phone');
    await tab.getByRole('link', { name: /Go back/ }).click();
    await tab.waitForURL('https://shop.example.com/basket');
    expect((await orderOf(app.database, session.id))?.state).toBe('open');

    allowFailures(/^410 GET .*\/c\/pay\//);
    await standIn.act(session.id, 'expire');
    await tab.goto(session.url ?? '');
    await tab.getByText('This checkout has expired').waitFor();
    await tab.close();
  });
});
