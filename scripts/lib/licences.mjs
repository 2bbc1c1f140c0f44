/**
 * Licences of packages whose `package.json` names none, or only refers to a file. They were read in
 * that file. `npm run check:licences` compares each with its file; `npm run sbom` lists them.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} ReadLicence
 * @property {RegExp} packages
 * @property {string} [license] SPDX identifier, if there is one
 * @property {string} [besides] name of another licence, for all of the package or a part of it
 * @property {string} file file of the package with the licence
 * @property {RegExp} says text to find in that file
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
  {
    packages: /^jsonify$/,
    besides: 'Public Domain',
    file: 'package.json',
    says: /"license": "Public Domain"/,
  },
];

/** @param {string} name */
export const findReadLicence = (name) => READ.find(({ packages }) => packages.test(name));

/**
 * Returns true if the file of a package still contains the recorded text.
 *
 * @param {ReadLicence} read
 * @param {string} folder
 */
export const isStillSaid = ({ file, says }, folder) => {
  const licenceFile = path.join(folder, file);
  return existsSync(licenceFile) && says.test(readFileSync(licenceFile, 'utf8'));
};
