import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findLocale } from '#catalogue/locale-names';
import { createLocalizedError } from '#platform/http/localized-error';
import { toMessageLanguage } from '#platform/http/message-language';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel } from '#platform/strapi/models';
import type { Person } from '#platform/strapi/actor';
import { sql, type Transaction } from '#platform/strapi/queries';
import { listSiteLocales } from '#platform/strapi/site-locales';
import type { SheetRows } from '#plugins/tables/bulk-edit';
import { activeStates, type Answers, type ImportMode } from '../../runs';
import { RUNS, type ExportOptions, type FileRow, type StoredRun } from '../store/stored-run';
import { importErrors } from '../errors';
import { runWithSlot, SlotsTaken } from '../file/sheet-thread';
import { countExported } from '../exports/export-batch';
import { parseFile, type SentFile, readSheetRows } from '../imports/parse';
import { createOutcomeStore } from '../store/outcomes';
import { createRunStore, type NewRun } from '../store/runs';

/** Maximum number of active runs per person. */
const MOST_ACTIVE = 3;

const RECENT = 50;

const assertFree = async ({ strapi }: WithStrapi, owner: number): Promise<void> => {
  const recent = await createRunStore({ strapi }).of(owner, RECENT);
  if (recent.filter(({ state }) => activeStates.includes(state)).length >= MOST_ACTIVE) {
    throw createLocalizedError({ strapi }, importErrors.TOO_MANY_RUNS);
  }
};

/**
 * Serialises the starts of one person's runs until the transaction ends, so that concurrent starts
 * cannot exceed the limit.
 *
 * @throws RateLimitError `TOO_MANY_RUNS`
 */
export const lockRunsOfUser = async (
  { strapi, trx }: WithStrapi & { trx: Transaction },
  owner: number,
): Promise<void> => {
  await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [`${RUNS} ${owner}`]);
  await assertFree({ strapi }, owner);
};

/** @throws ForbiddenError `TYPE_FORBIDDEN` if the user may do none of the actions */
export const assertCanRun = (
  { strapi }: WithStrapi,
  { ability }: Person,
  uid: UID.ContentType,
  actions: readonly ('read' | 'create' | 'update' | 'publish')[],
): void => {
  const access = createEntryAccess({ strapi }, { ability, uid });
  const isOurs = uid.startsWith('api::') && findModel({ strapi }, uid) !== undefined;
  if (!isOurs || !actions.some((action) => access.may(action))) {
    throw createLocalizedError({ strapi }, importErrors.TYPE_FORBIDDEN);
  }
};

/**
 * Runs work on a file when a slot is free.
 *
 * @param signal ends the wait
 * @throws RateLimitError `TOO_MANY_FILES`; http-error 503 `FILES_BUSY`
 */
export const runInSlot = async <T>(
  { strapi }: WithStrapi,
  person: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  try {
    return await runWithSlot(person, work, signal);
  } catch (error) {
    if (!(error instanceof SlotsTaken)) throw error;
    const { TOO_MANY_FILES, FILES_BUSY } = importErrors;
    throw createLocalizedError({ strapi }, error.by === 'person' ? TOO_MANY_FILES : FILES_BUSY);
  }
};

/**
 * Reads the rows of a file for the grid of a type. Nothing is written.
 *
 * @throws errors of {@link runInSlot} and {@link readSheetRows}
 */
export const readRows = async (
  { strapi }: WithStrapi,
  { person, uid, ...sent }: Pick<StartOptions, 'person' | 'uid'> & SentFile,
): Promise<SheetRows> => {
  // The grid updates entries, so it needs this permission.
  if (!createEntryAccess({ strapi }, { ability: person.ability, uid }).may('update')) {
    throw createLocalizedError({ strapi }, importErrors.TYPE_FORBIDDEN);
  }
  return runInSlot({ strapi }, person.user.id, () => readSheetRows({ strapi }, sent), sent.signal);
};

export type StartOptions = {
  person: Person;
  uid: UID.ContentType;
  /** Whether the job queue processes the run. Otherwise the caller does. */
  isQueued: boolean;
};

/** Stores a run with its entries and rows, and queues it unless the caller processes it. */
const storeRun = async (
  { strapi }: WithStrapi,
  run: NewRun,
  {
    isQueued,
    items = [],
    rows = [],
  }: { isQueued: boolean; items?: readonly object[]; rows?: Iterable<FileRow> },
): Promise<string> =>
  strapi.db.transaction(async ({ trx }) => {
    await lockRunsOfUser({ strapi, trx }, run.owner);
    const runs = createRunStore({ strapi });
    const id = await runs.make(run, items, trx);
    await runs.addRows(id, rows, trx);
    if (isQueued) await runs.queue(id);
    return id;
  });

