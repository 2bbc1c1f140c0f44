import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The browser of a process that runs tests. It is launched for the first suite that wants it, and kept for the next ones. It
 * ends with the process, whose pipe it listens to.
 *
 * @typedef {import('playwright-core').Browser} Browser
 */

const require = createRequire(import.meta.url);

/** The running browsers, by the path of their program. @type {Map<string, Browser>} */
const browsers = new Map();

/** @type {string[]} */
const profiles = [];

// `jest-environment.mjs` loads this before any service starts: Strapi removes the listeners that were added since.
process.on('exit', () => {
  for (const profile of profiles) rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
});

/** @returns {Set<{ unref?: () => void }>} */
const openHandles = () => {
  const { _getActiveHandles: list } =
    /** @type {{ _getActiveHandles: () => { unref?: () => void }[] }} */ (
      /** @type {unknown} */ (process)
    );
  return new Set(list());
};

/** @param {string} executablePath */
const launch = async (executablePath) => {
  /** @type {typeof import('playwright-core')} */
  const { chromium } = require('playwright-core');
  const profile = mkdtempSync(path.join(tmpdir(), 'cms-browser-'));
  profiles.push(profile);
  const before = openHandles();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live briefly. Without optimising compilers, and with room for young objects, a suite takes less processor time.
      '--js-flags=--no-opt --no-maglev --min-semi-space-size=64 --max-semi-space-size=64',
    ],
  });
  // A browser that waits for the next suite must not hold the process.
  for (const handle of openHandles()) if (!before.has(handle)) handle.unref?.();
  return context.browser();
};

/**
 * Gives the running browser, or launches one where there is none or where it has crashed.
 *
 * @param {string} executablePath
 * @param {() => void} onLaunch
 * @returns {Promise<Browser>}
 */
export const takeBrowser = async (executablePath, onLaunch) => {
  const running = browsers.get(executablePath);
  if (running?.isConnected() === true) return running;
  onLaunch();
  const browser = await launch(executablePath);
  if (browser === null) throw new Error('The browser has closed.');
  browsers.set(executablePath, browser);
  return browser;
};
