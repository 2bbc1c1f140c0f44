import { createRequire } from 'node:module';
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import './kept-browser.mjs';
import { startMeasuring } from './measurements.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Lets tests reach the process that runs them: Jest gives each file modules, globals and a `process.env` of its
 * own, and loading the service's two thousand modules anew for each of seventy files takes longer than all that
 * those files test. See `host.ts`.
 */
export default class extends TestEnvironment {
  /** @type {Set<() => Promise<void>>} */
  unstopped = new Set();

  hasFailed = false;

  /**
   * @param {ConstructorParameters<typeof TestEnvironment>} args
   */
  constructor(...args) {
    super(...args);
    const [, { testPath }] = args;
    this.measurement = startMeasuring(path.relative(root, testPath));
    // Here rather than in `setup`, which comes after the setup files.
    this.global.host = {
      require: createRequire(import.meta.url),
      globals: globalThis,
      unstopped: this.unstopped,
      count: this.measurement.count,
      useSettings: this.measurement.useSettings,
      hasFailed: () => this.hasFailed,
    };
    // Strapi's own modules look for the running service there, in a test's copies as well.
    Object.defineProperty(this.global, 'strapi', {
      get: () => Reflect.get(globalThis, 'strapi'),
      configurable: true,
    });
  }

  /**
   * Here rather than in `teardown`, where the file's modules are gone already.
   *
   * @param {import('@jest/types').Circus.Event} event
   */
  async handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.hasFailed = true;
    if (name !== 'run_finish') return;
    for (const stop of [...this.unstopped].reverse()) {
      await stop().catch((/** @type {unknown} */ error) => {
        console.error('What a test left running could not be stopped:', error);
      });
    }
  }

  /** @override */
  async teardown() {
    await super.teardown();
    this.measurement.write();
  }
}
