import path from 'node:path';
import type { Page } from 'playwright-core';
import { connectFilms, connectSite } from '../../scripts/demo/site';
import { getDocumentService } from '#platform/strapi/documents';
import { checkoutEnvironment, deliverTo, startStandIn, type StandIn } from '../checkout/support';
import { type PartnerProcess, startPartner } from '../partner-video/partner';
import { signIn } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { type Browser, describeInBrowser, openBrowser } from '../support/browser';
import { hideTab, previewLinkOf } from '../support/preview';
import { until } from '../support/until';
import { DELIVERY } from '../webhooks/support';
import {
  type ExampleSite,
  type RecordingProxy,
  siteAddress,
  startExampleSite,
  startRecordingProxy,
} from './site';

const PRODUCT = 'api::product.product';
const COURSE = 'ecg-en-urgencias';
const PATH = `/medicina/es/products/${COURSE}`;

describeInBrowser('The example site', () => {
  let standIn: StandIn;
  let partner: PartnerProcess;
  let app: App;
  let proxy: RecordingProxy;
  let site: string;
  let example: ExampleSite;
  let browser: Browser;
  let page: Page;
  let documentId: string;

  const setTitle = async (title: string, isPublished = false): Promise<void> => {
    const status = isPublished ? { status: 'published' as const } : {};
    await getDocumentService(app, PRODUCT).update({
      documentId,
      locale: 'es',
      data: { title },
      ...status,
    });
  };

  /** Waits until the webhooks of all changes are delivered to the site. */
  const waitForWebhooks = async (): Promise<void> => {
    await setTitle('ECG en urgencias', true);
    const { connection } = app.strapi.db;
    const openChanges = async (): Promise<unknown[]> => {
      const { rows } = await connection.raw<{ rows: unknown[] }>('SELECT FROM delivery.changes');
      if (rows.length > 0) return rows;
      return app.strapi.db.query(DELIVERY).findMany({ where: { state: { $ne: 'delivered' } } });
    };
    await until(openChanges, (rows) => rows.length === 0);
    const where = { subject: { $contains: COURSE } };
    expect(await app.strapi.db.query(DELIVERY).count({ where })).toBeGreaterThan(0);
  };

  const open = async (at: string): Promise<void> => {
    await page.goto(`${site}${at}`);
  };

  const clickLink = (name: string | RegExp): Promise<void> =>
    page.getByRole('link', { name }).first().click();

  const waitForHeading = (name: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  beforeAll(async () => {
    site = await siteAddress();
    [standIn, partner] = await Promise.all([
      startStandIn(path.resolve(__dirname, '../../database/sample/products')),
      startPartner(),
    ]);
    const { CHECKOUT_RETURN_HOSTS: _, ...checkout } = checkoutEnvironment(standIn);
    app = await startApp({
      seed: true,
      runtimeEnv: {
        PREVIEW_URL: `${site}/preview`,
        ...checkout,
        PAY_TIMEOUT_MS: '5000',
        CHECKOUT_PURCHASE_MAILS: 'false',
        SERIES_LOGIN_PROTECTS_LINKS: 'true',
      },
    });
    await deliverTo(standIn, app.url);
    await connectFilms(app, partner.url);
    const product = await getDocumentService(app, PRODUCT).findFirst({
      locale: 'es',
      filters: { slug: COURSE },
    });
    documentId = product?.documentId ?? '';
    proxy = await startRecordingProxy(app.url);
    example = await startExampleSite(site, {
      CMS_API: `${proxy.url}/api`,
      CMS_WEBHOOK_SECRET: await connectSite(app, site),
    });
    await waitForWebhooks();
    browser = await openBrowser();
    page = await browser.context.newPage();
  });

  afterAll(async () => {
    await browser.close();
    await example.stop();
    proxy.stop();
    await stopQuietly(app);
    await Promise.all([partner.stop(), standIn.stop()]);
  });

  it('sends one request for a list, two for a course, and none for cached pages', async () => {
    const requestsOf = async (at: string): Promise<string[]> => {
      proxy.takeRequests();
      const { status } = await fetch(`${site}${at}`);
      expect([at, status]).toEqual([at, 200]);
      return proxy.takeRequests().toSorted();
    };
    // The business lines of the header are shared by all pages.
    expect(await requestsOf('/medicina/es')).toEqual([
      'GET /api/business-lines',
      'GET /api/home-pages/full-populate',
    ]);
    expect(await requestsOf('/medicina/es/courses')).toEqual(['GET /api/products/courses']);
    expect(await requestsOf('/medicina/es/series')).toEqual(['GET /api/series/getSeries']);
    expect(await requestsOf(PATH)).toEqual([
      `GET /api/json-ld/${documentId}`,
      `GET /api/products/productBySlug/${COURSE}/es`,
    ]);
    for (const at of ['/medicina/es/courses', PATH]) expect(await requestsOf(at)).toEqual([]);
  });

  it('leads from the home page to a course, and sells it at its price', async () => {
    await open('/');
    await clickLink('Cursos');
    await waitForHeading('Cursos');
    await clickLink(/ECG en urgencias/);
    await waitForHeading('ECG en urgencias');
    expect(await page.locator('.price').innerText()).toMatch(/^180,00.€$/);
    await page.getByLabel('Correo electrónico').fill('visitor@example.com');
    await page.getByRole('button', { name: 'Comprar' }).click();
    await page.waitForURL((url) => url.origin === standIn.url);
    expect(await page.locator('.amount').textContent()).toContain('180.00');
    await page.getByLabel('Name on the card').fill('Ana Ruiz');
    await page.getByRole('button', { name: /Pay/ }).click();
    await page.waitForURL((url) => url.pathname === '/medicina/es/checkout');
    await waitForHeading('ECG en urgencias');
    // The return page shows the state of its request; the payment may be announced after it.
    await until(
      async () => {
        await page.reload();
        return page.locator('main').innerText();
      },
      (text) => text.includes('Tu pedido está pagado'),
    );
  });

  it('links to products of other business lines, and to the other language', async () => {
    await open('/medicina/es/channels/universidad-de-valdemora');
    await clickLink(/Trauma y vínculo/);
    await page.waitForURL(`${site}/psicologia/es/products/trauma-y-vinculo`);
    await waitForHeading('Trauma y vínculo');
    await page.getByRole('link', { name: 'EN', exact: true }).click();
    await page.getByRole('link', { name: 'Courses' }).waitFor();
  });

  it('finds courses by their text', async () => {
    await open('/medicina/es/search');
    await page.getByRole('searchbox').fill('ecografia');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await clickLink(/Atlas de ecografía/);
    await waitForHeading('Atlas de ecografía clínica');
  });

  it('plays the films of a series for a signed-in student', async () => {
    const account = { email: 'student@example.com', password: 'Secreto-1234' };
    await open('/medicina/es/series/a-corazon-abierto');
    expect(await page.locator('video').count()).toBe(0);
    await clickLink(/Entra en tu cuenta/);
    const register = page.locator('#register');
    await register.getByLabel('Nombre y apellidos').fill('Ana Ruiz');
    await register.getByLabel('Documento de identidad').fill('12345678Z');
    await register.getByLabel('Correo electrónico').fill(account.email);
    await register.getByLabel('Contraseña').fill(account.password);
    await register.getByRole('button').click();
    await page.getByRole('button', { name: 'Salir' }).click();
    const login = page.locator('#login');
    await login.getByLabel('Correo electrónico').fill(account.email);
    await login.getByLabel('Contraseña').fill(account.password);
    await login.getByRole('button').click();
    await page.getByRole('button', { name: 'Salir' }).waitFor();
    await open('/medicina/es/series/a-corazon-abierto');
    await clickLink(/Entra en tu cuenta/);
    const film = page.locator('video').first();
    await film.evaluate((video) => (video as unknown as { play: () => unknown }).play());
    await page.waitForFunction("document.querySelector('video').currentTime > 0.5");
    expect(await page.evaluate("document.querySelector('video').videoWidth")).toBeGreaterThan(0);
  });

  it('has a film at each address of the sample', async () => {
    const filmsOf = async (uid: string, name: string): Promise<string[]> => {
      const rows = (await app.strapi.db.query(uid).findMany({ select: [name] })) as Record<
        string,
        string | null
      >[];
      return rows.flatMap((row) => row[name] ?? []);
    };
    const films: string[] = [];
    for (const [uid, { attributes }] of app.strapi.db.metadata) {
      for (const name of Object.keys(attributes).filter((key) => /m3u8/i.test(key)))
        films.push(...(await filmsOf(uid, name)));
    }
    const addresses = [...new Set(films)];
    expect(addresses.length).toBeGreaterThan(40);
    for (const address of addresses) {
      expect(address.startsWith(`${partner.url}/films/`)).toBe(true);
      const playlist = await (await fetch(address)).text();
      expect([address, playlist]).toEqual([address, expect.stringMatching(/^#EXTM3U\n/)]);
      const [segment = ''] = /^[^#\s]\S*/m.exec(playlist) ?? [];
      const { status } = await fetch(new URL(segment, address), { method: 'HEAD' });
      expect([segment, status]).toEqual([segment, 200]);
    }
  });

  it('shows drafts in the preview only, and publications to all visitors', async () => {
    const waitForTitle = (title: string) =>
      until(
        async () => (await fetch(`${site}${PATH}`)).text(),
        (text) => text.includes(title),
      );
    const editor = await signIn(app);
    const link = await previewLinkOf(editor, PRODUCT, { documentId, locale: 'es' });
    await waitForTitle('ECG en urgencias');
    await setTitle('Borrador de un título');
    // The service redirects to the site.
    await page.goto(`${app.url}${link}`);
    await waitForHeading('Borrador de un título');
    // In a tab, the site receives an event for each save.
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.evaluate('scrollTo(0, 40)');
    await setTitle('Borrador guardado');
    await waitForHeading('Borrador guardado');
    expect(await page.evaluate('scrollY')).toBe(40);
    await page.evaluate(hideTab);
    await setTitle('Borrador cambiado');
    // Here the page is its own parent; the panel posts the same message to its frame.
    await page.evaluate(`postMessage({ type: 'strapiUpdate' }, location.origin)`);
    await waitForHeading('Borrador cambiado');
    const { headers } = await fetch(`${site}${PATH}`);
    expect(headers.get('content-security-policy')).toBe(`frame-ancestors 'self' ${proxy.url}`);
    expect(await (await fetch(`${site}${PATH}`)).text()).not.toContain('Borrador');
    await setTitle('Título publicado', true);
    await waitForTitle('Título publicado');
  });
});
