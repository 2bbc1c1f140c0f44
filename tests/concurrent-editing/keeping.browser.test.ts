import type { Page, Response, Route } from 'playwright-core';
import { type Admin, signInAs } from '../support/admin';
import { startApp, type App } from '../support/app';
import {
  allowFailures,
  describeInBrowser,
  forgetTyping,
  leavePanel,
  openBrowser,
  openPanel,
  waitForButtons,
  type Browser,
} from '../support/browser';
import { ensureLanguages } from '../support/content';
import { checkWords } from '../support/languages';
import { until } from '../support/until';
import { CATEGORY, deskOf } from './support';

const TYPED = '**/concurrent-editing/typed/**';

/** Words that the suite searches in the panel, which is in English. */
const words = {
  en: {
    restore: 'Restore changes',
    unsaved: 'Unsaved changes',
    discard: 'Discard changes',
    home: 'Home',
    save: 'Save',
    create: 'Create entry',
    more: 'More document actions',
  },
  es: {
    restore: 'Restaurar cambios',
    unsaved: 'Cambios sin guardar',
    discard: 'Descartar cambios',
    home: 'Inicio',
    save: 'Guardar',
    create: 'Crear entrada',
    more: 'Más acciones de documento',
  },
} as const;

const { en } = words;

/** Requests for unsaved changes may be late, refused or lost. */
describeInBrowser('Unsaved text', () => {
  checkWords(words);

  let app: App;
  let browser: Browser;
  let marta: Admin;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    await ensureLanguages(app);
    marta = await signInAs(app, 'catalogue-editor', 'Marta');
    allowFailures(/^503 .*\/concurrent-editing\/typed\//);
    browser = await openBrowser();
    page = await openPanel(browser, app.url, marta);
    page.on('dialog', (dialog) => void dialog.accept());
  });

  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  /** Releases held requests after a failed test. */
  const gates: (() => void)[] = [];

  beforeEach(async () => {
    for (const letGo of gates.splice(0)) letGo();
    await page.unrouteAll({ behavior: 'wait' });
    await leavePanel(page, app.url);
    await forgetTyping(page, marta, [CATEGORY]);
  });

  const name = 'input[name="name"]';

  const open = async (documentId: string, query = '?plugins[i18n][locale]=es'): Promise<void> => {
    await page.goto(
      `${app.url}/admin/content-manager/collection-types/${CATEGORY}/${documentId}${query}`,
    );
    await page.locator(name).waitFor();
  };

  const waitForAnswer = (method: string): Promise<Response> =>
    page.waitForResponse(
      (response) =>
        response.request().method() === method &&
        response.url().includes('/concurrent-editing/typed/') &&
        response.ok(),
    );

  /** Applies one handler to each request in turn; later requests pass. */
  const handleRequests = async (
    method: string,
    ...handlers: ((route: Route) => Promise<void>)[]
  ) => {
    await page.route(TYPED, async (route) => {
      const handler = route.request().method() === method ? handlers.shift() : undefined;
      await (handler === undefined ? route.fallback() : handler(route));
    });
  };

  const answer503 = (route: Route): Promise<void> =>
    route.fulfill({ status: 503, json: { error: { status: 503, name: 'Away', message: 'Away' } } });

  const abortRequest = (route: Route): Promise<void> => route.abort('connectionreset');

  /** Holds a request until it is released, and signals its arrival. */
  const gate = () => {
    let arrive = (): void => undefined;
    let letGo = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const open = new Promise<void>((resolve) => (letGo = resolve));
    gates.push(() => letGo());
    const hold = async (route: Route): Promise<void> => {
      arrive();
      await open;
      // The page may be closed.
      await route.continue().catch(() => undefined);
    };
    return { hold, arrived, letGo };
  };

  const readStored = async (documentId: string): Promise<unknown> => {
    const at = `/concurrent-editing/typed/${CATEGORY}/${documentId}?locale=es`;
    const { fields } = ((await marta.get(at)).body.data ?? {}) as {
      fields?: { name?: { mine: unknown } };
    };
    return fields?.name?.mine ?? null;
  };

  const waitUntilStored = (documentId: string, value: string): Promise<unknown> =>
    until(
      () => readStored(documentId),
      (text) => text === value,
    );

  const waitUntilShown = (value: string): Promise<unknown> =>
    until(
      () => page.inputValue(name),
      (text) => text === value,
    );

  const offer = () => page.getByRole('alertdialog');

  it('is stored after failed requests without more typing', async () => {
    const { documentId } = await deskOf(marta).create();
    await handleRequests('PUT', answer503, abortRequest);
    await open(documentId);
    const stored = waitForAnswer('PUT');
    await page.fill(name, 'Typed once');
    await stored;
    expect(await readStored(documentId)).toBe('Typed once');
  });

  it('is stored in the browser while the server has not answered', async () => {
    const { hold, arrived, letGo } = gate();
    await handleRequests('GET', hold);
    await open('create');
    await arrived;
    await page.fill(name, 'Typed early');
    await until(
      () => page.evaluate<string>('JSON.stringify(localStorage)'),
      (storage) => storage.includes('Typed early'),
    );
    await leavePanel(page, app.url);
    letGo();
    await open('create');
    await offer().getByRole('button', { name: en.restore }).click();
    await waitUntilStored('create', 'Typed early');
    await waitUntilShown('Typed early');
  });

  it('does not overwrite the text on the server after failed reads', async () => {
    const { documentId } = await deskOf(marta).create();
    const fields = { name: { mine: 'From another browser', base: null } };
    await marta.put(`/concurrent-editing/typed/${CATEGORY}/${documentId}?locale=es`, {
      fields,
      at: Date.now(),
    });
    await handleRequests('GET', answer503, abortRequest);
    await open(documentId);
    await offer().getByText(en.unsaved).waitFor();
    expect(await readStored(documentId)).toBe('From another browser');
  });

  it('is stored after earlier text was discarded', async () => {
    const fields = { name: { mine: 'Earlier', base: null } };
    await marta.put(`/concurrent-editing/typed/${CATEGORY}/create?locale=es`, { fields, at: 1 });
    const { hold, arrived, letGo } = gate();
    await handleRequests('GET', hold);
    await open('create');
    await arrived;
    await page.fill(name, 'Typed early');
    letGo();
    await offer().getByRole('button', { name: en.discard }).click();
    await waitUntilStored('create', 'Typed early');
  });

  it('is stored on the server when the form is left at once', async () => {
    const { documentId } = await deskOf(marta).create();
    const unsavedRead = waitForAnswer('GET');
    await open(documentId);
    await unsavedRead;
    await page.fill(name, 'Typed and gone');
    await page.getByRole('link', { name: en.home, exact: true }).first().click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await waitUntilStored(documentId, 'Typed and gone');
  });

  const fillNewEntry = async (): Promise<void> => {
    const unique = Date.now().toString(36);
    await page.fill(name, `Made ${unique}`);
    await page.fill('input[name="slug"]', `made-${unique}`);
  };

  const save = async (): Promise<void> => {
    await waitForButtons(page);
    await page.getByRole('button', { name: en.save, exact: true }).first().click();
    await page.waitForURL((at) => !at.pathname.endsWith('/create'));
  };

  it('is not offered for a created entry when its request arrives late', async () => {
    const typedRequest = gate();
    await handleRequests('PUT', typedRequest.hold);
    await open('create');
    await fillNewEntry();
    await typedRequest.arrived;
    await save();
    await page.locator(name).waitFor();
    const deleted = waitForAnswer('DELETE');
    typedRequest.letGo();
    await deleted;
    expect(await readStored('create')).toBeNull();
    const stored = waitForAnswer('PUT');
    await open('create');
    await page.fill(name, 'Another one');
    await stored;
    expect(await readStored('create')).toBe('Another one');
  });

  it('is not offered for a created entry when the deletion request was lost', async () => {
    await open('create');
    const stored = waitForAnswer('PUT');
    await fillNewEntry();
    await stored;
    const at = `/concurrent-editing/typed/${CATEGORY}/create?locale=es`;
    const { data } = (await marta.get(at)).body;
    await page.route(TYPED, (route) =>
      route.request().method() === 'DELETE' ? abortRequest(route) : route.fallback(),
    );
    await save();
    await page.locator(name).waitFor();
    await leavePanel(page, app.url);
    await page.unrouteAll({ behavior: 'wait' });
    // Simulates a late request from a slow node.
    await marta.put(at, data as object);
    const deleted = waitForAnswer('DELETE');
    await open('create');
    await deleted;
    expect(await offer().count()).toBe(0);
    expect(await readStored('create')).toBeNull();
  });

  it('is offered in a new entry whose locale was loaded late', async () => {
    await page.evaluate("localStorage.removeItem('STRAPI_LOCALE')");
    const locales = gate();
    await page.route('**/i18n/locales*', locales.hold);
    await open('create', '');
    await locales.arrived;
    const stored = waitForAnswer('PUT');
    await page.fill(name, 'Typed early');
    await stored;
    locales.letGo();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await offer().getByRole('button', { name: en.restore }).click();
    await waitUntilStored('create', 'Typed early');
    await waitUntilShown('Typed early');
  });

  it('is stored separately for a copy, and deleted when the copy is saved', async () => {
    const { documentId } = await deskOf(marta).create();
    const copy = `clone-${documentId}`;
    await open(`clone/${documentId}`);
    await page.fill(name, 'A copy');
    await waitUntilStored(copy, 'A copy');
    expect([await readStored(documentId), await readStored('create')]).toEqual([null, null]);
    await page.goto(`${app.url}/admin`);
    await page.getByRole('link', { name: en.create }).click();
    await offer().getByRole('button', { name: en.restore }).click();
    await waitUntilShown('A copy');
    await page.fill('input[name="slug"]', `copy-${Date.now().toString(36)}`);
    await waitForButtons(page);
    await page.getByRole('button', { name: en.save, exact: true }).first().click();
    await page.waitForURL((at) => !at.pathname.includes('/clone/'));
    await until(
      () => readStored(copy),
      (text) => text === null,
    );
  });

  it('is saved again after a saved draft was discarded', async () => {
    const { documentId } = await deskOf(marta).create();
    const { status } = await deskOf(marta).publish(documentId);
    expect(status).toBe(200);
    await open(documentId);
    const published = await page.inputValue(name);
    const save = async (value: string): Promise<number> => {
      await page.fill(name, value);
      await waitForButtons(page);
      const saved = page.waitForResponse(
        (response) =>
          response.request().method() === 'PUT' && response.url().includes('/content-manager/'),
      );
      await page.getByRole('button', { name: en.save, exact: true }).first().click();
      return (await saved).status();
    };
    expect(await save('Saved first')).toBe(200);

    await page.getByRole('button', { name: en.more }).click();
    await page.getByRole('menuitem', { name: en.discard }).click();
    await page.getByRole('button', { name: /^Confirm/ }).click();
    await waitUntilShown(published);
    expect(await save('Saved again')).toBe(200);
  });
});
