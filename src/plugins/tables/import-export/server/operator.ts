import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { findModel } from '../../../../platform/strapi/models';
import { onBehalfOf, personOf, type Person } from '../../../../platform/strapi/on-behalf';
import {
  questionAnswers,
  type Answers,
  type ImportMode,
  type Reading,
  type Run,
  type SheetFormat,
  type SheetLayout,
} from '../runs';
import { exportedCsv, exportedWorkbook } from './exports/export-file';
import { languageOf } from './person-language';
import { beginExport, beginImport, beginWriting } from './runs/begin';
import { resultCsv } from './runs/result-csv';
import { outcomesOf } from './store/outcomes';
import { runsOf, type StoredRun } from './store/runs';
import { workOn } from './runs/work';

/** What whoever runs a command has written cannot be. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Answers as a command names them: `EMPTY_CELLS=clear`. */
export const answersFrom = (written: readonly string[]): Answers => {
  const answers: Record<string, string> = {};
  for (const one of written) {
    const [code = '', answer = ''] = one.split('=');
    const allowed: readonly string[] =
      new Map<string, readonly string[]>(Object.entries(questionAnswers)).get(code) ?? [];
    if (!allowed.includes(answer)) throw new CommandError(`${one} answers no question.`);
    answers[code] = answer;
  }
  return answers;
};

type Command = {
  /** `product`, or the whole `api::product.product`. */
  type: string;
  /** The e-mail of somebody of the panel, with whose rights and in whose name it is done. */
  as: string;
  /** Is told how far it is, now and then. */
  onProgress: (run: Run) => void;
  signal: AbortSignal;
};

const EVERY_MS = 1_000;

const uidOf = ({ strapi }: WithStrapi, type: string): UID.ContentType => {
  const uid = type.includes('::') ? type : `api::${type}.${type}`;
  if (findModel({ strapi }, uid) === undefined) throw new CommandError(`There is no type ${type}.`);
  return uid as UID.ContentType;
};

const personNamed = async ({ strapi }: WithStrapi, email: string): Promise<Person> => {
  const person = await personOf({ strapi }, { email: email.toLowerCase() });
  if (person === null) throw new CommandError(`Nobody of the panel has the e-mail ${email}.`);
  return person;
};

/** Works on a run to its end, here and now. */
const finish = async (
  { strapi }: WithStrapi,
  id: string,
  { onProgress, signal }: Pick<Command, 'onProgress' | 'signal'>,
): Promise<StoredRun> => {
  const runs = runsOf({ strapi });
  const tell = async (): Promise<StoredRun> => {
    const run = await runs.find(id);
    if (run === null) throw new CommandError('The run is not there any more.');
    onProgress(await outcomesOf({ strapi }).seen(run));
    return run;
  };
  for (;;) {
    const turn = AbortSignal.any([signal, AbortSignal.timeout(EVERY_MS)]);
    const isGoingOn = await workOn({ strapi }, id, turn);
    const run = await tell();
    if (!isGoingOn) return run;
    if (signal.aborted) {
      await runs.turn(id, [run.state], 'cancelled');
      throw new CommandError('Cancelled. What was written stays.');
    }
  }
};

/** Writes the entries of a type to a file, as the panel's export would. */
export const exportToFile = async (
  { strapi }: WithStrapi,
  command: Command & { layout: SheetLayout; format: SheetFormat; locales: string[]; out: string },
): Promise<void> => {
  const person = await personNamed({ strapi }, command.as);
  const uid = uidOf({ strapi }, command.type);
  const { layout, format, locales, out } = command;
  const id = await onBehalfOf({ strapi }, person, () =>
    beginExport({ strapi }, { person, uid, isQueued: false, layout, format, locales, list: null }),
  );
  const run = await finish({ strapi }, id, command);
  const wanted = { run, runs: runsOf({ strapi }), person };
  if (format === 'xlsx') await writeFile(out, await exportedWorkbook({ strapi }, wanted));
  else await pipeline(Readable.from(exportedCsv({ strapi }, wanted)), createWriteStream(out));
};

/**
 * Reads entries from a file, as the panel's import would: a dry run first, and then, unless that was all or left questions
 * open, for good.
 *
 * @returns what became, or would become, of it
 */
export const importFromFile = async (
  { strapi }: WithStrapi,
  command: Command & {
    file: string;
    mode: ImportMode;
    reading: Reading;
    answers: Answers;
    isDry: boolean;
    result: string | null;
  },
): Promise<Run> => {
  const person = await personNamed({ strapi }, command.as);
  const uid = uidOf({ strapi }, command.type);
  const { file, mode, reading, answers } = command;
  const id = await onBehalfOf({ strapi }, person, () =>
    beginImport(
      { strapi },
      { person, uid, isQueued: false, mode, file, name: path.basename(file), reading, answers },
    ),
  );
  let run = await finish({ strapi }, id, command);
  const checked = run;
  const { questions } = await outcomesOf({ strapi }).seen(checked);
  const isAnswered = questions.every(({ answer }) => answer !== null);
  if (!command.isDry && isAnswered) {
    await onBehalfOf({ strapi }, person, () => beginWriting({ strapi }, checked, false));
    run = await finish({ strapi }, id, command);
  }
  if (command.result !== null) {
    const lines = resultCsv({ strapi }, id, languageOf(person));
    await pipeline(Readable.from(lines), createWriteStream(command.result));
  }
  return outcomesOf({ strapi }).seen(run);
};
