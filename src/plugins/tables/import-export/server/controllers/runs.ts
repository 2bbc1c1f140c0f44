import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { integerParam } from '#platform/http/primitives';
import { getRequestBody, refuseTokens, readPerson } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { WorkbookTooLarge } from '#platform/http/spreadsheets/write-workbook';
import { createDisconnectSignal, startStream } from '#platform/http/started-stream';
import { createLocalizedError } from '#platform/http/localized-error';
import { getMessageLanguage } from '#platform/http/message-language';
import { isSuperAdmin, type Person } from '#platform/strapi/actor';
import { isFilteredList, parseListSelection } from '#plugins/tables/lists';
import {
  decisionKinds,
  delimiters,
  encodings,
  formats,
  layouts,
  LONGEST_HEADING,
  LONGEST_NAME,
  modes,
  outcomes,
  questionAnswers,
  questionCodes,
  type Answers,
} from '../../runs';
import { importErrors } from '../errors';
import { CellTooLong, streamExportCsv, createExportWorkbook } from '../exports/export-file';
import {
  answerQuestions,
  beginExport,
  beginImport,
  beginWriting,
  readRows,
  runInSlot,
} from '../runs/start-run';
import { storeDecision, listAssignableFields, assignColumn } from '../runs/decisions';
import { streamResultCsv } from '../runs/result-csv';
import { beginUndo, undoCounts } from '../runs/undo';
import { createOutcomeStore } from '../store/outcomes';
import { createRunStore } from '../store/runs';
import type { ExportOptions, StoredRun } from '../store/stored-run';
import { listSheetTypes } from '../types';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Number of runs listed, newest first. */
const RUNS_LISTED = 20;

const PAGE = 50;

/** No item has a number as small as its negative. */
const FIRST = 1_000_000;

const uid = z.string().max(200);

const parseExport = validateZodSchema(
  z.strictObject({
    uid,
    layout: z.enum(layouts),
    format: z.enum(formats),
    locales: z.array(z.string().max(40)).max(100).default([]),
  }),
);

const answers = z.strictObject(
  Object.fromEntries(questionCodes.map((code) => [code, z.enum(questionAnswers[code]).optional()])),
) as unknown as z.ZodType<Answers>;

const parseAnswers = validateZodSchema(answers);

const parseDecision = validateZodSchema(
  z.strictObject({
    code: z.enum(['NOT_FOUND', 'SEVERAL_FOUND']),
    column: z.string().max(1_000),
    value: z.string().min(1).max(LONGEST_NAME),
    decision: z
      .strictObject({ kind: z.enum(decisionKinds), documentId: z.string().max(40).optional() })
      .nullable(),
  }),
);

const parseFields = validateZodSchema(z.object({ uid }));

const heading = z.string().min(1).max(LONGEST_HEADING);

const parseAssignment = validateZodSchema(
  z.discriminatedUnion('as', [
    z.strictObject({ heading, as: z.literal('field'), place: z.string().max(200) }),
    z.strictObject({ heading, as: z.enum(['ignore', 'unknown']) }),
  ]),
);

/** Treats an empty form field as null. */
const emptyAsNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable().default(null));

const fromJson = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    return text;
  }
};

const rows = z.object({
  uid,
  encoding: emptyAsNull(z.enum(encodings)),
  delimiter: emptyAsNull(z.enum(delimiters)),
  sheet: emptyAsNull(z.string().max(200)),
});

const parseRows = validateZodSchema(rows);

const parseImport = validateZodSchema(
  rows.extend({
    mode: z.enum(modes),
    answers: z.preprocess(fromJson, answers.default({})),
  }),
);

const parseItems = validateZodSchema(
  z.object({
    // Entries that decisions create have numbers below 0.
    after: integerParam({ min: -FIRST, max: Number.MAX_SAFE_INTEGER, fallback: -FIRST }),
    outcome: z.enum(outcomes).optional(),
    isUndone: z.enum(['true', 'false']).optional(),
  }),
);

type Upload = { filepath: string; originalFilename: string | null };

type Request = { files?: Readonly<Record<string, Upload | Upload[]>> };

/**
 * Returns the handlers of imports and exports. Runs are visible to their owners. Super admins also
 * see and undo those of users who can no longer log in.
 */
