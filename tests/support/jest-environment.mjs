import { createRequire } from 'node:module';
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import './kept-browser.mjs';
import { startMeasuring } from './measurements.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Gives tests access to the process that runs them. Jest isolates the modules, globals and `process.env`
 * of each file. Loading the two thousand modules of the service for each file would take longer than the
 * tests. See `host.ts`.
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
    // Not in `setup`, which runs after the setup files.
    this.global.host = {
      require: createRequire(import.meta.url),
      globals: globalThis,
      unstopped: this.unstopped,
      count: this.measurement.count,
      useSettings: this.measurement.useSettings,
      hasFailed: () => this.hasFailed,
    };
    // Strapi's modules read the running service from there, also the copies that a test loads.
    Object.defineProperty(this.global, 'strapi', {
      get: () => Reflect.get(globalThis, 'strapi'),
      configurable: true,
    });
  }

  /**
   * Stops leftovers here, not in `teardown`, when the file's modules are unloaded.
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
