import type { WithStrapi } from '../strapi/with-strapi';
import { releaseSettings } from './settings';
import { StartRefused } from './start-refused';

/**
 * The version of Strapi with which this release was tested. `package.json` pins it, and `npm run
 * upgrade` raises both. The service uses Strapi's internals (`src/platform/strapi`), which another
 * version may have changed.
 */
export const TRIED_STRAPI = '5.54.0';

/** Returns the warning for an installed version; null for the tested one. */
export const buildVersionWarning = (installed: string): string | null =>
  installed === TRIED_STRAPI
    ? null
    : `Strapi ${installed} is installed, and this release was tried with ${TRIED_STRAPI}: see docs/how-to/upgrade-strapi.md`;

/**
 * Warns of an untested version of Strapi, or refuses to start with it, depending on the setting.
 *
 * @throws StartRefused
 */
export const checkStrapiVersion = ({ strapi }: WithStrapi): void => {
  const warning = buildVersionWarning(strapi.config.get('info.strapi', ''));
  if (warning === null) return;
  if (releaseSettings.of({ strapi }).refusesUntriedStrapi) throw new StartRefused(warning);
  strapi.log.warn(warning);
};
