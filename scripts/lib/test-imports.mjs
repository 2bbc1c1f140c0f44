import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

const EXTENSIONS = ['', '.ts', '.tsx', '.mjs', '.json', '/index.ts'];

/** Type-only imports, which do not exist at run time. */
const TYPE_IMPORT = /^import type [^;]*;/gm;

/** @param {string} from @param {string} name */
const resolve = (from, name) => {
  if (!/^[.#]/.test(name)) return undefined;
  const base = name.startsWith('#')
    ? inRoot('src', name.slice(1))
    : path.resolve(path.dirname(from), name);
  return EXTENSIONS.map((extension) => base + extension).find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
};

/** @type {Map<string, string[]>} */
const importsByFile = new Map();

/**
 * Returns the absolute paths of the project's files that a file imports.
 *
 * @param {string} file
 */
const findImports = (file) => {
  const cached = importsByFile.get(file);
  if (cached !== undefined) return cached;
  const text = readFileSync(file, 'utf8').replace(TYPE_IMPORT, '');
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.flatMap(({ fileName }) => resolve(file, fileName) ?? []);
  importsByFile.set(file, imports);
  return imports;
};

/**
 * Returns all files of the project that run with a file: the file, its imports and theirs.
 *
 * @param {string} file
 * @param {string} [end] a file whose imports are left out
 */
export const importClosure = (file, end) => {
  const closure = new Set([file]);
  for (const member of closure) {
    if (member === end) continue;
    for (const imported of findImports(member)) closure.add(imported);
  }
  return closure;
};
