import { Client } from 'pg';
import { getJobs } from '#platform/jobs';
import type { PlannedRow } from '#plugins/tables/bulk-edit/edit';
import { writePlanned } from '../bulk-edit/support';
import { PRODUCT, sellable, type Desk } from '../publishing-rules/support';
import { HOME, refusal, store, stored, type School } from '../rights/support';
import { type Admin, type AdminAnswer, signInAs } from '../support/admin';
import { untilHeldUp } from '../support/advisory-locks';
import { openSheetDesk, rowsOf, sheetsOf } from './support';

const CHANNEL = 'api::channel.channel';
const READ = 'plugin::content-manager.explorer.read';

describe('POST /import-export/exports', () => {
  let desk: Desk;
  let school: School;
  /** A user without the permission to read the catalogue. */
  let support: Admin;

  beforeAll(async () => {
    ({ desk, school } = await openSheetDesk());
    support = await signInAs(desk.app, 'support', 'Support');
  });

  afterAll(() => desk.stop());

  const createProduct = async (line: string, changes: object = {}) => {
    const data = { ...sellable(desk, { verticals: [line] }), ...changes };
    return { ...data, documentId: await store(desk.app, PRODUCT, data) };
  };

  const startExport = (user: Admin, uid: string, query = ''): Promise<AdminAnswer> =>
    user.post(`/import-export/exports${query}`, { uid, layout: 'rows', format: 'csv-semicolon' });

  /** Signs in a user with a role that reads some fields of products only. */
  const signInAsReader = async (name: string, fields: readonly string[]): Promise<Admin> => {
    const createdRole = await desk.admin.post('/admin/roles', { name, description: name });
    expect(createdRole.status).toBe(201);
    const { id, code } = createdRole.body.data as { id: number; code: string };
    const properties = { fields, locales: ['es', 'en'] };
    const savedRole = await desk.admin.put(`/admin/roles/${id}/permissions`, {
      permissions: [{ action: READ, subject: PRODUCT, properties, conditions: [] }],
    });
    expect(savedRole.status).toBe(200);
    return signInAs(desk.app, code, name);
  };

  it('user of a business line – gets only its entries, also from a list; other users cannot read the run', async () => {
    const [ownProduct, foreignProduct] = [
      await createProduct(school.medicina.documentId),
      await createProduct(school.psicologia.documentId),
    ];
    const anaSheets = sheetsOf(desk.app, school.ana);
    const skus = [ownProduct, foreignProduct].map(
      ({ SKU }, index) => `filters[$and][0][$or][${index}][SKU][$eq]=${SKU}`,
    );
    for (const list of ['', `?locale=es&${skus.join('&')}`]) {
      const ids = rowsOf(await anaSheets.exported(PRODUCT, {}, list)).map(([id]) => id);
      expect(ids).toContain(ownProduct.documentId);
      expect(ids).not.toContain(foreignProduct.documentId);
    }
    const rows = await school.ana.get(`/bulk-edit/${PRODUCT}/rows.csv?locale=es&${skus.join('&')}`);
    expect(rows.status).toBe(200);
    expect(rows.text).toContain(ownProduct.SKU);
    expect(rows.text).not.toContain(foreignProduct.SKU);
    const text = (await anaSheets.exported(HOME)).toString();
    expect(text).not.toContain(school.psicologia.name);
    const startedExport = await startExport(desk.admin, PRODUCT);
    const { id } = startedExport.body.data as { id: string };
    for (const address of ['', '/file', '/items', '/result.csv']) {
      const answer = await school.ana.get(`/import-export/runs/${id}${address}`);
      expect(refusal(answer)).toEqual([404, 'NO_SUCH_RUN']);
    }
  });

  describe('with relations to entries of another business line', () => {
    const TITLE = 'An entry of another business line';
    let channels: { own: string; other: string; foreign: string };

    const createChannel = (name: string, line: string): Promise<string> =>
      store(desk.app, CHANNEL, {
        ...{ name, slug: name, description: 'x', type: 'University', order: 1 },
        verticals: [line],
      });

    const readChannels = async (documentId: string): Promise<string[]> => {
      const { channels: relatedChannels } =
        (await stored(desk.app, PRODUCT, documentId, ['channels'])) ?? {};
      return (relatedChannels as { documentId: string }[]).map((entry) => entry.documentId);
    };

    beforeAll(async () => {
      const { medicina, psicologia } = school;
      channels = {
        own: await createChannel('channel-own', medicina.documentId),
        other: await createChannel('channel-other', medicina.documentId),
        foreign: await createChannel('channel-foreign', psicologia.documentId),
      };
    });

    const createRelatedProduct = () =>
      createProduct(school.medicina.documentId, { channels: [channels.own, channels.foreign] });

    it('does not name them; an unchanged import changes nothing, in any language, for any user', async () => {
      const { documentId } = await createRelatedProduct();
      const anaSheets = sheetsOf(desk.app, school.ana);
      const [headings = [], ...rows] = rowsOf(await anaSheets.exported(PRODUCT));
      const row = rows.find(([id]) => id === documentId) ?? [];
      expect(row).toContain(`channel-own; ${TITLE}`);
      expect(rows.flat().join()).not.toContain('channel-foreign');
      const spanishRow = row.map((cell) =>
        cell.replace(TITLE, 'Una entrada de otra línea de negocio'),
      );
      for (const [cells, admin] of [
        [row, school.ana],
        [spanishRow, school.ana],
        [row, desk.admin],
      ] as const) {
        const run = await sheetsOf(desk.app, admin).check([headings, cells], { uid: PRODUCT });
        expect(run.counts).toMatchObject({ unchanged: 1, refused: 0, changed: 0 });
      }
    });

    it('import of a changed cell – keeps them', async () => {
      const { documentId } = await createRelatedProduct();
      const anaSheets = sheetsOf(desk.app, school.ana);
      const [headings = [], ...rows] = rowsOf(await anaSheets.exported(PRODUCT));
      const row = rows.find(([id]) => id === documentId) ?? [];
      const changedRow = row.map((cell) =>
        cell.includes(TITLE) ? `channel-other; ${TITLE}` : cell,
      );
      const run = await anaSheets.check([headings, changedRow], { uid: PRODUCT });
      expect([run.counts.changed, await anaSheets.items(run)]).toMatchObject([
        1,
        [{ reason: null }],
      ]);
      await anaSheets.start(run);
      expect(await readChannels(documentId)).toEqual([channels.other, channels.foreign]);
    });

    it('GET rows.csv, POST plan and placement – hidden entries – are shown as a placeholder, and kept', async () => {
      const { documentId, SKU } = await createRelatedProduct();
      const { ana } = school;
      const { text } = await ana.get(
        `/bulk-edit/${PRODUCT}/rows.csv?locale=es&filters[$and][0][SKU][$eq]=${SKU}`,
      );
      expect(text).toContain(`channel-own; ${TITLE}`);
      expect(text).not.toContain('channel-foreign');
      const plan = async (cell: string): Promise<PlannedRow[]> => {
        const { body } = await ana.post(`/bulk-edit/${PRODUCT}/plan`, {
          columns: [{ name: 'channels', locale: 'es' }],
          rows: [{ key: documentId, cells: [cell] }],
        });
        return body.data as PlannedRow[];
      };
      expect(await plan(`channel-own; ${TITLE}`)).toMatchObject([{ changes: [] }]);
      const plannedRows = await plan(`${TITLE}; channel-other`);
      expect(plannedRows).toMatchObject([
        { cells: [{ before: `channel-own; ${TITLE}`, after: `${TITLE}; channel-other` }] },
      ]);
      const placement = await ana.post(`/bulk-edit/${PRODUCT}/placement`, {
        ...{ documents: [documentId], to: channels.other },
        at: { uid: PRODUCT, attribute: 'channels' },
      });
      expect([placement.status, placement.text]).toEqual([200, expect.stringContaining(TITLE)]);
      expect(placement.text).not.toContain('channel-foreign');
      const [written] = await writePlanned(ana, PRODUCT, plannedRows);
      expect(written?.status).toBe(200);
      expect(await readChannels(documentId)).toEqual([channels.foreign, channels.other]);
    });
  });

  it('role with permission for some fields – gets only these fields, and cannot filter by others', async () => {
    const expensiveProduct = await createProduct(school.medicina.documentId, {
      tuitionPrice: 47.11,
    });
    const reader = await signInAsReader('Titles', ['title', 'SKU']);
    const sheets = sheetsOf(desk.app, reader);
    for (const layout of ['rows', 'columns']) {
      const [headings = [], ...rows] = rowsOf(await sheets.exported(PRODUCT, { layout }));
      const names = headings.map((name) => name.replace(/ \(\w+\)$/, ''));
      const rowColumns = layout === 'rows' ? ['language', 'SKU'] : [];
      expect(new Set(names)).toEqual(new Set(['id', 'version', 'Title', ...rowColumns]));
      expect(rows.flat().includes(expensiveProduct.SKU)).toBe(layout === 'rows');
      expect(rows.flat()).toContain(expensiveProduct.documentId);
      expect(rows.flat()).not.toContain(expensiveProduct.slug);
    }
    const countFiltered = async (filter: string): Promise<unknown> => {
      const { status, body } = await startExport(
        reader,
        PRODUCT,
        `?locale=es&filters[$and][0]${filter}`,
      );
      return [status, (body.data as { total?: number } | null)?.total];
    };
    expect(await countFiltered(`[SKU][$eq]=${expensiveProduct.SKU}`)).toEqual([201, 1]);
    for (const filter of ['[tuitionPrice][$eq]=47.11', `[slug][$eq]=${expensiveProduct.slug}`]) {
      expect(await countFiltered(filter)).toEqual([400, undefined]);
    }
  });

  it.each([
    PRODUCT,
    HOME,
    'plugin::checkout.order',
    'plugin::users-permissions.user',
    'admin::user',
    'api::nothing.nothing',
  ])('type %s without permission or outside the catalogue – TYPE_FORBIDDEN', async (uid) => {
    expect(refusal(await startExport(support, uid))).toEqual([403, 'TYPE_FORBIDDEN']);
    if (uid.startsWith('api::') && uid !== 'api::nothing.nothing') return;
    expect(refusal(await startExport(desk.admin, uid))).toEqual([403, 'TYPE_FORBIDDEN']);
  });

  it('six parallel exports of a user – three start', async () => {
    const { id } = (await desk.admin.get('/admin/users/me')).body.data as { id: number };
    const client = new Client(desk.app.database.url);
    await client.connect();
    const lockKey = `hashtext('import_export.runs ${id}')`;
    try {
      // No export ends before all have started, and none starts before all are queued.
      await client.query(`
        CREATE FUNCTION hold_runs() RETURNS trigger AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$ LANGUAGE plpgsql;
        CREATE TRIGGER hold_runs BEFORE UPDATE ON import_export.runs
          FOR EACH ROW EXECUTE FUNCTION hold_runs()`);
      await client.query(`SELECT pg_advisory_lock(4711), pg_advisory_lock(${lockKey})`);
      const started = Promise.all(
        Array.from({ length: 6 }, () => startExport(desk.admin, CHANNEL)),
      );
      await untilHeldUp(client, 6);
      await client.query(`SELECT pg_advisory_unlock(${lockKey})`);
      const answers = await started;
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

  it('last attempt failed – run is failed, and frees its slot', async () => {
    const anaSheets = sheetsOf(desk.app, school.ana);
    await anaSheets.exported(CHANNEL);
    const { body } = await school.ana.get('/import-export/runs');
    const [{ id } = { id: '' }] = body.data as { id: string }[];
    const { connection } = desk.app.strapi.db;
    await connection.raw(
      `UPDATE import_export.runs SET state = 'working', uid = 'api::none.none' WHERE id = ?`,
      [id],
    );
    const job = await getJobs(desk.app).enqueue(
      'import-export.work',
      { run: id },
      { startAfter: 60 },
    );
    await connection.raw('UPDATE jobs.job SET retry_limit = 0, start_after = now() WHERE id = ?', [
      job,
    ]);
    expect((await anaSheets.settled(id)).state).toBe('failed');
  });

  it('no session – 401', async () => {
    const { status } = await desk.app.request.post('/import-export/exports').send({ uid: PRODUCT });
    expect(status).toBe(401);
  });

  it.each(['=1+1', '+1', '-1', '@sum', '＝1', '＋1', '－1', '＠1'])(
    'cell that a spreadsheet would run: %s – is escaped',
    async (title) => {
      const { documentId } = await createProduct(school.medicina.documentId, { title });
      const rows = rowsOf(await sheetsOf(desk.app, school.ana).exported(PRODUCT));
      const row = rows.find(([id]) => id === documentId) ?? [];
      expect(row).toContain(`'${title}`);
      expect(row).not.toContain(title);
    },
  );
});
