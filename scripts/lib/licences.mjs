/**
 * The licences of packages whose `package.json` names none, or says only where to read it: somebody has read it there.
 * `npm run check:licences` holds each to its file; `npm run sbom` names them.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} ReadLicence
 * @property {RegExp} packages
 * @property {string} [license] as SPDX; none where it is none of those
 * @property {string} [besides] the name of another one, for all of it or for a part
 * @property {string} file where the package says so
 * @property {RegExp} says what it says there
 */

/** @type {readonly ReadLicence[]} */
const READ = [
  {
    packages: /^@strapi\/(content-releases|review-workflows)$/,
    besides: 'Strapi Enterprise Edition',
    file: 'LICENSE',
    says: /All software that resides within this directory and its subdirectories, is licensed under the license defined below/,
  },
  {
    packages: /^@strapi\//,
    license: 'MIT',
    besides: 'Strapi Enterprise Edition, for ee/ alone, where there is one',
    file: 'LICENSE',
    says: /All software outside of the above-mentioned directories .* is available under the "MIT Expat" license/,
  },
  { packages: /^(only|pause)$/, license: 'MIT', file: 'Readme.md', says: /\(The MIT License\)/ },
  {
    packages: /^passport-(local|strategy)$/,
    license: 'MIT',
    file: 'LICENSE',
    says: /The MIT License/,
  },
  { packages: /^limiter$/, license: 'MIT', file: 'LICENSE.txt', says: /Permission is .* granted/ },
  {
    packages: /^spawn-command$/,
    license: 'MIT',
    file: 'LICENSE',
    says: /Permission is .* granted/,
  },
];

/** @param {string} name */
export const licenceReadOf = (name) => READ.find(({ packages }) => packages.test(name));

/**
 * Whether the file of a package still says what was read there.
 *
 * @param {ReadLicence} read
 * @param {string} folder
 */
export const isStillSaid = ({ file, says }, folder) => {
  const at = path.join(folder, file);
  return existsSync(at) && says.test(readFileSync(at, 'utf8'));
};
