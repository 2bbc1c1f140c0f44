import type { Browser as Chromium, BrowserContext, Locator, Page } from 'playwright-core';
import { count, hostModule, onFileEnd } from './host';
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

/** Failures in the file's browsers since its last test: answers of 400 or more, and errors of scripts and of the console. */
const failures: string[] = [];

const allowedFailures: RegExp[] = [
  // Strapi's media library asks everybody for its settings, which only administrators may read.
  /^403 GET .*\/upload\/settings$/,
  // A form asks what was typed into it, which nobody is told who may not write the entry.
  /^403 GET .*\/concurrent-editing\/typed\//,
  // `leavePanel` goes there, however ready the service is.
  /^503 GET .*\/_ready$/,
  // A page may read an entry once more that was deleted a moment ago.
  /^404 GET .*\/content-manager\/(collection|single)-types\/[^/]+\/[a-z0-9]{24}(\?|$)/,
  // What `addPicture` adds has no file.
  /^404 GET .*\/uploads\/picture\.png/,
];

/**
 * Lets failures pass that match a pattern, such as `/^400 PUT /`, `/^console: /` or `/^script: /`: until the end of the test
 * that calls it, or in all tests where `beforeAll` does.
 */
export const allowFailures = (...patterns: readonly RegExp[]): void => {
  allowedFailures.push(...patterns);
};

const recordFailures = (context: BrowserContext): void => {
  context.on('response', (response) => {
    if (response.status() < 400) return;
    failures.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('console', (message) => {
    // Answers of 400 or more are recorded with their method already.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    failures.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => {
    failures.push(`script: ${error.error().message}`);
  });
};

/** Expects no failure that was not allowed. */
const expectNoFailures = (): void => {
  const unexpected = failures
    .splice(0)
    .filter((failure) => !allowedFailures.some((pattern) => pattern.test(failure)));
  expect(unexpected).toEqual([]);
};

type KeptBrowser = {
  takeBrowser: (executablePath: string, onLaunch: () => void) => Promise<Chromium>;
};

/** Opens a browser with cookies and storage of its own. It is closed after the file's last test at the latest. */
export const openBrowser = async (): Promise<Browser> => {
  const { takeBrowser } = hostModule<KeptBrowser>('./kept-browser.mjs');
  const chromium = await takeBrowser(executablePath, () => count('browser'));
  const context = await chromium.newContext({
    viewport: { width: 1400, height: 1000 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript(IDLE);
  recordFailures(context);
  context.on('request', (request) => {
    if (request.resourceType() === 'document' && request.url().includes('/admin'))
      count('panelLoad');
  });
  const close = async (): Promise<void> => {
    forget();
    await context.close();
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
  const others = context.pages();
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
 * end in `.browser.test.ts`, by which the admin panel is known to be needed. A test fails where a request of its pages is
 * answered 400 or more, or a script of theirs fails, unless `allowFailures` lets it pass.
 */
export const describeInBrowser = (name: string, suite: () => void): void => {
  if (executablePath !== '') {
    describe(name, () => {
      let allowedBefore = 0;
      beforeEach(() => {
        allowedBefore = allowedFailures.length;
      });
      afterEach(() => {
        try {
          expectNoFailures();
        } finally {
          allowedFailures.length = allowedBefore;
        }
      });
      suite();
    });
    return;
  }
  process.stderr.write(
    `Skipped "${name}": no Chromium found. Install it, or say where it is with CHROMIUM_PATH.\n`,
  );
  describe.skip(name, suite);
};
