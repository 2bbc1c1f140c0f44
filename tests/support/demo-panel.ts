import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import { ensureDemoUsers, type SignIn } from '../../scripts/demo/users';
import { type App, startApp } from './app';
import { accessViolations } from './axe';
import {
  type ClickCounter,
  countClicks,
  loadPanel,
  navigate,
  openBrowser,
  openInPanel,
  openPanel,
  signInAt,
} from './browser';
import { until } from './until';

const USUAL = { width: 1400, height: 1000 };

/** The panel with the sample catalogue, in a browser with a signed-in demo user. */
export type DemoPanel = ClickCounter & {
  app: App;
  page: Page;
  /** Opens an address below `/admin` in one of the panel's languages, and resets the count of clicks. */
  open: (language: 'en' | 'es', address?: string) => Promise<void>;
  /** Opens an address like `open`, by a link if the panel is shown in this language (see `openInPanel`). */
  follow: (language: 'en' | 'es', address: string) => Promise<void>;
  /** Goes to another address below `/admin` without reloading the panel, and waits until its requests are answered. */
  visit: (address: string) => Promise<void>;
  /** Signs in another demo user. */
  become: (role: SignIn['role']) => Promise<void>;
  /** Waits until axe reports no errors in `main`, or another element; colours of buttons change slowly. */
  isAccessible: (part?: string) => Promise<void>;
  /** Takes a screenshot for each width, and one in the dark theme, if `SCREENSHOTS` names a folder. */
  picture: (name: string, widths?: readonly number[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** @param as the role of the demo user */
export const startDemoPanel = async (as: SignIn['role']): Promise<DemoPanel> => {
  const app = await startApp({ seed: true });
  const people = await ensureDemoUsers(app);
  const personWith = (roleName: SignIn['role']): SignIn => {
    const person = people.find(({ role }) => role === roleName);
    if (person === undefined) throw new Error(`Nobody of the demo is ${roleName}.`);
    return person;
  };
  const browser = await openBrowser();
  const page = await openPanel(browser, app.url, personWith(as));
  const { clicks, forgetClicks } = await countClicks(page);
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const readMain = (): Promise<string> =>
    page.evaluate(`document.querySelector('main')?.innerText ?? ''`);
  return {
    app,
    page,

    async open(language, address = ''): Promise<void> {
      await loadPanel(page, app.url, language, address);
      await forgetClicks();
    },

    async follow(language, address): Promise<void> {
      await openInPanel(page, app.url, language, address);
      await forgetClicks();
    },

    async visit(address): Promise<void> {
      const before = await readMain();
      await navigate(page, `/admin${address}`);
      await until(
        async () => {
          const text = await readMain();
          await page.evaluate('new Promise((idle) => requestIdleCallback(() => idle()))');
          return { text, pending: pending.size };
        },
        (now) => now.text !== '' && now.text !== before && now.pending === 0,
      );
    },

    become: (role) => signInAt(page, app.url, personWith(role)),

    forgetClicks,

    clicks,

    async isAccessible(part = `'main'`): Promise<void> {
      await until(
        () => accessViolations(page, part),
        (violations) => Array.isArray(violations) && violations.length === 0,
      );
    },

    async picture(name, widths = [USUAL.width]): Promise<void> {
      const folder = process.env.SCREENSHOTS;
      if (folder === undefined) return;
      for (const width of widths) {
        await page.setViewportSize({ ...USUAL, width });
        await page.screenshot({ path: path.join(folder, `${name}-${width}.png`), fullPage: true });
      }
      await page.setViewportSize(USUAL);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: path.join(folder, `${name}-dark.png`), fullPage: true });
      await page.emulateMedia({ colorScheme: null });
    },

    async stop(): Promise<void> {
      await browser.close();
      await app.stop();
    },
  };
};
