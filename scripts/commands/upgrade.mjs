/**
 * Raises Strapi: every package of its that is released under its version number, together, and then what tells whether
 * the service still fits. `npm run upgrade -- 5.55.0`; docs/upgrading.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Refusal } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';

const MANIFEST = inRoot('package.json');
const TRIED = inRoot('src/releases/strapi-version.ts');

/**
 * What rests on Strapi's insides: their shape, the statements that come out of its metadata, and what answers are
 * compared with that Strapi itself gives.
 */
const TESTS = [
  'tests/strapi',
  'tests/releases',
  'tests/reading/statements',
  'tests/reading/catalogue',
  'tests/reading/contracts',
  'tests/production',
];

/** @typedef {Record<string, string>} Versions */
/** @typedef {{ dependencies: Versions, devDependencies: Versions }} Manifest */

/**
 * The packages that are released together with Strapi: those of its namespace that stand in its version now. The design
 * system has numbers of its own.
 *
 * @param {Manifest} manifest
 */
const packagesOf = ({ dependencies, devDependencies }) => {
  const now = dependencies['@strapi/strapi'];
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => name.startsWith('@strapi/') && version === now)
    .map(([name]) => name)
    .sort();
};

/**
 * @param {import('../lib/command.mjs').Command} command
 * @param {string[]} args
 */
export const run = async (command, [version = '', ...others]) => {
  if (!/^5\.\d+\.\d+$/.test(version) || others.length > 0) {
    throw new Refusal('Say which version of Strapi: npm run upgrade -- 5.55.0');
  }
  const text = readFileSync(MANIFEST, 'utf8');
  /** @type {Manifest} */
  const manifest = JSON.parse(text);
  const packages = packagesOf(manifest);
  const now = manifest.dependencies['@strapi/strapi'] ?? '';
  command.say(`${packages.length} packages go from ${now} to ${version}.`);
  writeFileSync(
    MANIFEST,
    packages.reduce(
      (before, name) => before.replace(`"${name}": "${now}"`, `"${name}": "${version}"`),
      text,
    ),
  );
  const npm = process.env.npm_execpath ?? '';
  try {
    await command.step('Installing', () =>
      command.mustRun(process.execPath, [npm, 'install', '--no-audit', '--no-fund']),
    );
  } catch (error) {
    // Packages of one version are not always there at the same moment.
    writeFileSync(MANIFEST, text);
    throw error;
  }
  writeFileSync(TRIED, readFileSync(TRIED, 'utf8').replace(`'${now}'`, `'${version}'`));
  await command.mustRun(process.execPath, [npm, 'run', 'check']);
  await command.mustRun(process.execPath, [npm, 'test', '--', ...TESTS]);
  command.say('It fits. Now the whole suite: npm test');
  return 0;
};
