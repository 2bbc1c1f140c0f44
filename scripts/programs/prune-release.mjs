/**
 * Removes every package that the service does not load from an assembled release. Strapi installs
 * the panel's build tools and sources together with the server.
 *
 *   node scripts/programs/prune-release.mjs <folder>
 *
 * Loaded files are found by following `require`, `import` and `export … from`. The search starts at
 * the compiled service and at modules that Strapi loads by name: its plugins and providers. A
 * package with one loaded file is kept as a whole, except for its panel part. Its optional
 * dependencies are kept too, because it may load them under a machine-dependent name. If a file
 * cannot be found by these rules, all dependencies of its package are kept.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';

/**
 * @typedef {object} Manifest
 * @property {string} [name]
 * @property {{ kind?: string }} [strapi]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

const target = realpathSync(process.argv[2] ?? '');

/** @param {string} folder */
const readManifest = (folder) => {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return manifest;
};

/**
 * Returns the folders of all packages below a folder.
 *
 * @param {string} folder
 * @returns {string[]}
 */
const listPackages = (folder) => {
  const modules = path.join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  return names
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(path.join(modules, name)).map((part) => path.join(name, part))
        : [name],
    )
    .map((name) => path.join(modules, name))
    .flatMap((nested) => [nested, ...listPackages(nested)]);
};

/** @param {string} file */
const getPackageFolder = (file) =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? target;

/**
 * Returns the folder of a package that a folder depends on.
 *
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
const findPackage = (from, name) => {
  for (let folder = from; folder.startsWith(target); folder = path.dirname(folder)) {
    const item = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(item, 'package.json'))) return item;
  }
  return undefined;
};

/** @type {Set<string>} */
const files = new Set();
/** @type {Set<string>} */
const reached = new Set();
/** @type {string[]} */
const waiting = [];

/** @param {string} file */
const reachFile = (file) => {
  if (files.has(file)) return;
  files.add(file);
  waiting.push(file);
  keep(getPackageFolder(file));
};

/** @param {string} folder */
const keep = (folder) => {
  if (folder === target || reached.has(folder)) return;
  reached.add(folder);
  reachNamedPackages(folder, Object.keys(readManifest(folder).optionalDependencies ?? {}));
};

/**
 * Keeps packages that are looked up by name, if they are installed.
 *
 * @param {string} folder folder that looks them up
 * @param {string[]} names
 */
const reachNamedPackages = (folder, names) => {
  for (const name of names) {
    const packageFolder = findPackage(folder, name);
    if (packageFolder === undefined) continue;
    keep(packageFolder);
    reachSpecifier(path.join(folder, 'package.json'), name);
  }
};

/**
 * @param {string} file importing file
 * @param {string} specifier
 */
const reachSpecifier = (file, specifier) => {
  if (isBuiltin(specifier)) return;
  const name = /^(?:@[^/]+\/)?[^/.][^/]*/.exec(specifier)?.[0];
  try {
    reachFile(realpathSync(createRequire(file).resolve(specifier)));
  } catch {
    // It is not installed, as optional packages may be. Or it supports only `import`, and then its
    // entry file is unknown.
    const packageFolder = name === undefined ? undefined : findPackage(path.dirname(file), name);
    if (packageFolder === undefined || reached.has(packageFolder)) return;
    keep(packageFolder);
    for (const inner of readdirSync(packageFolder, { recursive: true, encoding: 'utf8' })) {
      if (/\.[cm]?js$/.test(inner) && !inner.split(path.sep).includes('node_modules')) {
        reachFile(path.join(packageFolder, inner));
      }
    }
  }
};

const ASKED =
  /\b(?:require(?:\.resolve)?|import)\(\s*(['"`])([^'"`\n$]+)\1\s*[,)]|\b(?:from|import)\s*(['"])([^'"\n]+)\3/g;

/** @param {string} file */
const follow = (file) => {
  if (!/\.[cm]?js$/.test(file)) return;
  for (const [, , required, , imported] of readFileSync(file, 'utf8').matchAll(ASKED)) {
    reachSpecifier(file, required ?? imported ?? '');
  }
};

/**
 * Returns true for packages that no import names: Strapi's plugins and providers. @param {string}
 * folder
 */
const isLoadedByName = (folder) =>
  readManifest(folder).strapi?.kind === 'plugin' ||
  readManifest(folder).name?.startsWith('@strapi/provider-') === true;

const packages = listPackages(target).filter((folder) =>
  existsSync(path.join(folder, 'package.json')),
);
for (const part of ['config', 'src', 'scripts']) {
  const folder = path.join(target, 'dist', part);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js')) reachFile(path.join(folder, name));
  }
}
for (const folder of packages.filter(isLoadedByName)) {
  const name = path.relative(path.join(target, 'node_modules'), folder).split(path.sep).join('/');
  reachSpecifier(path.join(target, 'package.json'), `${name}/strapi-server`);
  reachSpecifier(path.join(target, 'package.json'), name);
}
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) follow(file);

/**
 * Lists the files below a folder that belong to no other package.
 *
 * @param {string} folder
 * @returns {string[]}
 */
const listPackageFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listPackageFiles(file);
    return [file];
  });

/** Files that only debuggers and compilers use. */
const SUPPORTING = /\.(?:map|d\.[cm]?ts)$/;

/**
 * Returns the panel part of a Strapi package or plugin, which is already built into the panel.
 * @param {string} folder
 */
const buildPanelPath = (folder) => path.join(folder, 'dist/admin');

const isPanelPartAsked = [...files].filter((file) =>
  file.startsWith(buildPanelPath(getPackageFolder(file))),
);
if (isPanelPartAsked.length > 0) {
  throw new Error(`The service loads parts of the panel: ${isPanelPartAsked.join(', ')}`);
}

// Innermost packages first, because a package can contain others.
for (const folder of packages.toReversed()) {
  if (reached.has(folder)) {
    if (readManifest(folder).name?.startsWith('@strapi/') === true) {
      rmSync(buildPanelPath(folder), { recursive: true, force: true });
    }
    for (const file of listPackageFiles(folder)) if (SUPPORTING.test(file)) rmSync(file);
  } else if (listPackages(folder).some((inner) => reached.has(inner))) {
    for (const file of listPackageFiles(folder)) rmSync(file);
  } else {
    rmSync(folder, { recursive: true, force: true });
  }
}
// It lists the installed packages, which are no longer complete.
rmSync(path.join(target, 'node_modules/.package-lock.json'), { force: true });
rmSync(path.join(target, 'node_modules/.bin'), { recursive: true, force: true });
console.log(`${reached.size} of ${packages.length} packages are loaded by the service and stay.`);
