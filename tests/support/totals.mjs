import { writeFileSync } from 'node:fs';

/**
 * Prints the totals of a run.
 *
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failedFiles
 */

/** Writes what the run came to into the file that `TEST_TOTALS` names. */
export default class TotalsReporter {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const file = process.env.TEST_TOTALS;
    if (file === undefined) return;
    /** @type {Totals} */
    const totals = {
      passed: results.numPassedTests,
      // A suite that does not load has no tests to count, and has failed all the same.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      failedFiles: results.testResults
        .filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError)
        .map(({ testFilePath }) => testFilePath),
    };
    writeFileSync(file, JSON.stringify(totals));
  }
}
