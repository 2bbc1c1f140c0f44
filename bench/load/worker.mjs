/**
 * Sends requests from its own process, so that no server shares its CPU time. The parent process
 * sends the jobs.
 */
import { runJob } from './run.mjs';

process.on('message', (/** @type {import('./run.mjs').Job} */ job) => {
  runJob(job).then(
    (result) => process.send?.(result),
    (/** @type {unknown} */ error) => process.send?.({ error: String(error) }),
  );
});
