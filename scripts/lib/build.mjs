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
import { clientSources, packClient } from './client-package.mjs';
import { logFile } from './command.mjs';
import { planCompilation } from './compile.mjs';
import { compressAssets } from './compress-assets.mjs';
import { generateSecrets } from './environment.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';

/** Folder of the compiled service. It contains only what production runs. */
export const dist = inRoot('dist');

/** Folder of the compiled development tools: stand-ins, the sample and the demo's users. */
export const toolsBuild = inRoot('.tmp/tools');

const require = createRequire(import.meta.url);

/** Loads a module of the compiled service. @param {string} file @returns {unknown} */
export const loadCompiledService = (file) => require(path.join(dist, file));

/** Loads a module of the compiled development tools. @param {string} file @returns {unknown} */
export const loadCompiledTools = (file) => require(path.join(toolsBuild, file));

/**
 * Lists the files of a folder, or the file itself.
 *
 * @param {string} place
 * @returns {string[]}
 */
const listFiles = (place) => {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => listFiles(path.join(place, entry.name)));
};

/** Returns a file's path relative to the project root. @param {string} file */
const nameInRoot = (file) => path.relative(inRoot(), file).split(path.sep).join('/');

/**
 * Returns a digest of files and of a salt for all other inputs of a result.
 *
 * @param {string[]} places files and folders, from the project's root
 * @param {{ except?: (file: string) => boolean, salt?: string }} [options]
 */
export const computeFingerprint = (places, { except = () => false, salt = '' } = {}) => {
  const hash = createHash('sha256').update(`${salt}\n`);
  for (const place of places) {
    for (const file of listFiles(inRoot(place))) {
      const name = nameInRoot(file);
      if (except(name)) continue;
      const content = readFileSync(file);
      hash.update(`${name}\n${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex');
};

/**
 * Returns true if a file belongs to the panel only.
 *
 * @param {string} name
 */
const isAdminPanel = (name) =>
  /^src\/([^/]+\/)*(admin\/|translations\/[a-z]{2}[.]json$)/.test(name);

/**
 * Returns true if a file belongs to both the panel and the service: forms, whose texts the panel
 * translates, and shared URLs.
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

/**
 * Sources of the development tools. The parts of the service that they import are compiled with
 * them.
 */
const toolsSources = ['sandbox', 'scripts/demo', 'scripts/sample', 'tools'];

const computeServerFingerprint = () =>
  computeFingerprint([...serverSources, 'types', 'tsconfig.json', 'package-lock.json'], {
    except: isAdminPanel,
  });

/** Returns true if a file is compiled for the service or the tools. @param {string} name */
const isCompiled = (name) =>
  /\.(tsx?|json)$/.test(name) && !/(\.d|\.test)\.tsx?$/.test(name) && !isAdminPanel(name);

/**
 * Lists the source files of places that are compiled.
 *
 * @param {string[]} places files and folders, from the project's root
 */
const listSourceFiles = (places) =>
  places
    .flatMap((place) => listFiles(inRoot(place)))
    .map(nameInRoot)
    .filter(isCompiled);

/** Lists the source files of the service. */
export const listServerFiles = () => listSourceFiles(serverSources);

/** Settings for the panel's name and logos (`src/admin/brand.ts`). */
const brandSettings = ['STRAPI_ADMIN_NAME', 'STRAPI_ADMIN_MARK', 'STRAPI_ADMIN_MARK_DARK'];

/** @param {Record<string, string>} env */
const computeAdminFingerprint = (env) =>
  computeFingerprint(['config', 'src', 'patches', 'package-lock.json'], {
    except: (name) => !isAdminPanel(name) && !isShared(name),
    // The panel contains the path of the public URL and the brand settings.
    salt: [
      env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL).pathname : '/',
      ...brandSettings.flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]}`])),
    ].join('\n'),
  });

/**
 * Returns Node's arguments for a Strapi command that reads the sources.
 *
 * @param {...string} args
 */
export const buildStrapiArguments = (...args) => [
  '--import',
  pathToFileURL(inRoot('scripts/lib/load-tsx.mjs')).href,
  inRoot('node_modules/@strapi/strapi/bin/strapi.js'),
  ...args,
];

/** @param {string} file */
const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Parts of `dist` that the compiler writes; the admin panel is in `dist/build`. */
const compiled = ['config', 'src', 'scripts'];
const serverStamp = path.join(dist, 'config.stamp');
const adminStamp = path.join(dist, 'build', '.stamp');

/** Parts of `dist` that the compiler wrote in earlier releases. */
const outdated = ['sandbox'];

const clearServerBuild = () => {
  rmSync(serverStamp, { force: true });
  for (const part of [...compiled, ...outdated])
    rmSync(path.join(dist, part), { recursive: true, force: true });
};

/**
 * Returns the stamp of a build whose types were checked. A build for development has a list of
 * compiled files instead, so production never uses it.
 */
const buildProductionStamp = () => `production ${computeServerFingerprint()}`;

