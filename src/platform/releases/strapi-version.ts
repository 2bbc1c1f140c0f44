import type { WithStrapi } from '../with-strapi';
import { releaseSettings } from './settings';
import { StartRefused } from './start-refused';

/**
 * The version of Strapi that this release was tried with; `package.json` pins it, and `npm run upgrade` raises both.
 * The service reaches into Strapi's insides (`src/platform/strapi`), which another version may have changed.
 */
export const TRIED_STRAPI = '5.54.0';

/** What is to be said of an installed version; null of the one that was tried. */
export const untriedVersion = (installed: string): string | null =>
  installed === TRIED_STRAPI
    ? null
    : `Strapi ${installed} is installed, and this release was tried with ${TRIED_STRAPI}: see docs/upgrading.md`;

/**
 * Warns of a version of Strapi that the release was not tried with, or refuses to start with it, as the setting says.
 *
 * @throws StartRefused
 */
export const checkStrapiVersion = ({ strapi }: WithStrapi): void => {
  const said = untriedVersion(strapi.config.get('info.strapi', ''));
  if (said === null) return;
  if (releaseSettings.of({ strapi }).refusesUntriedStrapi) throw new StartRefused(said);
  strapi.log.warn(said);
};
