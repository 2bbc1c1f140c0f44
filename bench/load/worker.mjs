/** Asks in a process of its own, so that no server shares its time; its parent says what and how. */
import { runJob } from './run.mjs';

process.on('message', (/** @type {import('./run.mjs').Job} */ job) => {
  runJob(job).then(
    (result) => process.send?.(result),
    (/** @type {unknown} */ error) => process.send?.({ error: String(error) }),
  );
});
