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

/** Maximum length of a reason: more text would hide the end of the log, which lists unstable suites. */
const LONGEST_REASON = 2_000;

/** Writes the totals of the run to the file in `TEST_TOTALS`. */
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
      // A suite that does not load has no tests, but counts as failed.
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
