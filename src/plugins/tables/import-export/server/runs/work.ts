import type { WithStrapi } from '../../../../../platform/with-strapi';
import { type Job, jobsOf } from '../../../../../platform/jobs';
import { personOf } from '../../../../../platform/strapi/on-behalf';
import { activeStates } from '../../runs';
import { exportBatch } from '../exports/export-batch';
import { importBatch } from '../imports/import-batch';
import { runsOf, type StoredRun } from '../store/runs';

const WORK = 'import-export.work';
const CLEAN_UP = 'import-export.clean-up';

/** How long one run keeps a worker before others have their turn. */
const TURN_MS = 15_000;

/** How long what became of files is kept, with the files' content. */
const KEPT_DAYS = 14;

/** Does a part of a run; true where there is more to do. */
const step = async (
  { strapi }: WithStrapi,
  run: StoredRun,
  signal: AbortSignal,
): Promise<boolean> => {
  const runs = runsOf({ strapi });
  // Asked for each time: whoever loses a right loses it in the middle of an import, too.
  const person = await personOf({ strapi }, { id: run.owner }, run.options.language);
  if (person === null) {
    await runs.turn(run.id, activeStates, 'failed');
    return false;
  }
  if (run.kind === 'export') {
    if (await exportBatch({ strapi }, { run, runs, person })) return true;
    await runs.finish(run.id);
    return false;
  }
  if (await importBatch({ strapi }, { run, runs, person, signal })) return true;
  await runs.turn(run.id, [run.state], run.state === 'checking' ? 'checked' : 'done');
  return false;
};

/**
 * Goes on with a run until it is through, or its time is over.
 *
 * @returns whether there is more to do
 */
export const workOn = async (
  { strapi }: WithStrapi,
  id: string,
  signal: AbortSignal,
): Promise<boolean> => {
  while (!signal.aborted) {
    const run = await runsOf({ strapi }).find(id);
    if (run === null || !activeStates.includes(run.state)) return false;
    if (!(await step({ strapi }, run, signal))) return false;
  }
  return true;
};

/** Has a run gone on with, in the transaction that is running. */
export const workSoon = async ({ strapi }: WithStrapi, id: string): Promise<void> => {
  await jobsOf({ strapi }).enqueue(WORK, { run: id });
};

/** Defines how runs are worked on: in turns, so that a stop of the service is waited for and goes on elsewhere. */
export const defineWork = ({ strapi }: WithStrapi): void => {
  const jobs = jobsOf({ strapi });
  jobs.define(
    WORK,
    async ({ data: { run }, signal }: Job<{ run: string }>) => {
      const turn = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]);
      if (await workOn({ strapi }, run, turn)) await workSoon({ strapi }, run);
    },
    { concurrency: 1, expireInSeconds: 300 },
  );
  jobs.define(CLEAN_UP, () => runsOf({ strapi }).forgetOld(KEPT_DAYS));
  jobs.schedule(CLEAN_UP, '17 3 * * *');
};
