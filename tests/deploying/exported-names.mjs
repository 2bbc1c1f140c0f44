/**
 * Prints the exports of each compiled module: `node exported-names.mjs <dist>`. Skips programs, which start when they
 * are loaded.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

const dist = path.resolve(process.argv[2] ?? '');

const PROGRAMS = /^scripts[/\\](run[/\\](serve|require-node)|[^/\\]+)\.js$|\.worker\.js$/;

/** @param {string} file */
const namesIn = (file) => {
  const exported = /** @type {object} */ (require(path.join(dist, file)));
  return Object.keys(exported).sort();
};

const modules = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((file) => /^(src|scripts)[/\\].*\.js$/.test(file) && !PROGRAMS.test(file))
  .sort();
const names = Object.fromEntries(modules.map((file) => [file, namesIn(file)]));
// Loaded modules may keep the process alive.
process.stdout.write(JSON.stringify(names), () => process.exit());
