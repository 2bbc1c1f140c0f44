import path from 'node:path';
import type { Page } from 'playwright-core';
import { ensureDemoUsers, type SignIn } from '../../scripts/demo/users';
import { type App, startApp } from './app';
import { openBrowser, openPanel } from './browser';

const USUAL = { width: 1400, height: 1000 };

/** The panel with the sample catalogue, in a browser in which one of the demo's people has signed in. */
export type DemoPanel = {
  app: App;
  page: Page;
  /** Opens an address below `/admin` in one of the panel's languages. */
  open: (language: 'en' | 'es', address?: string) => Promise<void>;
  /** A picture of the page for each width, where `SCREENSHOTS` names a folder. */
  picture: (name: string, widths?: readonly number[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** @param as the role of the demo's people */
export const startDemoPanel = async (as: SignIn['role']): Promise<DemoPanel> => {
  const app = await startApp({ seed: true });
  const person = (await ensureDemoUsers(app)).find(({ role }) => role === as);
  if (person === undefined) throw new Error(`Nobody of the demo is ${as}.`);
  const browser = await openBrowser();
  const page = await openPanel(browser, app.url, person);
  return {
    app,
    page,

    async open(language, address = ''): Promise<void> {
      // A page that is the same in every language, to be left before it is drawn anew.
      await page.goto(`${app.url}/admin/me`);
      await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
      await page.goto(`${app.url}/admin${address}`);
    },

    async picture(name, widths = [USUAL.width]): Promise<void> {
      const folder = process.env.SCREENSHOTS;
      if (folder === undefined) return;
      for (const width of widths) {
        await page.setViewportSize({ ...USUAL, width });
        await page.screenshot({ path: path.join(folder, `${name}-${width}.png`), fullPage: true });
      }
      await page.setViewportSize(USUAL);
    },

    async stop(): Promise<void> {
      await browser.close();
      await app.stop();
    },
  };
};
