import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { readDurations } from '../../scripts/lib/test-durations.mjs';

/** @type {typeof import('@jest/test-sequencer')} */
const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/**
 * Orders suites by `tests/durations.json`: those that share a running service beside each other, and the longest first. Jest
 * itself knows durations from its cache alone, and orders a bare clone by the size of its files.
 */
export default class Sequencer extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/reporters').Test[]} tests
   */
  sort(tests) {
    const durations = readDurations();
    const ordered = tests.map((test) => {
      const { seconds = 10, settings = '' } = durations[path.relative(root, test.path)] ?? {};
      return { test, seconds, settings };
    });
    ordered.sort((a, b) => a.settings.localeCompare(b.settings) || b.seconds - a.seconds);
    return ordered.map(({ test }) => test);
  }
}
