import { existsSync } from 'node:fs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where the browser for the browser tests is: CHROMIUM_PATH, or one of the usual places. */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH ?? '', ...usual].find((place) => place !== '' && existsSync(place));
