import { Client } from 'pg';
import { jobsOf } from '../../src/platform/jobs';
import type { Planned } from '../../src/plugins/tables/bulk-edit/edit';
import { writePlanned } from '../bulk-edit/support';
import { PRODUCT, sellable, type Desk } from '../publishing-rules/support';
import { HOME, refusal, store, stored, type School } from '../rights/support';
import { type Admin, type AdminAnswer, signInAs } from '../support/admin';
import { untilHeldUp } from '../support/advisory-locks';
import { openSheetDesk, rowsOf, sheetsOf } from './support';

const CHANNEL = 'api::channel.channel';
const READ = 'plugin::content-manager.explorer.read';

describe('An export', () => {
  let desk: Desk;
  let school: School;
  /** Has no right to read the catalogue. */
  let support: Admin;

  beforeAll(async () => {
    ({ desk, school } = await openSheetDesk());
    support = await signInAs(desk.app, 'support', 'Support');
  });

  afterAll(() => desk.stop());

  const product = async (line: string, changes: object = {}) => {
    const data = { ...sellable(desk, { verticals: [line] }), ...changes };
    return { ...data, documentId: await store(desk.app, PRODUCT, data) };
  };

  const begin = (who: Admin, uid: string, query = ''): Promise<AdminAnswer> =>
    who.post(`/import-export/exports${query}`, { uid, layout: 'rows', format: 'csv-semicolon' });

  /** Signs in a user with a role that reads some fields of products only. */
  const readerOf = async (name: string, fields: readonly string[]): Promise<Admin> => {
    const made = await desk.admin.post('/admin/roles', { name, description: name });
    expect(made.status).toBe(201);
    const { id, code } = made.body.data as { id: number; code: string };
    const properties = { fields, locales: ['es', 'en'] };
    const saved = await desk.admin.put(`/admin/roles/${id}/permissions`, {
      permissions: [{ action: READ, subject: PRODUCT, properties, conditions: [] }],
    });
    expect(saved.status).toBe(200);
    return signInAs(desk.app, code, name);
  };

  it('holds the entries of somebody’s business line alone, in a list as well, and is for nobody else', async () => {
    const [own, foreign] = [
      await product(school.medicina.documentId),
      await product(school.psicologia.documentId),
    ];
    const ofAna = sheetsOf(desk.app, school.ana);
    const skus = [own, foreign].map(
      ({ SKU }, at) => `filters[$and][0][$or][${at}][SKU][$eq]=${SKU}`,
    );
    for (const list of ['', `?locale=es&${skus.join('&')}`]) {
      const ids = rowsOf(await ofAna.exported(PRODUCT, {}, list)).map(([id]) => id);
      expect(ids).toContain(own.documentId);
      expect(ids).not.toContain(foreign.documentId);
    }
    const rows = await school.ana.get(`/bulk-edit/${PRODUCT}/rows.csv?locale=es&${skus.join('&')}`);
    expect(rows.status).toBe(200);
    expect(rows.text).toContain(own.SKU);
    expect(rows.text).not.toContain(foreign.SKU);
    const text = (await ofAna.exported(HOME)).toString();
    expect(text).not.toContain(school.psicologia.name);
    const begun = await begin(desk.admin, PRODUCT);
    const { id } = begun.body.data as { id: string };
    for (const address of ['', '/file', '/items', '/result.csv']) {
      const answer = await school.ana.get(`/import-export/runs/${id}${address}`);
      expect(refusal(answer)).toEqual([404, 'NO_SUCH_RUN']);
    }
  });

  describe('of entries that refer to those of another business line', () => {
    const TITLE = 'An entry of another business line';
    let channels: { own: string; other: string; foreign: string };

    const channel = (name: string, line: string): Promise<string> =>
      store(desk.app, CHANNEL, {
        ...{ name, slug: name, description: 'x', type: 'University', order: 1 },
        verticals: [line],
      });

    const channelsOf = async (documentId: string): Promise<string[]> => {
      const { channels: held } = (await stored(desk.app, PRODUCT, documentId, ['channels'])) ?? {};
      return (held as { documentId: string }[]).map((one) => one.documentId);
    };

    beforeAll(async () => {
      const { medicina, psicologia } = school;
      channels = {
        own: await channel('channel-own', medicina.documentId),
        other: await channel('channel-other', medicina.documentId),
        foreign: await channel('channel-foreign', psicologia.documentId),
      };
    });

    const related = () =>
      product(school.medicina.documentId, { channels: [channels.own, channels.foreign] });

    it('should not name them, and change nothing when it is imported as it is, in any language and by anybody', async () => {
      const { documentId } = await related();
      const ofAna = sheetsOf(desk.app, school.ana);
      const [first = [], ...rows] = rowsOf(await ofAna.exported(PRODUCT));
      const row = rows.find(([id]) => id === documentId) ?? [];
      expect(row).toContain(`channel-own; ${TITLE}`);
      expect(rows.flat().join()).not.toContain('channel-foreign');
      const spanish = row.map((cell) =>
        cell.replace(TITLE, 'Una entrada de otra línea de negocio'),
      );
      for (const [cells, admin] of [
        [row, school.ana],
        [spanish, school.ana],
        [row, desk.admin],
      ] as const) {
        const run = await sheetsOf(desk.app, admin).check([first, cells], { uid: PRODUCT });
        expect(run.counts).toMatchObject({ unchanged: 1, refused: 0, changed: 0 });
      }
    });

    it('should keep them when the cell is changed beside them', async () => {
      const { documentId } = await related();
      const ofAna = sheetsOf(desk.app, school.ana);
      const [first = [], ...rows] = rowsOf(await ofAna.exported(PRODUCT));
      const row = rows.find(([id]) => id === documentId) ?? [];
      const changed = row.map((cell) => (cell.includes(TITLE) ? `channel-other; ${TITLE}` : cell));
      const run = await ofAna.check([first, changed], { uid: PRODUCT });
      expect([run.counts.changed, await ofAna.items(run)]).toMatchObject([1, [{ reason: null }]]);
      await ofAna.start(run);
      expect(await channelsOf(documentId)).toEqual([channels.other, channels.foreign]);
    });

    it('GET rows.csv, POST plan and placement – names of hidden entries – are texts, and are kept', async () => {
      const { documentId, SKU } = await related();
      const { ana } = school;
      const { text } = await ana.get(
        `/bulk-edit/${PRODUCT}/rows.csv?locale=es&filters[$and][0][SKU][$eq]=${SKU}`,
      );
      expect(text).toContain(`channel-own; ${TITLE}`);
      expect(text).not.toContain('channel-foreign');
      const plan = async (cell: string): Promise<Planned[]> => {
        const { body } = await ana.post(`/bulk-edit/${PRODUCT}/plan`, {
          columns: [{ name: 'channels', locale: 'es' }],
          rows: [{ key: documentId, cells: [cell] }],
        });
        return body.data as Planned[];
      };
      expect(await plan(`channel-own; ${TITLE}`)).toMatchObject([{ changes: [] }]);
      const planned = await plan(`${TITLE}; channel-other`);
      expect(planned).toMatchObject([
        { cells: [{ before: `channel-own; ${TITLE}`, after: `${TITLE}; channel-other` }] },
      ]);
      const placed = await ana.post(`/bulk-edit/${PRODUCT}/placement`, {
        ...{ documents: [documentId], to: channels.other },
        at: { uid: PRODUCT, attribute: 'channels' },
      });
      expect([placed.status, placed.text]).toEqual([200, expect.stringContaining(TITLE)]);
      expect(placed.text).not.toContain('channel-foreign');
      const [saved] = await writePlanned(ana, PRODUCT, planned);
      expect(saved?.status).toBe(200);
      expect(await channelsOf(documentId)).toEqual([channels.foreign, channels.other]);
    });
  });

  it('holds the fields that somebody may read, and is narrowed by no other', async () => {
    const dear = await product(school.medicina.documentId, { tuitionPrice: 47.11 });
    const reader = await readerOf('Titles', ['title', 'SKU']);
    const sheets = sheetsOf(desk.app, reader);
    for (const layout of ['rows', 'columns']) {
      const [first = [], ...rows] = rowsOf(await sheets.exported(PRODUCT, { layout }));
      const names = first.map((name) => name.replace(/ \(\w+\)$/, ''));
      const others = layout === 'rows' ? ['language', 'SKU'] : [];
      expect(new Set(names)).toEqual(new Set(['id', 'version', 'Title', ...others]));
      expect(rows.flat().includes(dear.SKU)).toBe(layout === 'rows');
      expect(rows.flat()).toContain(dear.documentId);
      expect(rows.flat()).not.toContain(dear.slug);
    }
    const narrowedBy = async (filter: string): Promise<unknown> => {
      const { status, body } = await begin(reader, PRODUCT, `?locale=es&filters[$and][0]${filter}`);
      return [status, (body.data as { total?: number } | null)?.total];
    };
    expect(await narrowedBy(`[SKU][$eq]=${dear.SKU}`)).toEqual([201, 1]);
    for (const filter of ['[tuitionPrice][$eq]=47.11', `[slug][$eq]=${dear.slug}`]) {
      expect(await narrowedBy(filter)).toEqual([400, undefined]);
    }
  });

  it.each([
    PRODUCT,
    HOME,
    'plugin::checkout.order',
    'plugin::users-permissions.user',
    'admin::user',
    'api::nothing.nothing',
  ])(
    'of %s is begun by nobody who may not read it, or that is no part of the catalogue',
    async (uid) => {
      expect(refusal(await begin(support, uid))).toEqual([403, 'TYPE_FORBIDDEN']);
      if (uid.startsWith('api::') && uid !== 'api::nothing.nothing') return;
      expect(refusal(await begin(desk.admin, uid))).toEqual([403, 'TYPE_FORBIDDEN']);
    },
  );

  it('is one of three that a person has under way, however many are begun at once', async () => {
    const { id } = (await desk.admin.get('/admin/users/me')).body.data as { id: number };
    const client = new Client(desk.app.database.url);
    await client.connect();
    const turn = `hashtext('import_export.runs ${id}')`;
    try {
      // None of them ends before all have started, and none starts before all are queued.
      await client.query(`
        CREATE FUNCTION hold_runs() RETURNS trigger AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$ LANGUAGE plpgsql;
        CREATE TRIGGER hold_runs BEFORE UPDATE ON import_export.runs
          FOR EACH ROW EXECUTE FUNCTION hold_runs()`);
      await client.query(`SELECT pg_advisory_lock(4711), pg_advisory_lock(${turn})`);
      const begun = Promise.all(Array.from({ length: 6 }, () => begin(desk.admin, CHANNEL)));
      await untilHeldUp(client, 6);
      await client.query(`SELECT pg_advisory_unlock(${turn})`);
      const answers = await begun;
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
      await client.query('SELECT pg_advisory_unlock(4711)');
      for (const { body } of answers) {
        const run = body.data as { id: string } | null;
        if (run !== null) await sheetsOf(desk.app, desk.admin).settled(run.id);
      }
    } finally {
      await client.query('DROP FUNCTION hold_runs CASCADE');
      await client.end();
    }
  });

  it('has failed when its last try has, and makes room for others', async () => {
    const ofAna = sheetsOf(desk.app, school.ana);
    await ofAna.exported(CHANNEL);
    const { body } = await school.ana.get('/import-export/runs');
    const [{ id } = { id: '' }] = body.data as { id: string }[];
    const { connection } = desk.app.strapi.db;
    await connection.raw(
      `UPDATE import_export.runs SET state = 'working', uid = 'api::none.none' WHERE id = ?`,
      [id],
    );
    const job = await jobsOf(desk.app).enqueue(
      'import-export.work',
      { run: id },
      { startAfter: 60 },
    );
    await connection.raw('UPDATE jobs.job SET retry_limit = 0, start_after = now() WHERE id = ?', [
      job,
    ]);
    expect((await ofAna.settled(id)).state).toBe('failed');
  });

  it('is begun by nobody who is not signed in', async () => {
    const { status } = await desk.app.request.post('/import-export/exports').send({ uid: PRODUCT });
    expect(status).toBe(401);
  });

  it.each(['=1+1', '+1', '-1', '@sum', '＝1', '＋1', '－1', '＠1'])(
    'is run by no spreadsheet: %s',
    async (title) => {
      const { documentId } = await product(school.medicina.documentId, { title });
      const rows = rowsOf(await sheetsOf(desk.app, school.ana).exported(PRODUCT));
      const row = rows.find(([id]) => id === documentId) ?? [];
      expect(row).toContain(`'${title}`);
      expect(row).not.toContain(title);
    },
  );
});
