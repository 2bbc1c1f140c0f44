import { readFileSync } from 'node:fs';

const target = 'es2022';
const module = { type: 'commonjs' };

/**
 * Packages that suites take from the process that runs them (`tests/support/host.ts`). Jest would load and compile them anew
 * for every suite. Packages that look at classes of what they are given (`instanceof`) cannot be among them.
 */
const hostPackages = ['playwright-core', 'sharp', 'stripe'];

/** @type {{ compilerOptions: { paths: Record<string, [string]> } }} */
const { compilerOptions } = JSON.parse(
  readFileSync(new URL('tsconfig.json', import.meta.url), 'utf8'),
);

/** Names such as `#platform/*`. */
const aliases = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [folder]]) => [
    `^${name.replace('*', '(.*)')}$`,
    folder.replace('.', '<rootDir>').replace('*', '$1'),
  ]),
);

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/tests/support/jest-environment.mjs',
  setupFiles: ['<rootDir>/tests/support/seed.ts'],
  roots: ['<rootDir>/src', '<rootDir>/tests', '<rootDir>/clients'],
  moduleNameMapper: {
    ...aliases,
    [`^(${hostPackages.join('|')})$`]: '<rootDir>/tests/support/host-modules/$1.ts',
  },
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target }, module }],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target,
          transform: { react: { runtime: 'automatic' } },
        },
        module,
      },
    ],
  },
  // Compiled files run as they are.
  transformIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
  maxWorkers: 2,
  // Each start of the service leaves something behind in the process that holds it. Most of the heap is garbage, and a new
  // process costs a start, so the limit is generous.
  workerIdleMemoryLimit: '1500MB',
  // The only time limit of hooks and tests. It is generous, because it may only end what hangs.
  testTimeout: 300_000,
  testSequencer: '<rootDir>/tests/support/sequencer.mjs',
  reporters: ['default', '<rootDir>/tests/support/totals.mjs'],
};
