const target = 'es2022';
const module = { type: 'commonjs' };

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/tests/support/jest-environment.mjs',
  setupFiles: ['<rootDir>/tests/support/seed.ts'],
  roots: ['<rootDir>/src', '<rootDir>/tests'],
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
  // What is compiled already is run as it is.
  transformIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
  // On two cores: suites that wait for a process, a browser or a time limit leave room for a third, a sixth of the time. A
  // fourth saves nothing, and has browsers come too late.
  maxWorkers: 3,
  // Each start of the service leaves something behind in the process that holds it.
  workerIdleMemoryLimit: '2GB',
  // The only time limit of hooks and tests. It is generous, because it may only end what hangs.
  testTimeout: 300_000,
  reporters: ['default', '<rootDir>/tests/support/totals.mjs'],
};
