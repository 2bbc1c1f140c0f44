import type { Browser as Chromium, BrowserContext, Locator, Page } from 'playwright-core';
import { count, hostModule, onFileEnd } from './host';
import { LIMIT_MS, until } from './until';

/** The paths that `npm test` found; empty without one. */
const { CHROMIUM_PATH: executablePath = '', FULL_CHROMIUM_PATH: fullPath = '' } = process.env;

/** A new browser. */
export type Browser = { context: BrowserContext; close: () => Promise<void> };

/**
 * Strapi draws panels and actions when the browser is idle. Without a screen, the browser may be idle only after a
 * redraw, which takes long on a loaded machine.
 */
const IDLE = `(() => {
  const ask = window.requestIdleCallback.bind(window);
  window.requestIdleCallback = (work, options) => ask(work, { timeout: 200, ...options });
})()`;

/** Failures in the file's browsers since its last test: responses of 400 or more, script errors and console errors. */
const failures: string[] = [];

const allowedFailures: RegExp[] = [
  // `leavePanel` opens it, whether or not the service is ready.
  /^503 GET .*\/_ready$/,
  // A page may read an entry again just after its deletion.
  /^404 GET .*\/content-manager\/(collection|single)-types\/[^/]+\/[a-z0-9]{24}(\?|$)/,
  // Pictures of `addPicture` have no file.
  /^404 GET .*\/uploads\/picture\.png/,
];

/**
 * Allows failures that match a pattern, such as `/^400 PUT /`, `/^console: /` or `/^script: /`: until the end of the
 * calling test, or in all tests if `beforeAll` calls it.
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
    // Responses of 400 or more are recorded with their method already.
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

/**
 * Opens a browser with its own cookies and storage. It is closed after the file's last test at the latest.
 *
 * @param isFull opens the full browser and not its headless shell, which downloads PDF files and shows another address
 *   for a page that cannot be reached
 */
