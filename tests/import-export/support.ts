import { parse } from 'csv-parse/sync';
import {
  activeStates,
  type Answers,
  type CauseKey,
  type Decision,
  type Item,
  type Run,
  type UndoCounts,
} from '#plugins/tables/import-export/runs';
import { startDesk, type Desk } from '../publishing-rules/support';
import { openSchool, type School } from '../rights/support';
import type { Admin, AdminAnswer } from '../support/admin';
import type { App } from '../support/app';
import { until } from '../support/until';

const AT = '/import-export';

/** A file that a user imports: rows of CSV with semicolons, or bytes. */
export type Sheet = readonly (readonly string[])[] | Buffer;

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const toBytes = (sheet: Sheet): Buffer =>
  Buffer.isBuffer(sheet)
    ? sheet
    : Buffer.from(sheet.map((row) => row.map(quote).join(';')).join('\r\n'));

export type Options = {
  uid: string;
  mode?: 'draft' | 'publish';
  name?: string;
  /** Answers to the questions of the dry run, by question. */
  answers?: Answers;
  /** The reading options of the file. */
  reading?: { encoding?: string; delimiter?: string; sheet?: string };
};

/** Returns the imports and exports of a user of the panel. */
export const sheetsOf = ({ request, strapi }: App, admin: Admin) => {
  const readRun = ({ body }: { body: unknown }): Run => (body as { data: Run }).data;

  /** Waits for the end of a step in the database, because each request loads all permissions of the user. */
  const settled = async (id: string): Promise<Run> => {
    const runs = strapi.db.connection('import_export.runs').where({ id });
    await until(
      () => runs.clone().first<Pick<Run, 'state'>>('state'),
      ({ state }) => !activeStates.includes(state),
    );
    return readRun(await admin.get(`${AT}/runs/${id}`));
  };

  const send = async (
    sheet: Sheet,
    { uid, mode = 'draft', name = 'sheet.csv', answers = {}, reading = {} }: Options,
  ): Promise<AdminAnswer> =>
    await request
      .post(`${AT}/imports`)
      .set('Authorization', `Bearer ${admin.token}`)
      .field('uid', uid)
      .field('mode', mode)
      .field('answers', JSON.stringify(answers))
      .field(reading)
      .attach('file', toBytes(sheet), name);

  return {
    send,
    settled,

    /** Returns the rows of a file in the format of the grid. */
    rows: async (sheet: Sheet, { uid, name = 'sheet.csv' }: Options): Promise<AdminAnswer> =>
      await request
        .post(`${AT}/rows`)
        .set('Authorization', `Bearer ${admin.token}`)
        .field('uid', uid)
        .attach('file', toBytes(sheet), name),

    /** Returns the finished dry run of a file. */
    async check(sheet: Sheet, options: Options): Promise<Run> {
      const answer = await send(sheet, options);
      expect([answer.status, answer.body.error]).toEqual([201, undefined]);
      return settled(readRun(answer).id);
    },

    begin: ({ id }: Pick<Run, 'id'>): Promise<AdminAnswer> => admin.post(`${AT}/runs/${id}/start`),

    async start({ id }: Pick<Run, 'id'>): Promise<Run> {
      const { status } = await admin.post(`${AT}/runs/${id}/start`);
      expect(status).toBe(200);
      return settled(id);
    },

    async answer({ id }: Pick<Run, 'id'>, answers: Answers): Promise<Run> {
      const { status, body } = await admin.post(`${AT}/runs/${id}/answers`, answers);
      expect([status, body.error]).toEqual([200, undefined]);
      return settled(id);
    },

    assign: ({ id }: Pick<Run, 'id'>, assignment: object): Promise<AdminAnswer> =>
      admin.post(`${AT}/runs/${id}/columns`, assignment),

    sendDecision: (
      { id }: Pick<Run, 'id'>,
      { code, column, value }: CauseKey,
      decision: Decision | null,
    ): Promise<AdminAnswer> =>
      admin.post(`${AT}/runs/${id}/decisions`, { code, column, value, decision }),

    /** Decides about a value in all rows, and returns the run when it is checked again. */
    async decide(run: Pick<Run, 'id'>, about: CauseKey, decision: Decision | null): Promise<Run> {
      const { status, body } = await this.sendDecision(run, about, decision);
      expect([status, body.error]).toEqual([200, undefined]);
      return settled(run.id);
    },

    async undoCounts({ id }: Pick<Run, 'id'>): Promise<UndoCounts> {
      return (await admin.get(`${AT}/runs/${id}/undo`)).body.data as UndoCounts;
    },

    async undo({ id }: Pick<Run, 'id'>): Promise<Run> {
      const { status, body } = await admin.post(`${AT}/runs/${id}/undo`);
      expect([status, body.error]).toEqual([200, undefined]);
      return settled(id);
    },

    async cancel({ id }: Pick<Run, 'id'>): Promise<Run> {
      return readRun(await admin.post(`${AT}/runs/${id}/cancel`));
    },

    async seen({ id }: Pick<Run, 'id'>): Promise<Run> {
      return readRun(await admin.get(`${AT}/runs/${id}`));
    },

    async items({ id }: Pick<Run, 'id'>): Promise<Item[]> {
      return (await admin.get(`${AT}/runs/${id}/items`)).body.data as Item[];
    },

    /**
     * Returns the bytes of an exported file.
     *
     * @param list the query of a list; without it, all entries are exported
     */
    async exported(uid: string, options: object = {}, list = ''): Promise<Buffer> {
      const startedExport = await admin.post(`${AT}/exports${list}`, {
        uid,
        layout: 'rows',
        format: 'csv-semicolon',
        ...options,
      });
      expect([startedExport.status, startedExport.body.error]).toEqual([201, undefined]);
      const { id, state } = await settled(readRun(startedExport).id);
      expect(state).toBe('done');
      const { status, body } = await request
        .get(`${AT}/runs/${id}/file`)
        .set('Authorization', `Bearer ${admin.token}`)
        .buffer(true)
        .parse((response, done) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('end', () => done(null, Buffer.concat(pieces)));
        });
      expect(status).toBe(200);
      return body as Buffer;
    },
  };
};

export type Sheets = ReturnType<typeof sheetsOf>;

/** The start of suites about files: a desk, a school in it, and the files of a user with all permissions. */
export type SheetDesk = { desk: Desk; school: School; sheets: Sheets };

export const openSheetDesk = async (): Promise<SheetDesk> => {
  const desk = await startDesk();
  const school = await openSchool(desk.app);
  return { desk, school, sheets: sheetsOf(desk.app, desk.admin) };
};

/** Returns the rows of a CSV file with semicolons. */
export const rowsOf = (file: Buffer): string[][] =>
  parse(file, { bom: true, delimiter: ';', relaxColumnCount: true });
