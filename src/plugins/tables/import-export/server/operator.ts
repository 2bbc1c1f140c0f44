import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UID } from '@strapi/types';
import { runWithSignals } from '#platform/abort-signals';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { toMessageLanguage } from '#platform/http/message-language';
import { findModel } from '#platform/strapi/models';
import { runAsUser, findPerson, type Person } from '#platform/strapi/actor';
import {
  questionAnswers,
  type Answers,
  type ImportMode,
  type ReadOptions,
  type Run,
  type SheetFormat,
  type SheetLayout,
} from '../runs';
import { streamExportCsv, createExportWorkbook } from './exports/export-file';
import { beginExport, beginImport, beginWriting } from './runs/start-run';
import { streamResultCsv } from './runs/result-csv';
import { createOutcomeStore } from './store/outcomes';
import { createRunStore } from './store/runs';
import type { StoredRun } from './store/stored-run';
import { processRun } from './runs/process-run';

/** Error in a command's arguments. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Parses answers of a command: `EMPTY_CELLS=clear`. */
export const parseAnswers = (written: readonly string[]): Answers => {
  const answers: Record<string, string> = {};
  for (const option of written) {
    const [code = '', answer = ''] = option.split('=');
    const allowed: readonly string[] =
      new Map<string, readonly string[]>(Object.entries(questionAnswers)).get(code) ?? [];
    if (!allowed.includes(answer))
      throw new CommandError(`${option} is not an answer to a question of the import.`);
    answers[code] = answer;
  }
  return answers;
};

type Command = {
  /** Short name `product`, or full uid `api::product.product`. */
  type: string;
  /** E-mail of the admin user on whose behalf the command runs. */
  as: string;
  /** Called from time to time with the progress. */
  onProgress: (run: Run) => void;
  signal: AbortSignal;
};

const EVERY_MS = 1_000;

const resolveUid = ({ strapi }: WithStrapi, type: string): UID.ContentType => {
  const uid = type.includes('::') ? type : `api::${type}.${type}`;
  if (findModel({ strapi }, uid) === undefined) throw new CommandError(`There is no type ${type}.`);
  return uid as UID.ContentType;
};

const readPersonByEmail = async ({ strapi }: WithStrapi, email: string): Promise<Person> => {
  const person = await findPerson({ strapi }, { email: email.toLowerCase() });
  if (person === null) throw new CommandError(`No administrator has the e-mail ${email}.`);
  return person;
};

/** Processes a run to its end in this process. */
const finish = async (
  { strapi }: WithStrapi,
  id: string,
  { onProgress, signal }: Pick<Command, 'onProgress' | 'signal'>,
): Promise<StoredRun> => {
  const runs = createRunStore({ strapi });
  const reportProgress = async (): Promise<StoredRun> => {
    const run = await runs.find(id);
    if (run === null) throw new CommandError('The run no longer exists.');
    onProgress(await createOutcomeStore({ strapi }).seen(run));
    return run;
  };
  for (;;) {
    const isGoingOn = await runWithSignals([signal, AbortSignal.timeout(EVERY_MS)], (turn) =>
      processRun({ strapi }, id, turn),
    );
    const run = await reportProgress();
    if (!isGoingOn) return run;
    if (signal.aborted) {
      await runs.turn(id, [run.state], 'cancelled');
      throw new CommandError('Cancelled. Written entries stay.');
    }
  }
};

/** Exports the entries of a type to a file, like the panel does. */
export const exportToFile = async (
  { strapi }: WithStrapi,
  command: Command & { layout: SheetLayout; format: SheetFormat; locales: string[]; out: string },
): Promise<void> => {
  const person = await readPersonByEmail({ strapi }, command.as);
  const uid = resolveUid({ strapi }, command.type);
  const { layout, format, locales, out } = command;
  const id = await runAsUser({ strapi }, person, () =>
    beginExport({ strapi }, { person, uid, isQueued: false, layout, format, locales, list: null }),
  );
  const run = await finish({ strapi }, id, command);
  const file = { run, person };
  if (format === 'xlsx') await writeFile(out, await createExportWorkbook({ strapi }, file));
  else await pipeline(Readable.from(streamExportCsv({ strapi }, file)), createWriteStream(out));
};

/**
 * Imports entries from a file, like the panel does. After the dry run it writes, unless only a dry
 * run was requested or questions are open.
 *
 * @returns the run with its outcomes
 */
export const importFromFile = async (
  { strapi }: WithStrapi,
  command: Command & {
    file: string;
    mode: ImportMode;
    reading: ReadOptions;
    answers: Answers;
    isDry: boolean;
    result: string | null;
  },
): Promise<Run> => {
  const person = await readPersonByEmail({ strapi }, command.as);
  const uid = resolveUid({ strapi }, command.type);
  const { file, mode, reading, answers } = command;
  const id = await runAsUser({ strapi }, person, () =>
    beginImport(
      { strapi },
      { person, uid, isQueued: false, mode, file, name: path.basename(file), reading, answers },
    ),
  );
  let run = await finish({ strapi }, id, command);
  const checked = run;
  const { questions } = await createOutcomeStore({ strapi }).seen(checked);
  const isAnswered = questions.every(({ answer }) => answer !== null);
  if (!command.isDry && isAnswered) {
    await runAsUser({ strapi }, person, () => beginWriting({ strapi }, checked, false));
    run = await finish({ strapi }, id, command);
  }
  if (command.result !== null) {
    const lines = streamResultCsv({ strapi }, id, toMessageLanguage(person));
    await pipeline(Readable.from(lines), createWriteStream(command.result));
  }
  return createOutcomeStore({ strapi }).seen(run);
};
