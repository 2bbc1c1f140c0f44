import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/**
 * A package of its own. Among the project's packages, npm would put it before the machine's Node.js
 * in every script.
 */
const home = inRoot('tools/node');

/** @param {string} file */
const readJson = (file) => {
  /** @type {Record<string, unknown>} */
  const content = JSON.parse(readFileSync(file, 'utf8'));
  return content;
};

/**
 * Returns the oldest Node.js that the service and its commands support: `>=22.13.0` in
 * package.json.
 */
const readOldestVersion = () => {
  const { engines } = /** @type {{ engines: { node: string } }} */ (
    readJson(inRoot('package.json'))
  );
  return engines.node.replace('>=', '');
};

/** @param {string} version */
export const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = readOldestVersion().split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
};

/** @param {string} reason @returns {never} */
const refuse = (reason) => {
  console.error(
    `Node.js ${readOldestVersion()} or newer is needed; this is ${process.versions.node}. ${reason}`,
  );
  process.exit(1);
};

/** Returns the npm package with Node.js for this machine, and its version. */
const readPinnedPackage = () => {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const { optionalDependencies } = /** @type {{ optionalDependencies: Record<string, string> }} */ (
    readJson(path.join(home, 'package.json'))
  );
  const pinned = Object.entries(optionalDependencies).find(([name]) =>
    name.endsWith(`-${system}-${process.arch}`),
  );
  return pinned ?? refuse(`npm has none for ${system} on ${process.arch}.`);
};

const install = () => {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=optional', '--no-audit', '--no-fund'];
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status, stdout, stderr } = spawnSync(program, [...before, ...args], {
    cwd: home,
    encoding: 'utf8',
    // On Windows only the bare `npm` is a script, which needs a shell.
    shell: !npm && process.platform === 'win32',
  });
  if (status !== 0) refuse(`Another one could not be installed:\n${stdout}${stderr}`);
};

/** Returns the path of the pinned Node.js, and installs it if necessary. */
export const ensurePinnedNode = () => {
  const [name, version] = readPinnedPackage();
  const folder = path.join(home, 'node_modules', name);
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest) || readJson(manifest).version !== version) {
    console.log(`- Installing Node.js ${version}, as ${process.versions.node} is too old …`);
    install();
  }
  const { bin } = /** @type {{ bin: { node: string } }} */ (readJson(manifest));
  return path.join(folder, bin.node);
};

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Replaces this process by a program in another Node.js, with the same terminal, signals and exit.
 *
 * @param {string} node
 * @param {string[]} args
 */
export const runInstead = (node, args) => {
  const variable = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Programs that look up `node` by name must find the same one.
    env: {
      ...process.env,
      [variable]: [path.dirname(node), process.env[variable]].join(path.delimiter),
    },
  });
  child.once('error', (error) => {
    refuse(`${node} does not run on this machine: ${error.message}`);
  });
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // On Windows the terminal signals both processes, and a signal from here would end the child
      // at once.
      if (process.platform !== 'win32') child.kill(signal);
    });
  }
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const handled of SIGNALS) process.removeAllListeners(handled);
    process.kill(process.pid, signal);
  });
};

/** Ends this process if its parent is killed by a signal that cannot be forwarded. */
export const endWithParent = () => {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
};
