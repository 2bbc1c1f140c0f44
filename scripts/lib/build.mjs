import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { logFile } from './command.mjs';
import { planCompilation } from './compile.mjs';
import { compressAssets } from './compress-assets.mjs';
import { randomSecrets } from './environment.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';

/** Where the compiled service is: what production runs, and nothing else. */
export const dist = inRoot('dist');

/** Where what only development needs is compiled to: stand-ins, the sample, the demo's users. */
export const toolsBuild = inRoot('.tmp/tools');

const require = createRequire(import.meta.url);

/** A module of the compiled service. @param {string} file @returns {unknown} */
export const compiledService = (file) => require(path.join(dist, file));

/** A module of what is compiled for development. @param {string} file @returns {unknown} */
export const compiledTools = (file) => require(path.join(toolsBuild, file));

/**
 * Lists the files of a folder, or the file itself.
 *
 * @param {string} place
 * @returns {string[]}
 */
const filesUnder = (place) => {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(path.join(place, entry.name)));
};

/** A file's path from the project's root. @param {string} file */
const nameInRoot = (file) => path.relative(inRoot(), file).split(path.sep).join('/');

/**
 * A fingerprint of files and of whatever else a result depends on.
 *
 * @param {string[]} places files and folders, from the project's root
 * @param {{ except?: (file: string) => boolean, salt?: string }} [options]
 */
export const fingerprint = (places, { except = () => false, salt = '' } = {}) => {
  const hash = createHash('sha256').update(`${salt}\n`);
  for (const place of places) {
    for (const file of filesUnder(inRoot(place))) {
      const name = nameInRoot(file);
      if (except(name)) continue;
      const content = readFileSync(file);
      hash.update(`${name}\n${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex');
};

/**
 * Whether a file is the panel's alone.
 *
 * @param {string} name
 */
const isAdminPanel = (name) =>
  /^src\/([^/]+\/)*(admin\/|translations\/[a-z]{2}[.]json$)/.test(name);

/**
 * Whether a file goes into the panel and into the service: forms, whose texts the panel translates, and the
 * addresses that both are told.
 *
 * @param {string} name
 */
const isShared = (name) =>
  /^src\/(.*\/)?(layout|page-layout|fields)\.ts$/.test(name) ||
  name.startsWith('src/catalogue/component-layouts/') ||
  /^config\/(admin|plugins|server)\.ts$/.test(name) ||
  name === 'package-lock.json';

/** Sources of the service. */
const serverSources = [
  'config',
  'src',
  'scripts/serve.ts',
  'scripts/media.ts',
  'scripts/spreadsheets.ts',
  'scripts/run',
];

/** Sources for development only. The parts of the service that they import are compiled with them. */
const toolsSources = ['sandbox', 'scripts/demo', 'scripts/sample', 'tools'];

const serverFingerprint = () =>
  fingerprint([...serverSources, 'types', 'tsconfig.json', 'package-lock.json'], {
    except: isAdminPanel,
  });

/** Whether a file is compiled for the service or the tools. @param {string} name */
const isCompiled = (name) =>
  /\.(tsx?|json)$/.test(name) && !/(\.d|\.test)\.tsx?$/.test(name) && !isAdminPanel(name);

/**
 * Lists the source files of places that are compiled.
 *
 * @param {string[]} places files and folders, from the project's root
 */
const compiledFiles = (places) =>
  places
    .flatMap((place) => filesUnder(inRoot(place)))
    .map(nameInRoot)
    .filter(isCompiled);

/** Lists what the service is compiled from. */
export const serverFiles = () => compiledFiles(serverSources);

/** What the panel calls itself, and its marks (`src/admin/brand.ts`). */
const brandSettings = ['STRAPI_ADMIN_NAME', 'STRAPI_ADMIN_MARK', 'STRAPI_ADMIN_MARK_DARK'];

/** @param {Record<string, string>} env */
const adminFingerprint = (env) =>
  fingerprint(['config', 'src', 'package-lock.json'], {
    except: (name) => !isAdminPanel(name) && !isShared(name),
    // The panel is told under which path of the public address the service is, and what it calls itself.
    salt: [
      env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL).pathname : '/',
      ...brandSettings.flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]}`])),
    ].join('\n'),
  });

/**
 * What Node is called with for a command of Strapi that reads the sources.
 *
 * @param {...string} args
 */
export const strapiArguments = (...args) => [
  '--import',
  pathToFileURL(inRoot('scripts/lib/load-tsx.mjs')).href,
  inRoot('node_modules/@strapi/strapi/bin/strapi.js'),
  ...args,
];

/** @param {string} file */
const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** The parts of `dist` that the compiler writes; the admin panel is in `dist/build`. */
const compiled = ['config', 'src', 'scripts'];
const serverStamp = path.join(dist, 'config.stamp');
const adminStamp = path.join(dist, 'build', '.stamp');

