import type { Page } from 'playwright-core';
import { type Admin, signInAs } from '../support/admin';
import {
  type Browser,
  type ClickCounter,
  countClicks,
  openBrowser,
  openPanel,
} from '../support/browser';
import { type Desk, startDesk } from './support';

/** A desk with the panel open for a catalogue editor. */
export type DeskInBrowser = ClickCounter & {
  desk: Desk;
  editor: Admin;
  browser: Browser;
  page: Page;
  stop: () => Promise<void>;
};

export const startDeskInBrowser = async (): Promise<DeskInBrowser> => {
  const desk = await startDesk();
  const editor = await signInAs(desk.app, 'catalogue-editor', 'Marta');
  const browser = await openBrowser();
  const page = await openPanel(browser, desk.app.url, editor);
  // Leaving with unsaved changes opens a dialog.
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    ...(await countClicks(page)),
    desk,
    editor,
    browser,
    page,
    stop: async () => {
      await browser.close();
      await desk.stop();
    },
  };
};
