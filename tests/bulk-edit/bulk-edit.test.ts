import type { Columns, PlannedRow, Replaceable } from '#plugins/tables/bulk-edit/edit';
import { getDocumentService } from '#platform/strapi/documents';
import { PRODUCT, sellable, startDesk, type Desk } from '../publishing-rules/support';
import {
  CATEGORY,
  EXPLORER,
  openSchool,
  refusal,
  store,
  VERTICAL,
  type School,
} from '../rights/support';
import { signInAs, type Admin, type AdminAnswer } from '../support/admin';
import { addPicture } from '../support/content';
import { countRequestQueries } from '../support/queries';

const AT = `/bulk-edit/${PRODUCT}`;

const PRICE = { name: 'tuitionPrice', locale: 'es' };
const TITLE = { name: 'title', locale: 'es' };
const CODE = { name: 'SKU', locale: 'es' };

describe('Bulk editing', () => {
  let desk: Desk;
  let school: School;

  beforeAll(async () => {
    desk = await startDesk();
    school = await openSchool(desk.app);
  });

  afterAll(() => desk.stop());

  type CreatedProduct = ReturnType<typeof sellable> & { documentId: string };

  const product = async (changes: object = {}): Promise<CreatedProduct> => {
    const data = { ...sellable(desk, { verticals: [school.medicina.documentId] }), ...changes };
    return { ...data, documentId: await store(desk.app, PRODUCT, data) };
  };

  const plan = async (
    columns: readonly { name: string; locale: string | null }[],
    rows: readonly [key: string, ...cells: (string | null)[]][],
    who: Admin = desk.admin,
  ): Promise<PlannedRow[]> => {
    const { status, body } = await who.post(`${AT}/plan`, {
      columns,
      rows: rows.map(([key, ...cells]) => ({ key, cells })),
    });
    expect(status).toBe(200);
    return body.data as PlannedRow[];
  };

  /** Saves a planned row like the panel. */
  const save = (row: PlannedRow | undefined): Promise<AdminAnswer> => {
    const [change] = row?.changes ?? [];
    const address = `${EXPLORER}/${PRODUCT}/${row?.documentId ?? ''}`;
    return desk.admin.put(`${address}?locale=${change?.locale ?? ''}`, {
      ...change?.data,
      baseVersion: change?.version,
    });
  };

  const readEntry = (documentId: string, locale = 'es'): Promise<Record<string, unknown> | null> =>
    getDocumentService(desk.app, PRODUCT).findOne({ documentId, locale, populate: ['categories'] });

  it('GET /bulk-edit/:uid/columns – returns the fields that the user may change', async () => {
    const { body } = await desk.admin.get(`${AT}/columns`);
    const { columns, locales } = body.data as Columns;
    expect(locales).toEqual(['es', 'en']);
    expect(columns.find(({ name }) => name === 'tuitionPrice')).toMatchObject({
      kind: 'price',
      label: { es: 'Precio a pagar' },
    });
    expect(columns.map(({ name }) => name)).not.toContain('slots');
  });

  it('POST /bulk-edit/:uid/plan – SKU, slug or id as key – returns each value before and after', async () => {
    const [one, two, three] = [await product(), await product(), await product()];
    const rows = await plan(
      [PRICE],
      [
        [one.SKU, '40,50'],
        [two.slug, '49.00'],
        [three.documentId, ''],
        ['nobody', '1'],
        ['', '2'],
        [one.slug, '3'],
      ],
    );
    expect(rows.map(({ cells: [cell] }) => [cell?.before, cell?.after])).toEqual([
      ['49.00', '40.50'],
      ['49.00', '49.00'],
      ['49.00', ''],
      ['', '1'],
      ['', '2'],
      ['', '3'],
    ]);
    expect(rows.map(({ changes, error }) => [changes.length, error === null])).toEqual([
      [1, true],
      [0, true],
      [1, true],
      [0, false],
      [0, false],
      // The first row contains it already.
      [0, false],
    ]);
    expect((await readEntry(one.documentId))?.tuitionPrice).toBe(49);
    expect((await save(rows[0])).status).toBe(200);
    expect((await readEntry(one.documentId))?.tuitionPrice).toBe(40.5);
  });

  it('POST /bulk-edit/:uid/plan – keys with invisible characters – finds the entries, and refuses damaged values', async () => {
    const created = await product();
    const [head = '', ...rest] = created.SKU;
    const changed = `\uFEFF${head}\u200B${rest.join('').replaceAll('-', '\u2011')}\u00A0`;
    const [row] = await plan([TITLE, CODE], [[changed, 'JosÃ©', '9,78849E+12']]);
    expect([row?.documentId, row?.changes]).toEqual([created.documentId, []]);
    expect(row?.cells.map(({ error }) => error?.en)).toEqual([
      expect.stringMatching(/encoding/),
      expect.stringMatching(/last digits/),
    ]);
    const [same] = await plan([CODE], [[created.SKU, changed]]);
    expect(same?.cells).toEqual([{ before: created.SKU, after: created.SKU, error: null }]);
  });

  it('POST /bulk-edit/:uid/plan – ambiguous price – returns an error for the cell and no changes for its row', async () => {
    const { SKU } = await product();
    const [row] = await plan([PRICE, { name: 'type', locale: 'es' }], [[SKU, '1.234', 'Libro']]);
    expect(row?.cells[0]?.error?.en).toMatch(/two ways/);
    expect(row?.cells[1]).toMatchObject({ before: 'Curso corto', after: 'Libro', error: null });
    expect(row?.changes).toEqual([]);
  });

  it('POST /bulk-edit/:uid/plan – price in another currency than the business line’s – returns an error with both', async () => {
    const { SKU } = await product();
    await getDocumentService(desk.app, VERTICAL).update({
      documentId: school.psicologia.documentId,
      data: { currency: 'MXN' },
    });
    const LINES = { name: 'verticals', locale: 'es' };
    const errorsOf = async (price: string, line: string): Promise<(string | undefined)[]> => {
      const [row] = await plan([PRICE, LINES], [[SKU, price, line]]);
      return (row?.cells ?? []).map(({ error }) => error?.en);
    };
    const { medicina, psicologia } = school;
    expect(await errorsOf('40,50 $', medicina.slug)).toEqual([
      expect.stringMatching(/“\$”.* EUR/),
      undefined,
    ]);
    expect(await errorsOf('GBP 49', medicina.slug)).toEqual([
      expect.stringMatching(/“GBP”.* EUR/),
      undefined,
    ]);
    expect(await errorsOf('40,50 €', psicologia.slug)).toEqual([
      expect.stringMatching(/“€”.* MXN/),
      undefined,
    ]);
    expect(await errorsOf('40,50 $', psicologia.slug)).toEqual([undefined, undefined]);
    expect(await errorsOf('40,50 €', medicina.slug)).toEqual([undefined, undefined]);
  });

  it('POST /bulk-edit/:uid/plan – id of another file with the same name – changes the file', async () => {
    const { SKU, documentId } = await product({ cardImage: desk.picture });
    const other = await addPicture(desk.app);
    const files = desk.app.strapi.db.query('plugin::upload.file');
    for (const id of [desk.picture, other]) {
      await files.update({ where: { id }, data: { name: 'same.png' } });
    }
    const IMAGE = { name: 'cardImage', locale: 'es' };
    const [withName] = await plan([IMAGE], [[(await product()).SKU, 'same.png']]);
    expect(withName?.cells[0]?.error?.en).toContain(
      `number of one of them: ${desk.picture}, ${other}`,
    );
    const [same] = await plan([IMAGE], [[SKU, String(desk.picture)]]);
    expect(same?.changes).toEqual([]);
    const [row] = await plan([IMAGE], [[SKU, String(other)]]);
    expect(row?.cells).toEqual([{ before: 'same.png', after: String(other), error: null }]);
    expect((await save(row)).status).toBe(200);
    const saved = await getDocumentService(desk.app, PRODUCT).findOne({
      ...{ documentId, locale: 'es', populate: ['cardImage'] },
    });
    expect(saved).toMatchObject({ cardImage: { id: other } });
  });

  it('POST /bulk-edit/:uid/plan – columns of two locales – returns changes of both', async () => {
    const { documentId, SKU } = await product();
    await getDocumentService(desk.app, PRODUCT).update({
      documentId,
      locale: 'en',
      data: { title: 'English', slug: `en-${documentId}`, tuitionPrice: 49, fullPrice: 60 },
    });
    const [row] = await plan([PRICE, { ...PRICE, locale: 'en' }], [[SKU, '45', '46']]);
    expect(row?.changes.map(({ locale, data }) => [locale, data])).toEqual([
      ['es', { tuitionPrice: 45 }],
      ['en', { tuitionPrice: 46 }],
    ]);
    const { SKU: spanish } = await product();
    const [missing] = await plan([{ ...PRICE, locale: 'en' }], [[spanish, '46']]);
    expect(missing?.cells[0]?.error?.en).toMatch(/no version/);
  });

  it('does not change an omitted cell, and restores a cleared relation on undo', async () => {
    const category = await store(desk.app, CATEGORY, {
      name: 'Surgery',
      slug: 'surgery',
      order: 1,
    });
    const { documentId, SKU } = await product({ categories: [category] });
    const [row] = await plan([PRICE, { name: 'categories', locale: 'es' }], [[SKU, null, '']]);
    expect(row?.cells).toMatchObject([
      { before: '49.00', after: '49.00' },
      { before: 'surgery', after: '' },
    ]);
    const saved = await save(row);
    expect(saved.status).toBe(200);
    expect(await readEntry(documentId)).toMatchObject({ categories: [], tuitionPrice: 49 });
    const { data } = saved.body as unknown as { data: { updatedAt: string } };
    const [change] = row?.changes ?? [];
    const undone = await desk.admin.put(`${EXPLORER}/${PRODUCT}/${documentId}?locale=es`, {
      ...change?.undo,
      baseVersion: data.updatedAt,
    });
    expect(undone.status).toBe(200);
    expect(await readEntry(documentId)).toMatchObject({ categories: [{ documentId: category }] });
  });

  it('is refused after another save in between', async () => {
    const { documentId, SKU } = await product();
    const [row] = await plan([PRICE], [[SKU, '41']]);
    await desk.admin.put(`${EXPLORER}/${PRODUCT}/${documentId}?locale=es`, { tuitionPrice: 42 });
    expect((await save(row)).status).toBe(409);
    expect((await readEntry(documentId))?.tuitionPrice).toBe(42);
  });

  it('replaces a relation by another in all entries, without duplicates', async () => {
    const [old, recent] = [
      await store(desk.app, CATEGORY, { name: 'Old', slug: 'old', order: 1 }),
      await store(desk.app, CATEGORY, { name: 'Recent', slug: 'recent', order: 2 }),
    ];
    const [one, both, none] = [
      await product({ categories: [old] }),
      await product({ categories: [old, recent] }),
      await product({ categories: [recent] }),
    ];
    const documents = [one, both, none].map(({ documentId }) => documentId);
    const replaceable = await desk.admin.post(`${AT}/replaceable`, { documents });
    expect(replaceable.body.data as Replaceable[]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ attribute: 'categories', documentId: old, count: 2 }),
        expect.objectContaining({ attribute: 'categories', documentId: recent, count: 2 }),
      ]),
    );
    const { body } = await desk.admin.post(`${AT}/replacement`, {
      documents,
      attribute: 'categories',
      from: old,
      to: recent,
    });
    const planned = body.data as PlannedRow[];
    expect(planned.map(({ cells: [cell] }) => [cell?.before, cell?.after])).toEqual([
      ['old', 'recent'],
      ['old; recent', 'recent'],
    ]);
    for (const row of planned) expect((await save(row)).status).toBe(200);
    for (const { documentId } of [one, both]) {
      expect(await readEntry(documentId)).toMatchObject({ categories: [{ documentId: recent }] });
    }
  });

  it('sets a picture by its file name, and replaces it by another', async () => {
    const [first, second] = [await addPicture(desk.app), await addPicture(desk.app)];
    const file = desk.app.strapi.db.query('plugin::upload.file');
    await file.update({ where: { id: first }, data: { name: 'first.png' } });
    await file.update({ where: { id: second }, data: { name: 'second.png' } });
    const { documentId, SKU } = await product();
    const readImage = async (): Promise<unknown> =>
      (
        await getDocumentService(desk.app, PRODUCT).findOne({
          documentId,
          locale: 'es',
          populate: ['cardImage'],
        })
      )?.cardImage;
    const [row] = await plan([{ name: 'cardImage', locale: 'es' }], [[SKU, 'first.png']]);
    expect((await save(row)).status).toBe(200);
    expect(await readImage()).toMatchObject({ id: first });
    const { body } = await desk.admin.post(`${AT}/replacement`, {
      documents: [documentId],
      attribute: 'cardImage',
      from: String(first),
      to: String(second),
    });
    const [replaced] = body.data as PlannedRow[];
    expect(replaced?.cells[0]).toMatchObject({ before: 'first.png', after: 'second.png' });
    expect((await save(replaced)).status).toBe(200);
    expect(await readImage()).toMatchObject({ id: second });
  });

  it('neither shows nor changes entries of another business line', async () => {
    const ownProduct = await product();
    const foreignProduct = await product({ verticals: [school.psicologia.documentId] });
    const rows = await plan(
      [PRICE],
      [
        [ownProduct.SKU, '40'],
        [foreignProduct.SKU, '40'],
      ],
      school.ana,
    );
    expect(rows.map(({ changes }) => changes.length)).toEqual([1, 0]);
    expect(rows[1]).toMatchObject({ documentId: null, title: '' });
    const { body } = await school.ana.post(`${AT}/replaceable`, {
      documents: [foreignProduct.documentId],
    });
    expect(body.data).toEqual([]);
  });

  it('refuses duplicate columns and unknown fields, with their positions', async () => {
    const { SKU } = await product();
    const planRefused = async (
      columns: readonly { name: string; locale: string | null }[],
      who: Admin = desk.admin,
    ) => {
      const rows = [{ key: SKU, cells: columns.map(() => '1') }];
      const { status, body } = await who.post(`${AT}/plan`, { columns, rows });
      return [status, (body as { error?: { details?: object } }).error?.details];
    };
    const other = { name: 'fullPrice', locale: 'es' };
    expect(await planRefused([PRICE, other, PRICE])).toEqual([
      400,
      {
        code: 'COLUMN_TWICE',
        columns: [
          { column: 1, ...PRICE },
          { column: 3, ...PRICE },
        ],
      },
    ]);
    const unknown = { name: 'nonsense', locale: 'es' };
    expect(await planRefused([PRICE, unknown])).toEqual([
      400,
      { code: 'COLUMN_UNKNOWN', columns: [{ column: 2, ...unknown }] },
    ]);
    expect(await plan([PRICE, { ...PRICE, locale: 'en' }], [[SKU, '40', null]])).toHaveLength(1);
  });

  it.each(['plan', 'replaceable', 'replacement', 'placement'])(
    'POST /bulk-edit/:uid/%s – more than 500 entries – answers 400 with TOO_MANY_ROWS',
    async (route) => {
      const documents = Array.from({ length: 501 }, (_, index) => `none${index}`);
      const bodies: Record<string, object> = {
        plan: { columns: [PRICE], rows: documents.map((key) => ({ key, cells: ['1'] })) },
        replaceable: { documents },
        replacement: { documents, attribute: 'categories', from: 'a', to: 'b' },
        placement: { documents, at: { uid: CATEGORY, attribute: 'products' }, to: 'a' },
      };
      const answer = await desk.admin.post(`${AT}/${route}`, bodies[route] ?? {});
      expect(refusal(answer)).toEqual([400, 'TOO_MANY_ROWS']);
      expect(answer.body.error).toMatchObject({ details: { most: 500 } });
    },
  );

  it('POST /bulk-edit/:uid/plan – more than 20 columns – answers 400 with TOO_MANY_COLUMNS', async () => {
    const columns = Array.from({ length: 21 }, (_, index) => ({ name: `f${index}`, locale: 'es' }));
    const answer = await desk.admin.post(`${AT}/plan`, { columns, rows: [] });
    expect(refusal(answer)).toEqual([400, 'TOO_MANY_COLUMNS']);
  });

  it('POST /bulk-edit/:uid/replaceable – user of one line – does not offer business lines', async () => {
    const documents = [(await product()).documentId];
    const readOffered = async (who: Admin): Promise<string[]> => {
      const { body } = await who.post(`${AT}/replaceable`, { documents });
      return (body.data as Replaceable[])
        .filter(({ attribute }) => attribute === 'verticals')
        .map(({ documentId }) => documentId);
    };
    expect(await readOffered(school.ana)).toEqual([]);
    expect(await readOffered(school.both)).toEqual([school.medicina.documentId]);
    expect(await readOffered(desk.admin)).toEqual([school.medicina.documentId]);
  });

  it('POST /bulk-edit/:uid/plan – price that the provider does not charge – returns the charged price and the solutions', async () => {
    const { SKU } = await product({
      payID: 'prod_course',
      purchaseType: 'single',
      fullPrice: 49,
      tuitionPrice: null,
    });
    const full = { name: 'fullPrice', locale: 'es' };
    const readCharged = async (columns: readonly object[], ...cells: string[]) =>
      (await plan(columns as never, [[SKU, ...cells]]))[0]?.cells[0]?.charged;
    expect(await readCharged([full], '49')).toEqual({ amount: 49, currency: 'EUR', ways: null });
    expect(await readCharged([full], '999,90')).toEqual({
      amount: 49,
      currency: 'EUR',
      ways: {
        take: [{ ...full, text: '49.00' }],
        withhold: [{ name: 'isSoon', locale: 'es', text: 'yes' }],
        create: expect.objectContaining({
          payID: 'prod_course',
          account: 'main',
          lines: [school.medicina.documentId],
          amount: 999.9,
          currency: 'EUR',
          interval: null,
          replaces: 'price_prod_course',
        }) as unknown,
      },
    });
    for (const name of ['isSoon', 'isOffSale']) {
      expect(await readCharged([full, { name, locale: 'es' }], '999,90', 'yes')).toBe(undefined);
    }
  });

  it('POST /bulk-edit/:uid/plan – payment product or title unreadable – shows neither', async () => {
    const { SKU, title } = await product({
      payID: 'prod_course',
      purchaseType: 'single',
      fullPrice: 49,
      tuitionPrice: null,
    });
    const readCharged = async (name: string, ...fields: readonly string[]) => {
      const { body } = await desk.admin.post('/admin/roles', { name, description: name });
      const role = body.data as { id: number; code: string };
      const permissions = ['read', 'update'].map((action) => ({
        action: `plugin::content-manager.explorer.${action}`,
        ...{ subject: PRODUCT, conditions: [] },
        properties: { fields: ['SKU', 'fullPrice', ...fields], locales: ['es'] },
      }));
      const saved = await desk.admin.put(`/admin/roles/${role.id}/permissions`, { permissions });
      expect(saved.status).toBe(200);
      const who = await signInAs(desk.app, role.code, name);
      const [row] = await plan([{ name: 'fullPrice', locale: 'es' }], [[SKU, '999,90']], who);
      expect(row?.cells[0]?.error).toBeNull();
      return row?.cells[0]?.charged;
    };
    expect((await readCharged('Priced', 'title', 'payID'))?.ways?.create.title).toBe(title);
    expect((await readCharged('Untitled', 'payID'))?.ways?.create.title).toBe('prod_course');
    expect(await readCharged('Unsold', 'title')).toBeUndefined();
  });

  it('runs as many SQL statements for many rows as for one', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, () => product()));
    const columns = [PRICE, { name: 'categories', locale: 'es' }];
    const count = (rows: readonly CreatedProduct[]): Promise<number> =>
      countRequestQueries(desk.app, () =>
        plan(
          columns,
          rows.map(({ SKU }) => [SKU, '33', 'surgery']),
        ),
      );
    const statements = await count(many.slice(0, 1));
    expect(await count(many)).toBe(statements);
  });
});