/**
 * Runs a compilation if there is something to compile.
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
  readStamp(serverStamp) === buildProductionStamp()
    ? undefined
    : planCompilation({
        files: listServerFiles(),
        outDir: dist,
        manifestFile: serverStamp,
      });

/**
 * Compiles changed files of the service, for development and tests. `npm run check` checks the
 * types.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureServerBuild = (command) =>
  compileWhere(command, 'Compiling the service', planServer);

/**
 * Compiles changed files of the service without output.
 *
 * @returns true if anything has changed
 */
export const compileServer = async () => {
  const compile = planServer();
  if (compile === undefined) return false;
  await withLock('build', compile);
  return true;
};

/**
 * Compiles changed files of the development tools.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureToolsBuild = (command) =>
  compileWhere(command, 'Compiling the development tools', () =>
    planCompilation({
      files: listSourceFiles(toolsSources).filter((file) => !file.endsWith('.json')),
      outDir: toolsBuild,
      manifestFile: path.join(toolsBuild, '.stamp'),
    }),
  );

/**
 * Compiles the service into an empty folder, without type checks.
 *
 * @param {string} folder
 */
export const compileInto = async (folder) => {
  const manifestFile = path.join(folder, '.stamp');
  await planCompilation({ files: listServerFiles(), outDir: folder, manifestFile })?.();
};

/**
 * Compiles the service for production with type checks if its sources have changed. It compiles
 * into a new folder, so a failure leaves the last good build, and no removed file remains.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureProductionBuild = async (command) => {
  const isCurrent = () => readStamp(serverStamp) === buildProductionStamp();
  if (isCurrent()) return;
  await command.step('Compiling the service', () =>
    withLock('build', async () => {
      if (!isCurrent()) await compileForProduction(command);
    }),
  );
};

/** @param {import('./command.mjs').Command} command */
const compileForProduction = async (command) => {
  const stamp = buildProductionStamp();
  const fresh = inRoot('.tmp', `dist-${process.pid}`);
  command.onEnd(() => {
    rmSync(fresh, { recursive: true, force: true });
  });
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  await command.mustRun(process.execPath, [tsc, '--noEmit'], { log: logFile('compile') });
  await compileInto(fresh);
  mkdirSync(dist, { recursive: true });
  clearServerBuild();
  for (const part of compiled) renameSync(path.join(fresh, part), path.join(dist, part));
  writeFileSync(serverStamp, stamp);
};

/**
 * Builds the admin panel if its inputs have changed. The service must be compiled before.
 *
 * @param {import('./command.mjs').Command} command
 * @param {Record<string, string>} env
 */
export const ensureAdminBuild = async (command, env) => {
  const isCurrent = () => readStamp(adminStamp) === computeAdminFingerprint(env);
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
  const stamp = computeAdminFingerprint(env);
  // Prevents a second compilation, because programs such as the sample loader run the compiled
  // service meanwhile.
  const keep = ['--import', pathToFileURL(inRoot('scripts/lib/keep-compiled.mjs')).href];
  await command.mustRun(process.execPath, [...keep, ...buildStrapiArguments('build')], {
    log: logFile('admin-build'),
    env: buildEnvironment(env),
  });
  await compressAssets(path.join(dist, 'build'));
  writeFileSync(adminStamp, stamp);
};

const guide = path.join(dist, 'docs');
const guideStamp = path.join(dist, 'docs.stamp');

const computeGuideFingerprint = () =>
  computeFingerprint(['docs', 'package-lock.json', ...clientSources]);

/**
 * Builds the guide, a site of the documents with a search and the typed client to install, if they
 * have changed.
 *
 * @param {import('./command.mjs').Command} command
 */
export const ensureGuideBuild = async (command) => {
  const isCurrent = () => existsSync(guide) && readStamp(guideStamp) === computeGuideFingerprint();
  if (isCurrent()) return;
  await command.step('Building the guide', () =>
    withLock('guide', async () => {
      if (!isCurrent()) await buildGuide(command);
    }),
  );
};

/** @param {import('./command.mjs').Command} command */
const buildGuide = async (command) => {
  const stamp = computeGuideFingerprint();
  rmSync(guideStamp, { force: true });
  const vitepress = inRoot('node_modules/vitepress/bin/vitepress.js');
  await command.mustRun(process.execPath, [vitepress, 'build', inRoot('docs')], {
    log: logFile('guide'),
  });
  for (const folder of ['assets', 'assets/chunks']) await compressAssets(path.join(guide, folder));
  await packClient(command, path.join(guide, 'education-cms-client.tgz'));
  writeFileSync(guideStamp, stamp);
};

/**
 * Returns the environment of a build. A build reads the settings without using the secrets, which
 * may be missing where an image is built.
 *
 * @param {Record<string, string>} env
 */
export const buildEnvironment = (env) => ({
  ...generateSecrets(),
  DATABASE_URL: 'postgresql://nobody@127.0.0.1/none',
  STRAPI_TELEMETRY_DISABLED: 'true',
  ...env,
  // Otherwise the panel would contain the slow development builds of its libraries.
  NODE_ENV: 'production',
  ADMIN_BUILD: 'true',
});
