/**
 * `npm run upgrade -- 5.55.0`: upgrades all Strapi packages that share its version number, and runs
 * the checks that show whether the service still fits. See docs/how-to/upgrade-strapi.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Refusal } from '../lib/command.mjs';
import { inRoot } from '../lib/paths.mjs';

const MANIFEST = inRoot('package.json');
const LOCK = inRoot('package-lock.json');
const TRIED = inRoot('src/platform/releases/strapi-version.ts');

/**
 * Tests that depend on Strapi's internals: their structure, statements derived from its metadata,
 * and comparisons with Strapi's own responses.
 */
const TESTS = [
  'tests/strapi',
  'tests/releases',
  'tests/delivery/statements',
  'tests/delivery/sample',
  'tests/production',
];

/** @typedef {Record<string, string>} Versions */
/** @typedef {{ dependencies: Versions, devDependencies: Versions, overrides: Versions }} Manifest */

/**
 * Returns the packages that are released together with Strapi: those of its scope with the same
 * version. The design system has its own version numbers.
 *
 * @param {Manifest} manifest
 */
const listStrapiPackages = ({ dependencies, devDependencies, overrides }) => {
  const now = dependencies['@strapi/strapi'];
  return Object.entries({ ...dependencies, ...devDependencies, ...overrides })
    .filter(([name, version]) => name.startsWith('@strapi/') && version === now)
    .map(([name]) => name)
    .sort();
};

/** Returns the installed Strapi packages with their location and version. */
const readInstalledVersions = () => {
  /** @type {{ packages: Record<string, { version?: string }> }} */
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  return Object.entries(packages).flatMap(([place, { version = '' }]) => {
    const [, name] = /(?:^|\/)node_modules\/(@strapi\/[^/]+)$/.exec(place) ?? [];
    return name === undefined ? [] : [{ place, name, version }];
  });
};

/**
 * @param {string} first a version
 * @param {string} other
 */
const isNewer = (first, other) => first.localeCompare(other, 'en', { numeric: true }) > 0;

/**
 * @param {import('../lib/command.mjs').Command} command
 * @param {string[]} args
 */
export const run = async (command, [version = '', ...others]) => {
  if (!/^5\.\d+\.\d+$/.test(version) || others.length > 0) {
    throw new Refusal('Name the version of Strapi: npm run upgrade -- 5.55.0');
  }
  const text = readFileSync(MANIFEST, 'utf8');
  /** @type {Manifest} */
  const manifest = JSON.parse(text);
  const packages = listStrapiPackages(manifest);
  const now = manifest.dependencies['@strapi/strapi'] ?? '';
  if (isNewer(now, version)) {
    throw new Refusal(
      `${version} is older than ${now}. How an upgrade is taken back, docs/how-to/upgrade-strapi.md says at its end.`,
    );
  }
  command.say(`${packages.length} packages go from ${now} to ${version}.`);
  writeFileSync(
    MANIFEST,
    packages.reduce(
      (before, name) => before.replace(`"${name}": "${now}"`, `"${name}": "${version}"`),
      text,
    ),
  );
  const before = readInstalledVersions().filter(
    (installedPackage) => installedPackage.version === now,
  );
  const npm = process.env.npm_execpath ?? '';
  try {
    await command.step('Installing', () =>
      command.mustRun(process.execPath, [npm, 'install', '--no-audit', '--no-fund']),
    );
  } catch (error) {
    // Packages of one version are not always published at the same moment.
    writeFileSync(MANIFEST, text);
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      `${error.message}\nStrapi stays at ${now}, and package.json is as it was. npm names the missing packages above.`,
    );
  }
  writeFileSync(TRIED, readFileSync(TRIED, 'utf8').replace(`'${now}'`, `'${version}'`));
  // Some peer dependencies accept any version. npm may keep the old one, or install the newest,
  // beside the requested one.
  const apart = readInstalledVersions().filter(
    ({ name, version: its }) =>
      its !== version && before.some((installedPackage) => installedPackage.name === name),
  );
  if (apart.length > 0) {
    throw new Refusal(
      `Not all of Strapi is installed in ${version}:\n${apart.map((mismatch) => `  ${mismatch.version} ${mismatch.place}`).join('\n')}\n` +
        'Put them into `overrides` of package.json, in the version from before, take the upgrade back and begin again.',
    );
  }
  const code = await command.run(process.execPath, [npm, 'run', 'check']);
  // The tests also run if the code does not compile, because their failures show what has to be
  // fixed.
  await command.mustRun(process.execPath, [npm, 'test', '--', ...TESTS]);
  if (code !== 0) throw new Refusal('The tests pass, but not `npm run check`: see above.');
  command.say('It fits. Now the whole suite: npm test');
  return 0;
};