export const openBrowser = async ({ isFull = false } = {}): Promise<Browser> => {
  const { takeBrowser } = hostModule<KeptBrowser>('./kept-browser.mjs');
  const program = isFull ? fullPath : executablePath;
  if (program === '') throw new Error('No full Chromium found: install the package "chromium".');
  const chromium = await takeBrowser(program, () => count('browser'));
  const context = await chromium.newContext({
    viewport: { width: 1400, height: 1000 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(LIMIT_MS);
  await context.addInitScript(IDLE);
  recordFailures(context);
  context.on('request', (request) => {
    if (request.resourceType() === 'document' && request.url().includes('/admin'))
      count('panelLoad');
  });
  const close = async (): Promise<void> => {
    forget();
    await context.close();
    // The full browser draws a window of its own, which takes half a processor even while it shows nothing.
    if (isFull) await chromium.close();
  };
  const forget = onFileEnd(close);
  return { context, close };
};

type Person = { email: string; password: string };

/**
 * Leaves the panel for another address of the same origin. There, the panel's data in the browser can be changed
 * without loading the panel first.
 */
export const leavePanel = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/_ready`);
};

/**
 * Goes to an address in the panel that the window shows, as a link of the panel does: without loading it again. The
 * panel goes back by the number of entries that it has not seen, if it asks about unsaved changes.
 */
export const navigate = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(
    `history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', ${JSON.stringify(address)});
     dispatchEvent(new PopStateEvent('popstate', { state: history.state }));`,
  );
};

/** The language in which each window has loaded the panel. */
const shownLanguages = new WeakMap<Page, 'en' | 'es'>();

/**
 * Loads an address below `/admin` in one of the panel's languages.
 *
 * @param prepare runs after the window has left the page that it showed
 */
export const loadPanel = async (
  page: Page,
  url: string,
  language: 'en' | 'es',
  address: string,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  await leavePanel(page, url);
  await prepare();
  await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
  await page.goto(`${url}/admin${address}`);
  shownLanguages.set(page, language);
};

/** The longest wait for a link of the panel. A panel that is late or asks about unsaved changes is loaded instead. */
const LINK_MS = 10_000;

/**
 * Leaves what the panel shows for its page of unknown addresses, so that no element of it is taken for one of the next
 * page. Returns false if the panel has unsaved changes or an open dialog, or stays.
 */
const leaveShownPage = async (page: Page): Promise<boolean> => {
  const unsaved = page.getByRole('button', { name: /^(Save|Guardar)$/, disabled: false });
  const dialogs = page.locator('[role="dialog"], [role="alertdialog"]');
  if ((await unsaved.count()) + (await dialogs.count()) > 0) return false;
  await navigate(page, '/admin/unknown');
  return page
    .locator('main h1', { hasText: /^(Page not found|Página no encontrada)$/ })
    .waitFor({ timeout: LINK_MS })
    .then(
      () => true,
      () => false,
    );
};

/**
 * Opens an address like `loadPanel`. A window that shows the panel in this language follows a link, because a load
 * takes seconds of the processor. The panel keeps the lists that it has shown: load it for a list that has changed.
 */
export const openInPanel = async (...opening: Parameters<typeof loadPanel>): Promise<void> => {
  const [page, url, language, address, prepare] = opening;
  const isShown = shownLanguages.get(page) === language && page.url().startsWith(`${url}/admin/`);
  if (!isShown || !(await leaveShownPage(page))) return loadPanel(...opening);
  await prepare?.();
  await navigate(page, `/admin${address}`);
};

/** Signs in a user as the service's form does, cookies included; returns the token that panel and service then use. */
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
 * Signs in a user to the admin panel in a window; the previous user is signed out. The window does not show the panel
 * yet: the sign-in form and the home page would take seconds that only sign-in tests need.
 */
export const signInAt = async (page: Page, url: string, person: Person): Promise<void> => {
  await leavePanel(page, url);
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  const value = await logIn(page, person);
  // The panel's storage for a user who does not choose to be remembered.
  const { hostname } = new URL(url);
  await page.context().addCookies([{ name: 'jwtToken', value, domain: hostname, path: '/admin' }]);
  await page.evaluate("localStorage.setItem('isLoggedIn', 'true')");
};

/**
 * A window with a user signed in to the admin panel, the only one of its browser that shows it. Another window that
 * polls without a user would learn that its session is over, and sign out every window.
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

const CLICKS = 'test-clicks';

/** Counts in every page of the tab, including frames of the same origin. */
const COUNTING = `window.addEventListener('pointerdown', () => {
  sessionStorage.setItem('${CLICKS}', Number(sessionStorage.getItem('${CLICKS}') ?? 0) + 1);
}, true)`;

/** The clicks in a window. */
export type ClickCounter = {
  /** Returns the number of clicks since the count began or was reset, across navigations. */
  clicks: () => Promise<number>;
  forgetClicks: () => Promise<void>;
};

/** Counts the clicks in a window, from its next page on. */
export const countClicks = async (page: Page): Promise<ClickCounter> => {
  await page.addInitScript(COUNTING);
  return {
    clicks: () => page.evaluate(`Number(sessionStorage.getItem('${CLICKS}') ?? 0)`),
    forgetClicks: () => page.evaluate(`sessionStorage.removeItem('${CLICKS}')`),
  };
};

type Sender = { delete: (path: string) => Promise<unknown> };

/** Discards all unsaved changes of new entries, at the service and in the browser. */
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

/** The milliseconds for which Strapi collects changes of a form before it updates its buttons. */
const COLLECTED_MS = 60;

/**
 * Waits until Save and Publish use the last typed values. Strapi updates the buttons when the browser is idle: a button
 * that was enabled before sends the former values until then.
 */
export const waitForButtons = (page: Page): Promise<unknown> =>
  page.evaluate(
    `new Promise((resolve) => {
      const waitForRedraw = () => requestIdleCallback(() => requestIdleCallback(() => resolve()));
      setTimeout(waitForRedraw, ${COLLECTED_MS + 1});
    })`,
  );

/**
 * Selects rows of a list, and waits until an action for the selection is offered. The list may be redrawn after it was
 * loaded, and then loses the selection. Strapi shows the actions when the browser is idle; without a screen a
 * screenshot forces a redraw.
 */
export const selectRows = async (rows: readonly Locator[], action: Locator): Promise<void> => {
  const boxes = rows.map((row) => row.getByRole('checkbox'));
  for (const box of boxes) await box.waitFor();
  await until(
    async () => {
      for (const box of boxes) if (!(await box.isChecked())) await box.click();
      const page = action.page();
      await page.screenshot();
      await page.evaluate(
        'new Promise((idle) => requestIdleCallback(() => idle(), { timeout: 500 }))',
      );
      const selected = await Promise.all(boxes.map((box) => box.isChecked()));
      return !selected.includes(false) && (await action.isVisible());
    },
    (isOffered) => isOffered,
  );
};

/** Selects a row of a list like `selectRows`. */
export const selectRow = (row: Locator, action: Locator): Promise<void> =>
  selectRows([row], action);

/**
 * `describe` for tests that need a browser; skipped with a message without one. The file's name must end in
 * `.browser.test.ts`, so that the admin panel is built. A test fails if a request of its pages returns 400 or more, or
 * a script fails, unless `allowFailures` permits it.
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
