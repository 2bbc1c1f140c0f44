import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const EXTENSIONS = ['', '.ts', '.tsx', '.mjs', '.json', '/index.ts'];

/** Imports of types alone are not there when a test runs. */
const TYPE_IMPORT = /^import type [^;]*;/gm;

/** @param {string} from @param {string} name */
const resolve = (from, name) => {
  if (!name.startsWith('.')) return undefined;
  const base = path.resolve(path.dirname(from), name);
  return EXTENSIONS.map((extension) => base + extension).find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
};

/** @type {Map<string, string[]>} */
const known = new Map();

/**
 * Files of the project that a file imports, by their whole paths.
 *
 * @param {string} file
 */
const importsOf = (file) => {
  const cached = known.get(file);
  if (cached !== undefined) return cached;
  const text = readFileSync(file, 'utf8').replace(TYPE_IMPORT, '');
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.flatMap(({ fileName }) => resolve(file, fileName) ?? []);
  known.set(file, imports);
  return imports;
};

/**
 * All files of the project that run when a file does: itself, its imports and theirs.
 *
 * @param {string} file
 */
export const importClosure = (file) => {
  const closure = new Set([file]);
  for (const member of closure) {
    for (const imported of importsOf(member)) closure.add(imported);
  }
  return closure;
};
