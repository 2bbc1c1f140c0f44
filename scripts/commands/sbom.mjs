/**
 * `npm run -s sbom > sbom.json`: prints the packages of production as CycloneDX.
 *
 * `npm sbom --omit dev` does not work: it also omits packages that a development package depends
 * on. That is half of what production installs, including Strapi's panel (npm 10 and 11). So npm
 * lists everything, and packages that are only for development according to the lock file are
 * removed, as `npm ci --omit=dev` does. If npm reports no licence, the manually recorded one is
 * used.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { Refusal } from '../lib/command.mjs';
import { findReadLicence } from '../lib/licences.mjs';
import { inRoot } from '../lib/paths.mjs';

/**
 * @typedef {{ license: { id: string } | { name: string } }} Licence
 * @typedef {{ 'bom-ref': string, name: string, licenses?: Licence[] }} Component
 * @typedef {{ ref: string, dependsOn?: string[] }} Dependency
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependency[] }} Bom
 * @typedef {{ packages: Record<string, { name?: string, version?: string, dev?: boolean }> }} Lock
 */

/** Returns the packages that production installs, as `name@version`. */
const listProductionPackages = () => {
  const { packages } = /** @type {Lock} */ (
    JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  );
  return new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => dev !== true)
      .map(
        ([location, { name, version }]) =>
          `${name ?? location.split('node_modules/').at(-1)}@${version}`,
      ),
  );
};

/** @returns {Bom} */
const readBillOfMaterials = () => {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Refusal('Run it with npm.');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [npm, 'sbom', '--sbom-format', 'cyclonedx'],
    { cwd: inRoot('.'), encoding: 'utf8', maxBuffer: 1024 ** 3 },
  );
  if (status !== 0) throw new Refusal(`npm sbom: ${stderr}`);
  const bom = /** @type {Bom} */ (JSON.parse(stdout));
  return bom;
};

/** @param {Component} component @returns {Component} */
const withLicence = (component) => {
  const read = findReadLicence(component.name);
  if ((component.licenses ?? []).length > 0 || read === undefined) return component;
  const { license, besides } = read;
  /** @type {Licence[]} */
  const licenses = [];
  if (license !== undefined) licenses.push({ license: { id: license } });
  if (besides !== undefined) licenses.push({ license: { name: besides } });
  return { ...component, licenses };
};

export const run = async () => {
  const bom = readBillOfMaterials();
  const production = listProductionPackages();
  const rootRef = bom.metadata.component['bom-ref'];
  const isKept = (/** @type {string} */ ref) => ref === rootRef || production.has(ref);
  bom.components = bom.components
    .filter((component) => isKept(component['bom-ref']))
    .map(withLicence);
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
  if (!process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)) {
    await once(process.stdout, 'drain');
  }
  return 0;
};
