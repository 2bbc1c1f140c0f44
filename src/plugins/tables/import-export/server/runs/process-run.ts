import type { WithStrapi } from '#platform/strapi/with-strapi';
import { runWithSignals } from '#platform/abort-signals';
import { type Job, getJobs } from '#platform/jobs';
import { toMessageLanguage } from '#platform/http/message-language';
import { findPerson } from '#platform/strapi/actor';
import { activeStates, KEPT_DAYS } from '../../runs';
import { exportBatch } from '../exports/export-batch';
import { importBatch } from '../imports/import-batch';
import { reasons } from '../imports/refusals';
import { createRunStore, WORK } from '../store/runs';
import type { StoredRun } from '../store/stored-run';
import { undoBatch, type UndoPlace } from './undo';

const CLEAN_UP = 'import-export.clean-up';

/** Milliseconds after which a run releases its worker to other runs. */
const TURN_MS = 15_000;

/** Number of entries of an import looked up at once. */
const BATCH = 100;

/** Ends a dry run or an import whose entries are all processed. */
const endImport = async ({ strapi }: WithStrapi, run: StoredRun): Promise<void> => {
  const runs = createRunStore({ strapi });
  const isDry = run.state === 'checking';
  if (isDry) await runs.settleRelated(run.id, reasons.unused[toMessageLanguage(run.options)]);
  await runs.turn(run.id, [run.state], isDry ? 'checked' : 'done');
};

/** Processes a part of a run, and returns whether there may be more. */
const processBatch = async (
  { strapi }: WithStrapi,
  run: StoredRun,
  signal: AbortSignal,
  place: UndoPlace,
): Promise<boolean> => {
  const runs = createRunStore({ strapi });
  const isImporting = run.kind === 'import' && run.state !== 'undoing';
  const phase = run.state === 'checking' ? 'checked' : 'result';
  const items = isImporting ? await runs.next(run.id, phase, BATCH) : [];
  if (isImporting && items.length === 0) {
    await endImport({ strapi }, run);
    return false;
  }
  // Loaded each time, so that a permission removed during an import applies at once.
  const person = await findPerson({ strapi }, { id: run.owner }, run.options.language);
  if (person === null) {
    await runs.turn(run.id, activeStates, 'failed');
    return false;
  }
  if (isImporting) {
    await importBatch({ strapi }, { run, person, signal }, items);
    return true;
  }
  if (run.kind === 'export') {
    if (await exportBatch({ strapi }, { run, person })) return true;
    await runs.turn(run.id, ['working'], 'done');
    return false;
  }
  if (await undoBatch({ strapi }, { run, person, signal, place })) return true;
  await runs.turn(run.id, ['undoing'], 'undone');
  return false;
};

/**
 * Processes a run until it ends, or the signal aborts.
 *
 * @returns whether there is more to do
 */
export const processRun = async (
  { strapi }: WithStrapi,
  id: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const place: UndoPlace = { below: null };
  while (!signal.aborted) {
    const run = await createRunStore({ strapi }).find(id);
    if (run === null || !activeStates.includes(run.state)) return false;
    if (!(await processBatch({ strapi }, run, signal, place))) return false;
  }
  return true;
};

/**
 * Defines the jobs that process runs in short parts. A service that stops finishes its part, and
 * another node continues.
 */
export const defineRunJobs = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(
    WORK,
    async ({ data: { run }, signal, isLastTry }: Job<{ run: string }>) => {
      try {
        const hasMore = await runWithSignals([signal, AbortSignal.timeout(TURN_MS)], (turn) =>
          processRun({ strapi }, run, turn),
        );
        if (hasMore) await createRunStore({ strapi }).queue(run);
      } catch (error) {
        // A run that stays active would count among those that its owner may have at once.
        if (isLastTry && !signal.aborted)
          await createRunStore({ strapi }).turn(run, activeStates, 'failed');
        throw error;
      }
    },
    { concurrency: 1, expireInSeconds: 300 },
  );
  jobs.define(CLEAN_UP, () => createRunStore({ strapi }).forgetOld(KEPT_DAYS));
  jobs.schedule(CLEAN_UP, '17 3 * * *');
};
