/** Closes the run with one plain line that is easy to find in a long log. */
export default class Totals {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results;
    // A suite that does not load has no tests to count, and has failed all the same.
    const failed = numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = numPendingTests + numTodoTests;
    // Jest adds its own summary after everybody else's.
    process.once('exit', () => {
      process.stderr.write(
        `\ntests: ${numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`,
      );
    });
  }
}
