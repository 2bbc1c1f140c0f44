import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { count, onFileEnd } from './host';
import { until } from './until';

/** Where `npm test` has found it; empty where there is none. */
const { CHROMIUM_PATH: executablePath = '' } = process.env;

/** A browser with nothing in it. */
export type Browser = { context: BrowserContext; close: () => Promise<void> };

/**
 * Strapi draws panels and actions in moments in which the browser has nothing else to do. Without a screen there may be
 * none before something is drawn, which on a loaded machine takes a test's patience.
 */
const IDLE = `(() => {
  const ask = window.requestIdleCallback.bind(window);
  window.requestIdleCallback = (work, options) => ask(work, { timeout: 200, ...options });
})()`;

export const openBrowser = async (): Promise<Browser> => {
  const profile = mkdtempSync(path.join(tmpdir(), 'cms-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1400, height: 1000 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  await context.addInitScript(IDLE);
  count('browser');
  context.on('request', (request) => {
    if (request.resourceType() === 'document' && request.url().includes('/admin'))
      count('panelLoad');
  });
  const close = async (): Promise<void> => {
    forget();
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  const forget = onFileEnd(close);
  return { context, close };
};

type Person = { email: string; password: string };

/**
 * Leaves the panel for an address of the same origin that is none of it: what the browser keeps for the panel can be
 * changed there, without loading it only to leave it.
 */
export const leavePanel = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/_ready`);
};

/** Has the service sign somebody in as its form does, cookies included; the token that panel and service then use. */
const logIn = async (page: Page, { email, password }: Person): Promise<string> => {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  };
  const { data, error } = await page.evaluate<{ data: { token: string } | null; error?: unknown }>(
    `fetch('/admin/login', ${JSON.stringify(request)}).then((answer) => answer.json())`,
  );
  if (data === null) throw new Error(`Not signed in: ${JSON.stringify(error)}`);
  return data.token;
};

/**
 * Has somebody sign in to the admin panel in a window; whoever was before is signed out. The window shows nothing of the
 * panel yet: its form of sign-in, and the home page to which it leads, would take seconds that no test looks at, except
 * those of the sign-in itself.
 */
export const signInAt = async (page: Page, url: string, person: Person): Promise<void> => {
  await leavePanel(page, url);
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  const value = await logIn(page, person);
  // As the panel keeps it for somebody who does not want to be remembered.
  const { hostname } = new URL(url);
  await page.context().addCookies([{ name: 'jwtToken', value, domain: hostname, path: '/admin' }]);
  await page.evaluate("localStorage.setItem('isLoggedIn', 'true')");
};

/** The window with which a browser begins. It stays: with its last window a browser forgets who has signed in. */
const EMPTY = 'about:blank';

/**
 * A window in which somebody has signed in to the admin panel, the only one of its browser that shows it: another one,
 * which asks for news while nobody is signed in, would be told that its session is over, and sign everybody out of all
 * windows.
 */
export const openPanel = async (
  { context }: Browser,
  url: string,
  person: Person,
): Promise<Page> => {
  const others = context.pages().filter((other) => other.url() !== EMPTY);
  const page = await context.newPage();
  for (const other of others) await other.close();
  await signInAt(page, url, person);
  return page;
};

type Sender = { delete: (path: string) => Promise<unknown> };

/** Has forms of new entries offer nothing that was typed before: neither the service nor the browser keeps it. */
export const forgetTyping = async (
  page: Page,
  who: Sender,
  types: readonly string[],
): Promise<void> => {
  for (const type of types) {
    for (const locale of ['?locale=es', '']) {
      await who.delete(`/concurrent-editing/typed/${type}/create${locale}`);
    }
  }
  await page.evaluate(
    `Object.keys(localStorage).filter((key) => key.startsWith('cms-typed ')).forEach((key) => localStorage.removeItem(key))`,
  );
};

/**
 * Selects a row of a list, and waits until an action for what is selected is offered. The list may be drawn anew after it has
 * come, and forgets then what was selected. Strapi offers the actions when the browser says that it has nothing else to do;
 * without a screen it may say so only once it draws something, which a picture has it do.
 */
export const selectRow = async (row: Locator, action: Locator): Promise<void> => {
  const box = row.getByRole('checkbox');
  await box.waitFor();
  await until(
    async () => {
      if (!(await box.isChecked())) await box.click();
      const page = action.page();
      await page.screenshot();
      await page.evaluate(
        'new Promise((idle) => requestIdleCallback(() => idle(), { timeout: 500 }))',
      );
      return action.isVisible();
    },
    (isOffered) => isOffered,
  );
};

/**
 * `describe` for what needs a browser: skipped, and said so, where there is none. The file's name has to
 * end in `.browser.test.ts`, by which the admin panel is known to be needed.
 */
export const describeInBrowser = (name: string, suite: () => void): void => {
  if (executablePath !== '') {
    describe(name, suite);
    return;
  }
  process.stderr.write(
    `Skipped "${name}": no Chromium found. Install it, or say where it is with CHROMIUM_PATH.\n`,
  );
  describe.skip(name, suite);
};
