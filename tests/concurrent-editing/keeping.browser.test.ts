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
  type Browser,
} from '../support/browser';
import { ensureLanguages } from '../support/content';
import { until } from '../support/until';
import { CATEGORY, deskOf } from './support';

const TYPED = '**/concurrent-editing/typed/**';

/** Whatever happens to the requests: late, refused or lost. */
describeInBrowser('What somebody types', () => {
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

  const answer = (method: string): Promise<Response> =>
    page.waitForResponse(
      (one) =>
        one.request().method() === method &&
        one.url().includes('/concurrent-editing/typed/') &&
        one.ok(),
    );

  /** Applies one handler to each request in turn; later requests pass. */
  const trouble = async (method: string, ...fates: ((route: Route) => Promise<void>)[]) => {
    await page.route(TYPED, async (route) => {
      const fate = route.request().method() === method ? fates.shift() : undefined;
      await (fate === undefined ? route.fallback() : fate(route));
    });
  };

  const busy = (route: Route): Promise<void> =>
    route.fulfill({ status: 503, json: { error: { status: 503, name: 'Away', message: 'Away' } } });

  const lost = (route: Route): Promise<void> => route.abort('connectionreset');

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

  const keptOf = async (documentId: string): Promise<unknown> => {
    const at = `/concurrent-editing/typed/${CATEGORY}/${documentId}?locale=es`;
    const { fields } = ((await marta.get(at)).body.data ?? {}) as {
      fields?: { name?: { mine: unknown } };
    };
    return fields?.name?.mine ?? null;
  };

  const isKept = (documentId: string, value: string): Promise<unknown> =>
    until(
      () => keptOf(documentId),
      (kept) => kept === value,
    );

  const offer = () => page.getByRole('alertdialog');

  it('is kept once the server takes it, without a further word', async () => {
    const { documentId } = await deskOf(marta).create();
    await trouble('PUT', busy, lost);
    await open(documentId);
    const kept = answer('PUT');
    await page.fill(name, 'Typed once');
    await kept;
    expect(await keptOf(documentId)).toBe('Typed once');
  });

  it('is kept in this browser while nobody knows what the server has', async () => {
    const { hold, arrived, letGo } = gate();
    await trouble('GET', hold);
    await open('create');
    await arrived;
    await page.fill(name, 'Typed early');
    await until(
      () => page.evaluate<string>('JSON.stringify(localStorage)'),
      (here) => here.includes('Typed early'),
    );
    await leavePanel(page, app.url);
    letGo();
    await open('create');
    await offer().getByRole('button', { name: 'Restore changes' }).click();
    await isKept('create', 'Typed early');
    expect(await page.inputValue(name)).toBe('Typed early');
  });

  it('does not take the place of what the server has, where it cannot say so at first', async () => {
    const { documentId } = await deskOf(marta).create();
    const fields = { name: { mine: 'From another browser', base: null } };
    await marta.put(`/concurrent-editing/typed/${CATEGORY}/${documentId}?locale=es`, {
      fields,
      at: Date.now(),
    });
    await trouble('GET', busy, lost);
    await open(documentId);
    await offer().getByText('Unsaved changes').waitFor();
    expect(await keptOf(documentId)).toBe('From another browser');
  });

  it('is kept where something earlier is thrown away', async () => {
    const fields = { name: { mine: 'Earlier', base: null } };
    await marta.put(`/concurrent-editing/typed/${CATEGORY}/create?locale=es`, { fields, at: 1 });
    const { hold, arrived, letGo } = gate();
    await trouble('GET', hold);
    await open('create');
    await arrived;
    await page.fill(name, 'Typed early');
    letGo();
    await offer().getByRole('button', { name: 'Discard changes' }).click();
    await isKept('create', 'Typed early');
  });

  it('is kept at the server when the form is left at once', async () => {
    const { documentId } = await deskOf(marta).create();
    const looked = answer('GET');
    await open(documentId);
    await looked;
    await page.fill(name, 'Typed and gone');
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await isKept(documentId, 'Typed and gone');
  });

  const make = async (): Promise<void> => {
    const unique = Date.now().toString(36);
    await page.fill(name, `Made ${unique}`);
    await page.fill('input[name="slug"]', `made-${unique}`);
  };

  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.waitForURL((at) => !at.pathname.endsWith('/create'));
  };

  it('is not offered once the entry is made, however late the server hears of it', async () => {
    const typed = gate();
    await trouble('PUT', typed.hold);
    await open('create');
    await make();
    await typed.arrived;
    await save();
    await page.locator(name).waitFor();
    const forgotten = answer('DELETE');
    typed.letGo();
    await forgotten;
    expect(await keptOf('create')).toBeNull();
    const kept = answer('PUT');
    await open('create');
    await page.fill(name, 'Another one');
    await kept;
    expect(await keptOf('create')).toBe('Another one');
  });

  it('is not offered once the entry is made, though the server has not heard of it', async () => {
    await open('create');
    const kept = answer('PUT');
    await make();
    await kept;
    const at = `/concurrent-editing/typed/${CATEGORY}/create?locale=es`;
    const { data } = (await marta.get(at)).body;
    await page.route(TYPED, (route) =>
      route.request().method() === 'DELETE' ? lost(route) : route.fallback(),
    );
    await save();
    await page.locator(name).waitFor();
    await leavePanel(page, app.url);
    await page.unrouteAll({ behavior: 'wait' });
    // Simulates a late request from a slow node.
    await marta.put(at, data as object);
    const forgotten = answer('DELETE');
    await open('create');
    await forgotten;
    expect(await offer().count()).toBe(0);
    expect(await keptOf('create')).toBeNull();
  });

  it('is offered where the form of a new entry gets its language only then', async () => {
    await page.evaluate("localStorage.removeItem('STRAPI_LOCALE')");
    const languages = gate();
    await page.route('**/i18n/locales*', languages.hold);
    await open('create', '');
    await languages.arrived;
    const kept = answer('PUT');
    await page.fill(name, 'Typed early');
    await kept;
    languages.letGo();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await offer().getByRole('button', { name: 'Restore changes' }).click();
    await isKept('create', 'Typed early');
    expect(await page.inputValue(name)).toBe('Typed early');
  });

  it('into a copy is none of the original’s, nor of another new entry’s, and is forgotten once that is made', async () => {
    const { documentId } = await deskOf(marta).create();
    const copy = `clone-${documentId}`;
    await open(`clone/${documentId}`);
    await page.fill(name, 'A copy');
    await isKept(copy, 'A copy');
    expect([await keptOf(documentId), await keptOf('create')]).toEqual([null, null]);
    await page.goto(`${app.url}/admin`);
    await page.getByRole('link', { name: 'Create entry' }).click();
    await offer().getByRole('button', { name: 'Restore changes' }).click();
    await until(
      () => page.inputValue(name),
      (value) => value === 'A copy',
    );
    await page.fill('input[name="slug"]', `copy-${Date.now().toString(36)}`);
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.waitForURL((at) => !at.pathname.includes('/clone/'));
    await until(
      () => keptOf(copy),
      (kept) => kept === null,
    );
  });

  it('is saved again after what was saved before it was discarded', async () => {
    const { documentId } = await deskOf(marta).create();
    const { status } = await deskOf(marta).publish(documentId);
    expect(status).toBe(200);
    await open(documentId);
    const published = await page.inputValue(name);
    const save = async (value: string): Promise<number> => {
      await page.fill(name, value);
      const saved = page.waitForResponse(
        (one) => one.request().method() === 'PUT' && one.url().includes('/content-manager/'),
      );
      await page.getByRole('button', { name: 'Save', exact: true }).first().click();
      return (await saved).status();
    };
    expect(await save('Saved first')).toBe(200);

    await page.getByRole('button', { name: 'More document actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: /^Confirm/ }).click();
    await until(
      () => page.inputValue(name),
      (value) => value === published,
    );
    expect(await save('Saved again')).toBe(200);
  });
});
