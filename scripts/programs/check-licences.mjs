/**
 * `npm run check:licences`: checks that production packages have licences under which the service
 * may be run and sold, namely licences that only require attribution.
 */
import { readFileSync } from 'node:fs';
import satisfies from 'spdx-satisfies';
import { isStillSaid, findReadLicence } from '../lib/licences.mjs';
import { inRoot } from '../lib/paths.mjs';

const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
];

/** Packages that are accepted although their `license` is not in the list. */
const EXCEPTIONS = [
  {
    packages: /^@strapi\/(content-releases|review-workflows)$/,
    because:
      '@strapi/strapi installs them; without a licence of its own they are off, and nothing here asks for them',
  },
  { packages: /^jsonify$/, because: 'its package.json places it in the public domain' },
  { packages: /^@img\/sharp-/, because: 'LGPL libraries, linked at run time and not changed' },
];

/** @typedef {{ dev?: boolean, license?: string }} Locked */

/** @type {{ packages: Record<string, Locked> }} */
const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));

/** @param {string} license */
const isAllowed = (license) => {
  try {
    return satisfies(license, ALLOWED);
  } catch {
    return false;
  }
};

const FOLDER = 'node_modules/';

/**
 * Returns true if a package is accepted although its `license` is not allowed: by its recorded
 * licence, if its file still contains it, or by an exception.
 *
 * @param {string} name
 * @param {string} location
 */
const isTaken = (name, location) => {
  const read = findReadLicence(name);
  if (read !== undefined && !isStillSaid(read, inRoot(location))) return false;
  const isReadAllowed = read?.license !== undefined && isAllowed(read.license);
  return (
    isReadAllowed ||
    EXCEPTIONS.some(({ packages: exceptedPackages }) => exceptedPackages.test(name))
  );
};

const refused = Object.entries(packages)
  .filter(([location, { dev = false }]) => location !== '' && !dev)
  .map(([location, { license = '' }]) => ({
    at: location,
    name: location.slice(location.lastIndexOf(FOLDER) + FOLDER.length),
    license,
  }))
  .filter(({ at, name, license }) => !isAllowed(license) && !isTaken(name, at));

for (const { name, license } of refused) {
  console.error(`${name}: ${license === '' ? 'no licence' : license}`);
}
process.exitCode = refused.length === 0 ? 0 : 1;
