import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '../../scripts/lib/paths.mjs';

/** @typedef {import('./run.mjs').Job} Job @typedef {import('./run.mjs').Result} Result */

/** Starts the process that sends the requests. */
export const startLoad = () => {
  const worker = fork(inRoot('bench/load/worker.mjs'), { stdio: 'inherit' });
  const ended = once(worker, 'exit').then(() => [{ error: 'The process that asks has ended' }]);
  return {
    /** @param {Job} job @returns {Promise<Result>} */
    async run(job) {
      worker.send(job);
      const [answer] = /** @type {[Result | { error: string }]} */ (
        await Promise.race([once(worker, 'message'), ended])
      );
      if ('error' in answer) throw new Error(answer.error);
      const bad = Object.keys(answer.statuses).filter((status) => Number(status) >= 400);
      if (bad.length > 0) throw new Error(`${job.address} answered ${bad.join(', ')}`);
      return answer;
    },
    stop: () => {
      worker.kill();
    },
  };
};

/** @typedef {ReturnType<typeof startLoad>} Load */