/** What the compiler wrote in earlier releases, and does not any more. */
const outdated = ['sandbox'];

const clearServerBuild = () => {
  rmSync(serverStamp, { force: true });
  for (const part of [...compiled, ...outdated])
    rmSync(path.join(dist, part), { recursive: true, force: true });
};

/** `tsc` writes this stamp, SWC a list of what it has compiled: production never gets what SWC has compiled. */
const productionStamp = () => `tsc ${serverFingerprint()}`;

/**
 * Runs a compilation where there is something to compile.
 *
 * @param {import('./command.mjs').Command} command
 * @param {string} title
 * @param {() => (() => Promise<void>) | undefined} plan
 */
const compileWhere = async (command, title, plan) => {
  if (plan() === undefined) return;
  await command.step(title, () => withLock('build', async () => plan()?.()));
};

const planServer = () =>
  readStamp(serverStamp) === productionStamp()
    ? undefined
    : planCompilation({
        files: serverFiles(),
        outDir: dist,
        manifestFile: serverStamp,
      });

/**
 * Compiles what has changed of the service, for development and tests. Its types are for `npm run check`.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureServerBuild = (command) =>
  compileWhere(command, 'Compiling the service', planServer);

/**
 * Compiles what has changed of the service without a word.
 *
 * @returns whether anything has changed
 */
export const compileServer = async () => {
  const compile = planServer();
  if (compile === undefined) return false;
  await withLock('build', compile);
  return true;
};

/**
 * Compiles what has changed of what only development needs.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureToolsBuild = (command) =>
  compileWhere(command, 'Compiling the development tools', () =>
    planCompilation({
      files: compiledFiles(toolsSources).filter((file) => !file.endsWith('.json')),
      outDir: toolsBuild,
      manifestFile: path.join(toolsBuild, '.stamp'),
    }),
  );

/**
 * Compiles the service for production, with its types checked, where its sources have changed, beside what is there: a
 * failure leaves the last good one and nothing of a removed file stays.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureProductionBuild = async (command) => {
  const isCurrent = () => readStamp(serverStamp) === productionStamp();
  if (isCurrent()) return;
  await command.step('Compiling the service', () =>
    withLock('build', async () => {
      if (!isCurrent()) await compileForProduction(command);
    }),
  );
};

/** @param {import('./command.mjs').Command} command */
const compileForProduction = async (command) => {
  const stamp = productionStamp();
  const fresh = inRoot('.tmp', `dist-${process.pid}`);
  command.onEnd(() => {
    rmSync(fresh, { recursive: true, force: true });
  });
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  await command.mustRun(process.execPath, [tsc, '--outDir', fresh], { log: logFile('compile') });
  mkdirSync(dist, { recursive: true });
  clearServerBuild();
  for (const part of compiled) renameSync(path.join(fresh, part), path.join(dist, part));
  writeFileSync(serverStamp, stamp);
};

/**
 * Builds the admin panel where what goes into it has changed. The service has to be compiled already.
 *
 * @param {import('./command.mjs').Command} command
 * @param {Record<string, string>} env
 */
export const ensureAdminBuild = async (command, env) => {
  const isCurrent = () => readStamp(adminStamp) === adminFingerprint(env);
  if (isCurrent()) return;
  await command.step('Building the admin panel, which takes a minute or two', () =>
    withLock('build', async () => {
      if (!isCurrent()) await buildPanel(command, env);
    }),
  );
};

/**
 * @param {import('./command.mjs').Command} command
 * @param {Record<string, string>} env
 */
const buildPanel = async (command, env) => {
  const stamp = adminFingerprint(env);
  // Programs that run the compiled service, such as the loader of the sample, continue meanwhile.
  const keep = ['--import', pathToFileURL(inRoot('scripts/lib/keep-compiled.mjs')).href];
  await command.mustRun(process.execPath, [...keep, ...strapiArguments('build')], {
    log: logFile('admin-build'),
    env: buildEnvironment(env),
  });
  await compressAssets(path.join(dist, 'build'));
  writeFileSync(adminStamp, stamp);
};

/**
 * The environment a build runs in. It reads the settings without using the secret ones, which need not be
 * there where an image is made.
 *
 * @param {Record<string, string>} env
 */
export const buildEnvironment = (env) => ({
  ...randomSecrets(),
  DATABASE_URL: 'postgresql://nobody@127.0.0.1/none',
  STRAPI_TELEMETRY_DISABLED: 'true',
  ...env,
  // Else the panel would be made of the libraries' slow development editions.
  NODE_ENV: 'production',
  ADMIN_BUILD: 'true',
});
