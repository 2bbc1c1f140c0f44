/**
 * Holds the packages of production to licences under which the service may be run and sold: those that ask for no
 * more than to be named. `npm run check:licences`.
 */
import { readFileSync } from 'node:fs';
import satisfies from 'spdx-satisfies';
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

/** What is taken although its `license` says something else, or nothing; looked at in the package itself. */
const EXCEPTIONS = [
  { packages: /^@strapi\//, because: 'MIT outside of ee/, which the service does not use' },
  { packages: /^@img\/sharp-/, because: 'LGPL libraries, linked at run time and not changed' },
  {
    packages: /^(limiter|only|passport-local|passport-strategy|pause|spawn-command)$/,
    because: 'MIT, as their files say',
  },
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

const refused = Object.entries(packages)
  .filter(([path, { dev = false }]) => path !== '' && !dev)
  .map(([path, { license = '' }]) => ({
    name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
    license,
  }))
  .filter(
    ({ name, license }) =>
      !isAllowed(license) && !EXCEPTIONS.some(({ packages: known }) => known.test(name)),
  );

for (const { name, license } of refused) {
  console.error(`${name}: ${license === '' ? 'no licence' : license}`);
}
process.exitCode = refused.length === 0 ? 0 : 1;
