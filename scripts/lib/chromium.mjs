import { existsSync } from 'node:fs';

const headlessShell = '/usr/bin/chromium-headless-shell';

const full = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @param {readonly string[]} places */
const findFirst = (places) =>
  [process.env.CHROMIUM_PATH ?? '', ...places].find((place) => place !== '' && existsSync(place));

/**
 * Returns the path of the browser for browser tests: CHROMIUM_PATH, or a usual location. The
 * headless shell comes first: it draws no window, and needs less of the processor.
 */
export const findChromium = () => findFirst([headlessShell, ...full]);

/** Returns the path of a full browser, with a viewer for PDF files. */
export const findFullChromium = () => findFirst(full);
