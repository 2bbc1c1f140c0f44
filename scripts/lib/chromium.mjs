import { existsSync } from 'node:fs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of the browser for browser tests: CHROMIUM_PATH, or a usual location. */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH ?? '', ...usual].find((place) => place !== '' && existsSync(place));