/**
 * Starts an export of a type's entries, optionally limited to a list.
 *
 * @returns the run's id
 */
export const beginExport = async (
  { strapi }: WithStrapi,
  {
    person,
    uid,
    isQueued,
    locales: requestedLocales,
    ...options
  }: StartOptions & Pick<ExportOptions, 'layout' | 'format' | 'locales' | 'list'>,
): Promise<string> => {
  const { format, list } = options;
  assertCanRun({ strapi }, person, uid, ['read']);
  const knownLocales = await listSiteLocales({ strapi });
  const exportedLocales = knownLocales.filter((locale) =>
    requestedLocales.some((requested) => findLocale([locale], requested) !== null),
  );
  const locales = exportedLocales.length === 0 ? knownLocales : exportedLocales;
  const { ability } = person;
  const total = await countExported({ strapi }, { uid, ability, locales, list });
  const name = uid.split('.').at(-1) ?? 'entries';
  const run = {
    kind: 'export' as const,
    uid,
    owner: person.user.id,
    state: 'working' as const,
    file: `${name}.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
    ignored: [],
    total,
    options: { ...options, locales, after: '', language: toMessageLanguage(person) },
  };
  return storeRun({ strapi }, run, { isQueued });
};

/**
 * Starts an import with its dry run. The file is read immediately.
 *
 * @param answers to the questions of the dry run
 * @returns the run's id
 * @throws errors of {@link runInSlot} and {@link parseFile}
 */
export const beginImport = async (
  { strapi }: WithStrapi,
  {
    person,
    uid,
    isQueued,
    mode,
    answers,
    ...sent
  }: StartOptions & SentFile & { mode: ImportMode; answers: Answers },
): Promise<string> => {
  const { name, signal } = sent;
  assertCanRun({ strapi }, person, uid, ['update', 'create']);
  if (mode === 'publish') assertCanRun({ strapi }, person, uid, ['publish']);
  // Checked before the file is read, which may take long.
  await assertFree({ strapi }, person.user.id);
  const { ability } = person;
  const { items, rows, ignored, columns, source } = await runInSlot(
    { strapi },
    person.user.id,
    () => parseFile({ strapi }, { uid, ability, ...sent }),
    signal,
  );
  // A caller that has gone could neither see the run nor cancel it.
  signal?.throwIfAborted();
  const run = {
    kind: 'import' as const,
    uid,
    owner: person.user.id,
    state: 'checking' as const,
    file: name.slice(0, 255),
    ignored,
    total: items.length,
    options: { mode, language: toMessageLanguage(person), answers, columns, source },
  };
  return storeRun({ strapi }, run, { isQueued, items, rows });
};

/** Stores answers to the dry run's questions, and queues the check of the affected entries. */
export const answerQuestions = async (
  { strapi }: WithStrapi,
  run: StoredRun,
  answers: Answers,
): Promise<void> =>
  strapi.db.transaction(async ({ trx }) => {
    if (!(await createRunStore({ strapi }).answer(run, answers, trx))) {
      throw createLocalizedError({ strapi }, importErrors.NOT_CHECKED);
    }
    await createRunStore({ strapi }).queue(run.id);
  });

/**
 * Starts the writing of a checked import.
 *
 * @throws http-error 409 `QUESTIONS_OPEN`, `NOT_CHECKED`
 */
export const beginWriting = async (
  { strapi }: WithStrapi,
  run: StoredRun,
  isQueued: boolean,
): Promise<void> =>
  strapi.db.transaction(async ({ trx }) => {
    const { id } = run;
    const questions = await createOutcomeStore({ strapi }).questions(run, trx);
    const open = questions.filter(({ answer }) => answer === null).map(({ code }) => code);
    if (run.state === 'checked' && open.length > 0) {
      throw createLocalizedError({ strapi }, importErrors.QUESTIONS_OPEN, {
        details: { questions: open },
      });
    }
    if (!(await createRunStore({ strapi }).turn(id, ['checked'], 'working'))) {
      throw createLocalizedError({ strapi }, importErrors.NOT_CHECKED);
    }
    if (isQueued) await createRunStore({ strapi }).queue(id);
  });
