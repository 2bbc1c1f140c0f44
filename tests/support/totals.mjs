import { writeFileSync } from 'node:fs';

/**
 * Prints the totals of a run.
 *
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failedFiles
 * @property {Record<string, string>} reasons the errors of each failed file, as Jest prints them
 */

/** More text would hide the end of the log, where unstable suites are named. */
const LONGEST_REASON = 2_000;

/** Writes what the run came to into the file that `TEST_TOTALS` names. */
export default class TotalsReporter {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const file = process.env.TEST_TOTALS;
    if (file === undefined) return;
    const failures = results.testResults.filter(
      ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError,
    );
    /** @type {Totals} */
    const totals = {
      passed: results.numPassedTests,
      // A suite that does not load has no tests to count, and has failed all the same.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      failedFiles: failures.map(({ testFilePath }) => testFilePath),
      reasons: Object.fromEntries(
        failures.map(({ testFilePath, failureMessage }) => [
          testFilePath,
          (failureMessage ?? '').slice(0, LONGEST_REASON),
        ]),
      ),
    };
    writeFileSync(file, JSON.stringify(totals));
  }
}
