import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { requireFromCore } from './core-internals';

type Patch = {
  /** The packages from `@strapi/core` to the patched one: each is resolved from the one before. */
  packages: readonly string[];
  file: string;
  /** A line that the patch adds. */
  line: string;
};

/** The patches in `patches/` that the server needs. A suite checks the panel's. */
const patches: readonly Patch[] = [
  {
    packages: ['@strapi/database'],
    file: './transaction-context.js',
    line: 'await trx.executionPromise;',
  },
  { packages: ['@strapi/utils', 'yup'], file: './string.js', line: 'rBoundedEmail' },
];

const isApplied = ({ packages, file, line }: Patch): boolean => {
  let resolver = requireFromCore();
  for (const name of packages) resolver = createRequire(resolver.resolve(name));
  return readFileSync(resolver.resolve(file), 'utf8').includes(line);
};

/** Returns the names of packages without their patch, as after `npm ci --ignore-scripts`. */
export const findUnpatchedPackages = (): string[] =>
  patches.flatMap((patch) => (isApplied(patch) ? [] : [patch.packages.at(-1) ?? '']));

/**
 * Checks that the installed packages are patched. Without the patches, lost writes are answered
 * with 200, and anybody can block the process. Call it first in `register`.
 *
 * @throws Error with the names of unpatched packages
 */
export const requirePatches = (): void => {
  const names = findUnpatchedPackages();
  if (names.length === 0) return;
  throw new Error(
    `src/platform/strapi/patches.ts: ${names.join(' and ')} without its patch: run npm ci`,
  );
};