export const createRunsController = ({ strapi }: WithStrapi) => {
  const runs = createRunStore({ strapi });
  const become = createOutcomeStore({ strapi });

  /** Runs belong to a person, and use the rights that this person has while they are processed. */
  const requirePerson = (ctx: Context): Person => {
    refuseTokens({ strapi });
    return readPerson(ctx);
  };

  const readAccessibleRun = async (ctx: Context): Promise<StoredRun> => {
    const { id = '' } = ctx.params as { id?: string };
    const person = requirePerson(ctx);
    const { id: owner } = person.user;
    const run = z.uuid().safeParse(id).success ? await runs.find(id) : null;
    if (run?.owner === owner) return run;
    if (run !== null && isSuperAdmin(person)) {
      const isRead = ctx.method === 'GET';
      if (await (isRead ? runs.isAbandoned(id) : runs.takeOver(id, owner))) {
        return isRead ? run : { ...run, owner };
      }
    }
    throw createLocalizedError({ strapi }, importErrors.NO_SUCH_RUN);
  };

  /**
   * Changes a run and answers its new state. The change and the takeover of an abandoned run are one
   * transaction, so that a refused change leaves the run to its owner.
   */
  const changeRun = async (
    ctx: Context,
    change: (run: StoredRun) => Promise<void>,
  ): Promise<void> => {
    const id = await strapi.db.transaction(async () => {
      const run = await readAccessibleRun(ctx);
      await change(run);
      return run.id;
    });
    await answerRun(ctx, id);
  };

  const createCommonOptions = (ctx: Context, requestedUid: string) => ({
    person: requirePerson(ctx),
    uid: requestedUid as UID.ContentType,
    isQueued: true,
  });

  const getUploadedFile = (ctx: Context) => {
    const [file] = [(ctx.request as Request).files?.file ?? []].flat();
    if (file === undefined) throw createLocalizedError({ strapi }, importErrors.FILE_MISSING);
    const { filepath, originalFilename } = file;
    return { file: filepath, name: originalFilename ?? '', signal: createDisconnectSignal(ctx) };
  };

  const answerRun = async (ctx: Context, id: string): Promise<void> => {
    // In a transaction, to read what this request has written so far.
    ctx.body = await strapi.db.transaction(async ({ trx }) => {
      const run = await runs.find(id);
      return { data: run === null ? null : await become.seen(run, trx) };
    });
  };

  return {
    async types(ctx: Context): Promise<void> {
      ctx.body = { data: await listSheetTypes({ strapi }, requirePerson(ctx).ability) };
    },

    fields(ctx: Context): void {
      const { uid: requestedUid } = parseFields(ctx.query);
      ctx.body = { data: listAssignableFields({ strapi }, createCommonOptions(ctx, requestedUid)) };
    },

    async find(ctx: Context): Promise<void> {
      const person = requirePerson(ctx);
      const visibleRuns = await runs.of(person.user.id, RUNS_LISTED, isSuperAdmin(person));
      ctx.body = { data: await become.listed(visibleRuns) };
    },

    async findOne(ctx: Context): Promise<void> {
      ctx.body = { data: await become.seen(await readAccessibleRun(ctx)) };
    },

    async items(ctx: Context): Promise<void> {
      const { after, outcome, isUndone } = parseItems(ctx.query);
      const { id } = await readAccessibleRun(ctx);
      ctx.body = {
        data: await become.items(id, {
          after,
          most: PAGE,
          outcome: outcome ?? null,
          isUndone: isUndone === undefined ? null : isUndone === 'true',
        }),
      };
    },

    async beginExport(ctx: Context): Promise<void> {
      const { uid: requestedUid, ...options } = parseExport(getRequestBody(ctx));
      const selection = parseListSelection(ctx.query);
      const list = isFilteredList(selection) ? selection : null;
      const id = await beginExport(
        { strapi },
        { ...createCommonOptions(ctx, requestedUid), list, ...options },
      );
      ctx.status = 201;
      await answerRun(ctx, id);
    },

    async readRows(ctx: Context): Promise<void> {
      const { uid: requestedUid, ...reading } = parseRows(getRequestBody(ctx));
      const submission = { ...getUploadedFile(ctx), reading };
      ctx.body = {
        data: await readRows(
          { strapi },
          { ...createCommonOptions(ctx, requestedUid), ...submission },
        ),
      };
    },

    async beginImport(ctx: Context): Promise<void> {
      const {
        uid: requestedUid,
        mode,
        answers: submittedAnswers,
        ...reading
      } = parseImport(getRequestBody(ctx));
      const submission = { ...getUploadedFile(ctx), reading, mode, answers: submittedAnswers };
      const id = await beginImport(
        { strapi },
        { ...createCommonOptions(ctx, requestedUid), ...submission },
      );
      ctx.status = 201;
      await answerRun(ctx, id);
    },

    async start(ctx: Context): Promise<void> {
      await changeRun(ctx, (run) => beginWriting({ strapi }, run, true));
    },

    /** Stores answers to the dry run's questions. Affected entries are checked again. */
    async answer(ctx: Context): Promise<void> {
      const submittedAnswers = parseAnswers(getRequestBody(ctx));
      await changeRun(ctx, (run) => answerQuestions({ strapi }, run, submittedAnswers));
    },

    /** Remembers the meaning of an unknown heading for the next imports of the type. */
    async assign(ctx: Context): Promise<void> {
      const { heading, ...assignment } = parseAssignment(getRequestBody(ctx));
      await changeRun(ctx, (run) =>
        assignColumn({ strapi }, { run, person: requirePerson(ctx), heading, assignment }),
      );
    },

    /** Stores the decision about a name in all rows. Affected entries are checked again. */
    async decide(ctx: Context): Promise<void> {
      const { decision, ...cause } = parseDecision(getRequestBody(ctx));
      await changeRun(ctx, (run) =>
        storeDecision({ strapi }, { run, person: requirePerson(ctx), about: cause, decision }),
      );
    },

    async undoCounts(ctx: Context): Promise<void> {
      ctx.body = { data: await undoCounts({ strapi }, await readAccessibleRun(ctx)) };
    },

    /** Takes back what an import wrote, where nobody has changed it since. */
    async undo(ctx: Context): Promise<void> {
      await changeRun(ctx, (run) => beginUndo({ strapi }, run));
    },

    /** Cancels a run. Entries already written stay, and so do those already undone. */
    async cancel(ctx: Context): Promise<void> {
      await changeRun(ctx, async ({ id }) => {
        // Another undo can start again, so an undo whose job was lost has an end.
        const wasUndoing = await runs.turn(id, ['undoing'], 'done');
        if (!wasUndoing) await runs.turn(id, ['checking', 'checked', 'working'], 'cancelled');
      });
    },

    async file(ctx: Context): Promise<void> {
      const run = await readAccessibleRun(ctx);
      if (run.kind !== 'export' || run.state !== 'done') {
        throw createLocalizedError({ strapi }, importErrors.NOT_DONE);
      }
      const { format } = run.options as ExportOptions;
      const requestedFile = { run, person: requirePerson(ctx) };
      const signal = createDisconnectSignal(ctx);
      try {
        ctx.body =
          format === 'xlsx'
            ? Buffer.from(
                await runInSlot(
                  { strapi },
                  requestedFile.person.user.id,
                  () => createExportWorkbook({ strapi }, { ...requestedFile, signal }),
                  signal,
                ),
              )
            : await startStream(streamExportCsv({ strapi }, requestedFile));
      } catch (cause) {
        const { CELL_TOO_LONG, WORKBOOK_TOO_LARGE } = importErrors;
        if (cause instanceof CellTooLong)
          throw createLocalizedError({ strapi }, CELL_TOO_LONG, { cause });
        if (!(cause instanceof WorkbookTooLarge)) throw cause;
        throw createLocalizedError({ strapi }, WORKBOOK_TOO_LARGE, { cause });
      }
      ctx.attachment(run.file);
      ctx.type = format === 'xlsx' ? WORKBOOK : 'text/csv; charset=utf-8';
      ctx.set('Cache-Control', 'no-store');
    },

    async result(ctx: Context): Promise<void> {
      const { id } = await readAccessibleRun(ctx);
      ctx.body = await startStream(streamResultCsv({ strapi }, id, getMessageLanguage(ctx)));
      ctx.attachment('import.csv');
      ctx.type = 'text/csv; charset=utf-8';
      ctx.set('Cache-Control', 'no-store');
    },
  };
};
