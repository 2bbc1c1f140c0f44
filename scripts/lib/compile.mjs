/**
 * Compiles changed TypeScript files one by one without type checks. `npm run check` and
 * `npm run build` check the types.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/**
 * State of a source file at its last compilation.
 *
 * @typedef {object} CompiledFile
 * @property {string} digest digest of the source
 * @property {string[]} imports source files that it loads, from the project's root
 */

/** @typedef {{ compiler: string, files: Record<string, CompiledFile> }} Manifest */

/** @param {string | Buffer} content */
const computeDigest = (content) => createHash('sha256').update(content).digest('hex');

/** Returns a digest of the compiler's settings, which are the same for all files. */
const computeCompilerDigest = () =>
  computeDigest(
    ['package-lock.json', 'tsconfig.json', 'scripts/lib/compile.mjs']
      .map((file) => readFileSync(inRoot(file), 'utf8'))
      .join('\n'),
  );

/** @param {string} file @returns {Manifest} */
const readManifest = (file) => {
  const compiler = computeCompilerDigest();
  try {
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    if (manifest.compiler === compiler) return manifest;
  } catch {
    // The manifest is missing, or `tsc` compiled last.
  }
  return { compiler, files: {} };
};

/** Returns the name of the compiled file. @param {string} file a source file */
export const getOutputPath = (file) => file.replace(/\.tsx?$/, '.js');

/**
 * Returns the source file of a relative import.
 *
 * @param {string} from
 * @param {string} specifier
 */
const resolveImport = (from, specifier) => {
  const target = path.posix.join(path.posix.dirname(from), specifier);
  const bare = target.replace(/\.js$/, '');
  const candidates = [`${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`, `${bare}/index.tsx`];
  if (target.endsWith('.json')) candidates.unshift(target);
  return candidates.find((file) => existsSync(inRoot(file)));
};

/** Matches static and dynamic imports in compiled code. */
const RELATIVE_IMPORT = /\b(?:require|import)\(["'](\.[^"']*)["']\)/g;

/** @param {string} file @param {string} code compiled code */
const findImports = (file, code) => [
  ...new Set(
    [...code.matchAll(RELATIVE_IMPORT)].flatMap(
      ([, specifier = '']) => resolveImport(file, specifier) ?? [],
    ),
  ),
];

/** @type {{ compilerOptions: { paths: Record<string, string[]> } }} */
const { compilerOptions } = JSON.parse(readFileSync(inRoot('tsconfig.json'), 'utf8'));

/**
 * Compiles a file. Names such as `#platform/http/route` become relative paths, except in
 * `import()`.
 *
 * @param {string} file from the project's root @param {string} source
 * @param {string} [root] the root of a copy of the project
 */
export const compileFile = async (file, source, root = inRoot()) => {
  if (file.endsWith('.json')) return source;
  const { transform } = await import('@swc/core');
  const { code } = await transform(source, {
    filename: path.join(root, file),
    configFile: false,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', tsx: file.endsWith('.tsx') },
      target: 'es2022',
      baseUrl: root,
      paths: compilerOptions.paths,
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  return code;
};

/**
 * Removes a compiled file, and the folders that become empty.
 *
 * @param {string} outDir
 * @param {string} name
 */
const removeOutput = (outDir, name) => {
  rmSync(path.join(outDir, name), { force: true });
  for (let folder = path.dirname(name); folder !== '.'; folder = path.dirname(folder)) {
    const place = path.join(outDir, folder);
    if (!existsSync(place)) continue;
    if (readdirSync(place).length > 0) return;
    rmdirSync(place);
  }
};

/**
 * Returns a function that brings an output folder up to date with the given files and their
 * imports; undefined if it is up to date.
 *
 * @param {{ files: string[], outDir: string, manifestFile: string }} build source files from the
 * project's root
 */
export const planCompilation = ({ files, outDir, manifestFile }) => {
  const before = readManifest(manifestFile);
  /** @type {Map<string, string>} */
  const changed = new Map();
  /** @type {Record<string, CompiledFile>} */
  const after = {};

  /** @param {string[]} names */
  const add = (names) => {
    for (const name of names) {
      if (name in after || changed.has(name)) continue;
      const source = readFileSync(inRoot(name), 'utf8');
      const compiled = before.files[name];
      // If an imported file is gone, the import may now resolve to another file.
      const isSame =
        compiled?.digest === computeDigest(source) &&
        compiled.imports.every((file) => existsSync(inRoot(file)));
      if (compiled && isSame) {
        after[name] = compiled;
        add(compiled.imports);
      } else {
        changed.set(name, source);
      }
    }
  };
  add(files);
  const wasRemoved = Object.keys(before.files).some(
    (name) => !(name in after) && !changed.has(name),
  );
  if (changed.size === 0 && !wasRemoved) return undefined;

  /**
   * Compiles all files before it writes any, so that an error in one leaves the folder unchanged.
   */
  return async () => {
    /** @type {Map<string, string>} */
    const outputs = new Map();
    for (let next = [...changed]; next.length > 0; next = [...changed]) {
      changed.clear();
      const compiled = await Promise.all(
        next.map(async ([name, source]) => {
          const code = await compileFile(name, source);
          return { name, code, digest: computeDigest(source) };
        }),
      );
      for (const { name, code, digest } of compiled) {
        const imports = name.endsWith('.json') ? [] : findImports(name, code);
        outputs.set(getOutputPath(name), code);
        after[name] = { digest, imports };
      }
      for (const { name } of compiled) add(after[name]?.imports ?? []);
    }

    // Removed first, so that an interrupted build is compiled again completely.
    rmSync(manifestFile, { force: true });
    const names = Object.keys(before.files);
    if (names.length === 0) {
      for (const part of new Set([...outputs.keys()].map((name) => name.split('/')[0] ?? name)))
        rmSync(path.join(outDir, part), { recursive: true, force: true });
    }
    for (const name of names) if (!(name in after)) removeOutput(outDir, getOutputPath(name));
    for (const [name, code] of outputs) {
      const file = path.join(outDir, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
    writeFileSync(manifestFile, JSON.stringify({ compiler: before.compiler, files: after }));
  };
};
