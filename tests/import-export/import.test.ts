import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Knex } from 'knex';
import type { ListedRun, Run } from '#plugins/tables/import-export/runs';
import type * as sheetThread from '#plugins/tables/import-export/server/file/sheet-thread';
import { getDocumentService } from '#platform/strapi/documents';
import { withConnection } from '#platform/strapi/pooled-sql';
import { signInAs, type AdminAnswer } from '../support/admin';
import { PRODUCT, sellable, unsellable, type Desk } from '../publishing-rules/support';
import {
  CATEGORY,
  EXPLORER,
  HOME,
  messageOf,
  refusal,
  store,
  VERTICAL,
  type School,
} from '../rights/support';
import { addPicture } from '../support/content';
import { sendBothDuring } from '../support/send-during';
import { until } from '../support/until';
import { growthDuring, textCell, workbookOf, workbookOfBlanks, workbookWith } from './bomb';
import { openSheetDesk, rowsOf, sheetsOf, type Sheets } from './support';
import { watchTurns } from '../support/event-loop';
import { hostModule } from '../support/host';

const CHANNEL = 'api::channel.channel';

const MEGABYTE = 2 ** 20;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const slots = path.resolve(
  __dirname,
  '../../dist/src/plugins/tables/import-export/server/file/sheet-thread.js',
);

describe('import of entries', () => {
  let desk: Desk;
  let school: School;
  let sheets: Sheets;

  beforeAll(async () => {
    ({ desk, school, sheets } = await openSheetDesk());
  });

  afterAll(() => desk.stop());

  type StoredProduct = ReturnType<typeof sellable> & { documentId: string };

  const createProduct = async (changes: object = {}): Promise<StoredProduct> => {
    const data = { ...sellable(desk, { verticals: [school.medicina.documentId] }), ...changes };
    return { ...data, documentId: await store(desk.app, PRODUCT, data) };
  };

  const findStored = (documentId: string, locale = 'es', status: 'draft' | 'published' = 'draft') =>
    getDocumentService(desk.app, PRODUCT).findOne({
      documentId,
      locale,
      status,
      populate: ['categories', 'verticals', 'cardImage', 'seo'],
    });

  const findBySku = (SKU: string) =>
    getDocumentService(desk.app, PRODUCT).findFirst({
      locale: 'es',
      filters: { SKU },
      populate: ['verticals'],
    });

  /**
   * Returns the maximum growth of the process in megabytes, and its longest turn of the event loop in
   * milliseconds.
   */
  const measureLoad = async (
    work: () => Promise<void>,
  ): Promise<[growth: number, longest: number]> => {
    const turns = watchTurns();
    try {
      return [await growthDuring(work), turns.longest()];
    } finally {
      turns.stop();
    }
  };

  /** Returns the id of the user that sends the files. */
  const findOwnId = async (): Promise<number> => {
    const { body } = await desk.admin.get('/admin/users/me');
    return (body.data as { id: number }).id;
  };

  /** Waits until a statement of the service waits for a lock. */
  const untilBlocked = (statement: string) =>
    until(
      async () =>
        await desk.app.strapi.db.connection.raw<{ rows: unknown[] }>(
          `SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND query LIKE ?)`,
          [statement],
        ),
      ({ rows }) => rows.length > 0,
    );

  const checkRows = (rows: readonly (readonly string[])[], options: object = {}) =>
    sheets.check(rows, { uid: PRODUCT, ...options });

  /** Checks a file with one row, by heading. */
  const checkRow = (row: Readonly<Record<string, string>>, options: object = {}) =>
    checkRows([Object.keys(row), Object.values(row)], options);

  it('entry created with the key of a row during the import – is not created again', async () => {
    const held = await createProduct();
    const run = await checkRows([
      ['SKU', 'slug', 'title'],
      [held.SKU, held.slug, 'Held'],
      ['DURING-IMPORT', 'during-import', 'New'],
    ]);
    expect(run.counts).toMatchObject({ created: 1, changed: 1 });
    const { connection } = desk.app.strapi.db;
    const transaction = await connection.transaction();
    await transaction.raw('SELECT FROM products WHERE document_id = ? FOR UPDATE', [
      held.documentId,
    ]);
    await sheets.begin(run);
    await untilBlocked('%products%');
    const { documentId } = await createProduct({ SKU: 'DURING-IMPORT', slug: 'during-import' });
    await transaction.commit();
    expect((await sheets.settled(run.id)).counts).toMatchObject({ changed: 1, refused: 1 });
    const stored = await getDocumentService(desk.app, PRODUCT).findMany({
      locale: 'es',
      filters: { SKU: 'DURING-IMPORT' },
    });
    expect(stored.map((product) => product.documentId)).toEqual([documentId]);
  });

  it('check of a file – reports created, changed, unchanged and rejected rows, and writes nothing before the start', async () => {
    const [changedProduct, sameProduct] = [await createProduct(), await createProduct()];
    const run = await checkRows([
      ['SKU', 'slug', 'Título', 'Precio a pagar', 'categories', 'nonsense'],
      [changedProduct.SKU, changedProduct.slug, 'Another', '40,50', '', ''],
      [sameProduct.SKU, sameProduct.slug, sameProduct.title, '49', '', ''],
      ['NEW-1', 'new-1', 'New', '20', '', ''],
      ['', '', 'Nobody', '20', '', ''],
      ['NEW-2', 'new-2', 'New', 'some', 'no-such-category', ''],
    ]);
    expect(run).toMatchObject({
      state: 'checked',
      counts: { created: 1, changed: 1, unchanged: 1, refused: 2 },
      ignored: ['nonsense'],
    });
    const items = await sheets.items(run);
    expect(items.map(({ rows, outcome }) => [rows, outcome])).toEqual([
      [[2], 'changed'],
      [[3], 'unchanged'],
      [[4], 'created'],
      [[5], 'refused'],
      [[6], 'refused'],
    ]);
    expect(items[0]?.changes).toEqual(['Title (es)', 'Price to pay (es)']);
    // All errors of a row are reported, not only the first.
    expect(items[4]?.reason).toMatch(/Price to pay \(es\): .*price/);
    expect(items[4]?.reason).toMatch(/Categories \(es\): “no-such-category” does not exist/);
    expect((await findStored(changedProduct.documentId))?.title).toBe(changedProduct.title);
    expect(await findBySku('NEW-1')).toBeNull();

    const done = await sheets.start(run);
    expect(done).toMatchObject({ state: 'done', done: 2, total: 2 });
    expect(await findStored(changedProduct.documentId)).toMatchObject({
      title: 'Another',
      tuitionPrice: 40.5,
    });
    expect(await findBySku('NEW-1')).toMatchObject({ slug: 'new-1', tuitionPrice: 20 });
    expect(await findBySku('NEW-2')).toBeNull();
  });

  it('negative price – reports the error of the form', async () => {
    const { SKU, documentId } = await createProduct();
    const [item] = await sheets.items(await checkRow({ SKU, 'Precio a pagar': '-5' }));
    const saved = await desk.admin.put(`${EXPLORER}/${PRODUCT}/${documentId}?locale=es`, {
      tuitionPrice: -5,
    });
    expect([item?.reason, messageOf(saved)]).toEqual([
      expect.stringMatching(/A price cannot be negative\.$/),
      expect.stringMatching(/A price cannot be negative\. \(-5\)/),
    ]);
  });

  it('POST /import-export/imports – ambiguous whole numbers – are rejected with a reason', async () => {
    const texts = ['2.000', '2,000', '0x1F', '1e3', '12,5', '3000000000', '1.002.000'];
    const rows: string[][] = [];
    for (const text of texts)
      rows.push([(await createProduct({ numberLimitedPlaces: 12 })).SKU, text]);
    const items = await sheets.items(await checkRows([['SKU', 'numberLimitedPlaces'], ...rows]));
    const outcomes = items.map((item) => [texts[(item.rows[0] ?? 0) - 2], item.outcome]);
    expect(outcomes).toEqual(
      texts.map((text) => [text, text === '1.002.000' ? 'changed' : 'refused']),
    );
  });

  describe('POST /import-export/imports – start of lives', () => {
    const LIVE = 'api::live.live';

    const createLive = async (slug: string) => {
      const typeOfLive = { typeLive: 'Zoom', startDate: '2026-03-01T09:00:00.000Z' };
      const vertical = school.medicina.documentId;
      const data = { title: slug, slug, order: 1, vertical, image: desk.picture, typeOfLive };
      return store(desk.app, LIVE, data);
    };

    const readStart = async (documentId: string): Promise<unknown> => {
      const entry = await getDocumentService(desk.app, LIVE).findOne({
        documentId,
        status: 'draft',
        populate: ['typeOfLive'],
      });
      return (entry as { typeOfLive?: { startDate?: unknown } } | null)?.typeOfLive?.startDate;
    };

    const createWorkbook = async (
      rows: readonly (readonly (string | Date)[])[],
      format: string,
    ) => {
      const { default: writeWorkbook } = await import('write-excel-file/node');
      const bytes = await writeWorkbook(
        rows.map((row) =>
          row.map((value) =>
            typeof value === 'string' ? { value, type: String } : { value, type: Date, format },
          ),
        ),
        {},
      ).toBuffer();
      return Buffer.from(bytes);
    };

    it('texts and date cells – use the time zone of the column', async () => {
      const ids = [
        await createLive('by-text'),
        await createLive('by-cell'),
        await createLive('by-time'),
        await createLive('by-midnight'),
      ];
      const [heading = ''] =
        rowsOf(await sheets.exported(LIVE))[0]?.filter((name) => name.includes('Europe/Madrid')) ??
        [];
      expect(heading).toMatch(/› Start \(Europe\/Madrid\)$/);
      const file = await createWorkbook(
        [
          ['slug', heading],
          ['by-text', '27/11/2026 19:00'],
          ['by-cell', new Date('2026-07-27T19:00:00Z')],
          ['by-time', new Date('1899-12-30T19:00:00Z')],
          ['by-midnight', new Date('2026-08-01T00:00:00Z')],
        ],
        'dd/mm/yyyy hh:mm',
      );
      const run = await sheets.check(file, { uid: LIVE, name: 'lives.xlsx' });
      const items = await sheets.items(run);
      expect(items.map(({ outcome }) => outcome)).toEqual([
        ...['changed', 'changed', 'refused', 'changed'],
      ]);
      expect(items[2]?.reason).toMatch(/Europe\/Madrid.*The date is missing/);
      await sheets.start(run);
      const starts = [];
      for (const id of ids) starts.push(await readStart(id));
      expect(starts).toEqual([
        '2026-11-27T18:00:00.000Z',
        '2026-07-27T17:00:00.000Z',
        '2026-03-01T09:00:00.000Z',
        '2026-07-31T22:00:00.000Z',
      ]);
    });

    it('dates stored as text – use that time zone, and ignore an offset in the text', async () => {
      const starts = {
        'by-iso': ['2026-03-14T19:00:00', '2026-03-14T18:00:00.000Z'],
        'by-offset': ['2026-07-14T19:00:00+05:00', '2026-07-14T17:00:00.000Z'],
      };
      const rows = Object.entries(starts).map(([slug, [cell]]) => [slug, cell] as const);
      const ids: string[] = [];
      for (const [slug] of rows) ids.push(await createLive(slug));
      const xml = rows.map(
        ([slug, cell], index) =>
          `<row r="${index + 2}">${textCell(`A${index + 2}`, slug)}<c r="B${index + 2}" t="d"><v>${cell}</v></c></row>`,
      );
      const head = `<row r="1">${textCell('A1', 'slug')}${textCell('B1', 'typeOfLive.startDate')}</row>`;
      const file = workbookOf(head + xml.join(''));
      await sheets.start(await sheets.check(file, { uid: LIVE, name: 'lives.xlsx' }));
      const storedStarts: unknown[] = [];
      for (const id of ids) storedStarts.push(await readStart(id));
      expect(storedStarts).toEqual(Object.values(starts).map(([, start]) => start));
    });

    it('times that do not exist or are ambiguous – are rejected with a reason', async () => {
      const reasons: [text: string, reason: RegExp][] = [
        ['31/02/2026 10:00', /does not exist/],
        ['29/03/2026 02:30', /put forward \(Europe\/Madrid\)/],
        ['25/10/2026 02:30', /put back \(Europe\/Madrid\)/],
        ['03/04/2026 10:00', /Write the year first/],
        ['27/11/2026', /The time is missing/],
      ];
      const rows: string[][] = [];
      for (const [index, [text]] of reasons.entries()) {
        const slug = `refused-${index}`;
        await createLive(slug);
        rows.push([slug, text]);
      }
      const run = await sheets.check([['slug', 'typeOfLive.startDate'], ...rows], { uid: LIVE });
      expect((await sheets.items(run)).map(({ reason }) => reason)).toEqual(
        reasons.map(([, reason]) => expect.stringMatching(reason) as string),
      );
    });
  });

  it('hours of a programme – are read as times, or rejected with row and column', async () => {
    const LIVE = 'api::live.live';
    const hours = ['7:00 p. m.', '9:30', '25:00', 'later'];
    const rows: string[][] = [];
    for (const [index, hour] of hours.entries()) {
      const slug = `hour-${index}`;
      const typeOfLive = { typeLive: 'Zoom', startDate: '2026-03-01T09:00:00.000Z' };
      const program = [{ title: 'Day', row: [{ hour: '10:00', about: 'Welcome' }] }];
      const data = { title: slug, slug, order: 1, vertical: school.medicina.documentId };
      await store(desk.app, LIVE, { ...data, image: desk.picture, typeOfLive, program });
      rows.push([slug, hour]);
    }
    const run = await sheets.check([['slug', 'program.1.row.1.hour'], ...rows], { uid: LIVE });
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual([
      ...['changed', 'changed'],
      ...['refused', 'refused'],
    ]);
    expect(items[2]?.reason).toMatch(/does not exist/);
    expect(items[3]?.reason).toMatch(/Write the time as 19:00/);
    await sheets.start(run);
    const storedLives = (await getDocumentService(desk.app, LIVE).findMany({
      filters: { slug: { $in: ['hour-0', 'hour-1'] } },
      status: 'draft',
      sort: 'slug',
      populate: { program: { populate: { row: true } } },
    })) as unknown as { program: { row: { hour: string }[] }[] }[];
    expect(storedLives.map(({ program }) => program[0]?.row[0]?.hour)).toEqual(['19:00', '09:30']);
  });

  it('mixed line endings – separate rows', async () => {
    const [first, second, third] = [
      await createProduct(),
      await createProduct(),
      await createProduct(),
    ];
    const csv = `SKU;title\r\n${first.SKU};First\n${second.SKU};Second\r${third.SKU};Third\r\n`;
    const run = await sheets.check(Buffer.from(csv), { uid: PRODUCT, name: 'mixed.csv' });
    expect(run.counts).toMatchObject({ changed: 3, refused: 0, created: 0 });
  });

  it('file without changes – is reported as empty, also in the list of runs', async () => {
    const { SKU, title } = await createProduct();
    const names = ['SKU', 'title'];
    const [unchangedRun, rejectedRun, changedRun] = [
      await checkRows([names, [SKU, title]]),
      await checkRows([names, ['', 'Nobody']]),
      await checkRows([names, ['', 'Nobody'], [SKU, 'Another']]),
    ];
    expect([unchangedRun, rejectedRun, changedRun].map(({ isVoid }) => isVoid)).toEqual([
      true,
      true,
      false,
    ]);
    const listed = (await desk.admin.get('/import-export/runs')).body.data as ListedRun[];
    const isListedVoid = (run: Run): unknown => listed.find(({ id }) => id === run.id)?.isVoid;
    expect([unchangedRun, rejectedRun, changedRun].map(isListedVoid)).toEqual([true, true, false]);
  });

  it('POST /import-export/imports – new entries and locales without a slug – get a slug from their title', async () => {
    const { SKU, documentId, slug } = await createProduct();
    const run = await checkRows([
      ['SKU', 'title', 'title (en)', 'slug'],
      ['SLUG-1', 'Cirugía básica', 'Basic surgery', ''],
      [SKU, 'Another title', 'In English', ''],
    ]);
    const { answers } = run.questions.find(({ code }) => code === 'EMPTY_CELLS') ?? {};
    expect(answers).toEqual(['keep', 'clear']);
    await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'keep' }));
    const created = (await findBySku('SLUG-1'))?.documentId ?? '';
    const slugs = [];
    for (const id of [created, documentId]) {
      for (const locale of ['es', 'en']) slugs.push((await findStored(id, locale))?.slug);
    }
    expect(slugs).toEqual(['cirugia-basica', 'basic-surgery', slug, 'in-english']);

    const categories = await sheets.check(
      [
        ['id', 'name'],
        ['', 'Cuidados paliativos'],
      ],
      { uid: CATEGORY },
    );
    await sheets.start(categories);
    const filters = { slug: 'cuidados-paliativos' };
    expect(await getDocumentService(desk.app, CATEGORY).count({ locale: 'es', filters })).toBe(1);
  });

  it('GET /import-export/runs/:id/result.csv – rows in any order – keep their columns, and can be imported again', async () => {
    const [first, second] = [await createProduct(), await createProduct()];
    const headings = ['notes', 'SKU', 'title', '=heading'];
    const run = await checkRows([
      ['Report of June'],
      headings,
      ['=1+1', first.SKU, "'=2+2", ''],
      ['second; "quoted"', '', 'x', ''],
      ['', second.SKU, second.title, '@x'],
    ]);
    const { text } = await desk.admin.get(`/import-export/runs/${run.id}/result.csv`);
    const result = rowsOf(Buffer.from(text));
    const outcome = (row: string, id: unknown, ...rest: unknown[]) => [row, id, ...rest];
    expect(result).toEqual([
      [
        ...['notes', 'SKU', 'title', "'=heading"],
        ...['import row', 'import id', 'import result', 'import changes', 'import reason'],
      ],
      // Spreadsheets would run these cells without the apostrophes.
      [
        "'=1+1",
        first.SKU,
        "'=2+2",
        '',
        ...outcome('3', first.documentId, 'changed', 'Title (es)', ''),
      ],
      [
        ...['second; "quoted"', '', 'x', ''],
        ...outcome('4', '', 'refused', '', 'The row does not identify an entry.'),
      ],
      [
        '',
        second.SKU,
        second.title,
        "'@x",
        ...outcome('5', second.documentId, 'unchanged', '', ''),
      ],
    ]);
    await sheets.start(run);
    const secondRun = await sheets.check(Buffer.from(text), { uid: PRODUCT });
    expect(secondRun).toMatchObject({
      counts: { changed: 0, unchanged: 2, refused: 1 },
      ignored: ['notes', '=heading'],
    });
    const secondResult = await desk.admin.get(`/import-export/runs/${secondRun.id}/result.csv`);
    expect(rowsOf(Buffer.from(secondResult.text))[0]).toEqual(result[0]);
  });

  it('[clear] – empties a field; fields without a column keep their value', async () => {
    const category = await store(desk.app, CATEGORY, { name: 'One', slug: 'one', order: 1 });
    const { documentId, SKU } = await createProduct({
      acronym: 'AB',
      categories: [category],
      cardImage: desk.picture,
      seo: { title: 'Kept', description: 'Gone', author: 'Ana' },
    });
    await sheets.start(
      await checkRow({
        SKU,
        acronym: '[clear]',
        categories: '[Borrar]',
        'seo.description': '[clear]',
      }),
    );
    expect(await findStored(documentId)).toMatchObject({
      acronym: null,
      categories: [],
      cardImage: { id: desk.picture },
      seo: { title: 'Kept', description: null, author: 'Ana' },
    });
  });

  it('media – are found by file name', async () => {
    const { documentId, SKU } = await createProduct();
    await desk.app.strapi.db
      .query('plugin::upload.file')
      .update({ where: { id: desk.picture }, data: { name: 'cover.png' } });
    const run = await checkRow({ SKU, cardImage: 'cover.png' });
    await sheets.start(run);
    expect(await findStored(documentId)).toMatchObject({ cardImage: { id: desk.picture } });
  });

  it('POST /import-export/imports – number of another file with the same name – changes the file', async () => {
    const [firstFile, secondFile] = [desk.picture, await addPicture(desk.app)];
    const files = desk.app.strapi.db.query('plugin::upload.file');
    for (const id of [firstFile, secondFile]) {
      await files.update({ where: { id }, data: { name: 'same.png' } });
    }
    const [unchangedProduct, changedProduct, ambiguousProduct] = [
      await createProduct({ cardImage: firstFile }),
      await createProduct({ cardImage: firstFile }),
      await createProduct(),
    ];
    const run = await checkRows([
      ['SKU', 'cardImage'],
      [unchangedProduct.SKU, 'same.png'],
      [changedProduct.SKU, String(secondFile)],
      [ambiguousProduct.SKU, 'same.png'],
    ]);
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed', 'refused']);
    expect(items[2]?.reason).toContain(`number of one of them: ${firstFile}, ${secondFile}`);
    await sheets.start(run);
    expect(await findStored(changedProduct.documentId)).toMatchObject({
      cardImage: { id: secondFile },
    });
  });

  it('POST /import-export/imports – price in another currency – is rejected with both currencies', async () => {
    const dollarLine = { name: 'Dollars', slug: 'dollars', currency: 'USD' };
    const dollars = await store(desk.app, VERTICAL, dollarLine);
    const [euroProduct, dollarProduct, movedProduct] = [
      await createProduct(),
      await createProduct({ verticals: [dollars] }),
      await createProduct(),
    ];
    const run = await checkRows([
      ['SKU', 'verticals', 'tuitionPrice'],
      [euroProduct.SKU, school.medicina.slug, '41,50 $'],
      [dollarProduct.SKU, 'dollars', 'US$ 42.50'],
      [movedProduct.SKU, 'dollars', '43,50 €'],
    ]);
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused', 'changed', 'refused']);
    expect(items[0]?.reason).toMatch(/“\$”.* EUR/);
    expect(items[2]?.reason).toMatch(/“€”.* USD/);
  });

  it('repeatable components – are changed, added and removed by position', async () => {
    const documentId = await store(
      desk.app,
      CHANNEL,
      {
        name: 'Partner',
        slug: 'partner',
        description: 'x',
        type: 'Partner',
        order: 1,
        mediaCard: [{ sliderName: 'first' }, { sliderName: 'second' }],
      },
      null,
    );
    const readCards = async (): Promise<unknown> => {
      const channel = await getDocumentService(desk.app, CHANNEL).findOne({
        documentId,
        populate: ['mediaCard'],
      });
      return (channel?.mediaCard as { sliderName: string }[]).map(({ sliderName }) => sliderName);
    };
    const columns = [1, 2, 3].map((position) => `mediaCard.${position}.sliderName`);
    const importNames = async (...names: string[]): Promise<void> => {
      const run = await sheets.check(
        [
          ['slug', ...columns],
          ['partner', ...names],
        ],
        {
          uid: CHANNEL,
          answers: { EMPTY_CELLS: 'clear' },
        },
      );
      await sheets.start(run);
    };
    await importNames('First', 'second', 'third');
    expect(await readCards()).toEqual(['First', 'second', 'third']);
    await importNames('First', '', 'third');
    expect(await readCards()).toEqual(['First', 'third']);
  });

  it.each(['utf-8 with a mark', 'utf-8 with commas', 'windows-1252', 'utf-16 with tabs'])(
    'file of Spanish Excel as %s – is read',
    async (encoding) => {
      const { documentId, SKU } = await createProduct();
      const text = `SKU;Título;Precio a pagar\r\n${SKU};"Pediatría: niño;niña";"1.011,50"\r\n`;
      const bytes = {
        'utf-8 with a mark': Buffer.from(`\uFEFF${text}`),
        'utf-8 with commas': Buffer.from(
          `SKU,Título,Precio a pagar\r\n${SKU},"Pediatría: niño;niña","1.011,50"\r\n`,
        ),
        'windows-1252': Buffer.from(text, 'latin1'),
        'utf-16 with tabs': Buffer.concat([
          Buffer.from([0xff, 0xfe]),
          Buffer.from(
            `SKU\tTítulo\tPrecio a pagar\r\n${SKU}\tPediatría: niño;niña\t1.011,50\r\n`,
            'utf16le',
          ),
        ]),
      }[encoding];
      await sheets.start(await sheets.check(bytes ?? Buffer.from(''), { uid: PRODUCT }));
      expect(await findStored(documentId)).toMatchObject({
        title: 'Pediatría: niño;niña',
        tuitionPrice: 1011.5,
      });
    },
  );

  it('POST /import-export/imports – texts that end within an emoji where they are cut – are checked', async () => {
    const { SKU } = await createProduct();
    const row = {
      SKU,
      title: `${'t'.repeat(59)}😀`,
      categories: `${'c'.repeat(199)}😀`,
      numberLimitedPlaces: `${'9'.repeat(199)}😀`,
    };
    const run = await checkRow(row);
    expect(run).toMatchObject({ state: 'checked', counts: { refused: 1 } });
    expect(run.source?.sample[1]?.[1]).toBe('t'.repeat(59));
    expect(run.causes.map(({ value }) => value).toSorted()).toEqual([
      '9'.repeat(199),
      'c'.repeat(199),
    ]);
  });

  it('POST /import-export/imports – cells with NUL or half a surrogate pair – are rejected, not stored otherwise', async () => {
    const [withNul, withHalf, valid] = [
      await createProduct(),
      await createProduct(),
      await createProduct(),
    ];
    const text = [
      'SKU\ttitle',
      `${withNul.SKU}\tNul\0here`,
      `${withHalf.SKU}\tHalf\uD83Dpair`,
      `${valid.SKU}\tWhole 😀`,
    ].join('\r\n');
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const items = await sheets.items(await sheets.check(bytes, { uid: PRODUCT }));
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'changed']);
    expect(items[0]?.reason).toMatch(/A character could not be read/);
  });

  it('columns of two locales – change one, and create the other', async () => {
    const { documentId, SKU } = await createProduct({ presentation: 'Hola' });
    const run = await checkRow({
      'SKU (es)': SKU,
      'SKU (en)': SKU,
      'slug (en)': `en-${SKU.toLowerCase()}`,
      'title (en)': 'In English',
      'presentation (es)': 'Hola',
      'presentation (en)': 'Hello',
    });
    expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
    await sheets.start(run);
    expect(await findStored(documentId, 'en')).toMatchObject({
      title: 'In English',
      presentation: 'Hello',
    });
    expect(await findStored(documentId)).toMatchObject({ presentation: 'Hola' });
  });

  it('POST /import-export/runs/:id/start – locale deleted since the check – stores nothing in it', async () => {
    const { SKU, documentId } = await createProduct();
    const french = { code: 'fr', name: 'French (fr)', isDefault: false };
    const created = await desk.admin.post('/i18n/locales', french);
    expect(created.status).toBe(200);
    const run = await checkRow({
      SKU,
      'SKU (fr)': SKU,
      'slug (fr)': `fr-${SKU.toLowerCase()}`,
      'title (fr)': 'En français',
    });
    expect(run).toMatchObject({ counts: { changed: 1, refused: 0 } });
    const { id } = created.body as unknown as { id: number };
    expect((await desk.admin.delete(`/i18n/locales/${id}`)).status).toBe(200);
    expect(await sheets.start(run)).toMatchObject({ state: 'done', counts: { refused: 1 } });
    expect(await getDocumentService(desk.app, PRODUCT).count({ locale: 'fr' })).toBe(0);
    expect(await findStored(documentId, 'fr')).toBeNull();
  });

  it('one row for each locale – creates an entry in both locales', async () => {
    await sheets.start(
      await checkRows([
        ['language', 'SKU', 'slug', 'title', 'order'],
        ['es', 'PAIR', 'par', 'Par', '7'],
        ['en', 'PAIR', 'pair', 'Pair', '7'],
        ['xx', 'LOST', 'lost', 'Lost', '7'],
      ]),
    );
    const created = await findBySku('PAIR');
    expect(created).toMatchObject({ title: 'Par' });
    expect(await findStored(created?.documentId ?? '', 'en')).toMatchObject({ title: 'Pair' });
    expect(await findBySku('LOST')).toBeNull();
  });

  it('mode publish – publishes valid entries, and reports errors of others', async () => {
    const [validProduct, invalidProduct] = [
      await createProduct({ cardImage: desk.picture }),
      await createProduct({ ...unsellable, cardImage: desk.picture }),
    ];
    const run = await checkRows(
      [
        ['SKU', 'fullPrice'],
        [validProduct.SKU, '61'],
        [invalidProduct.SKU, '62'],
      ],
      { mode: 'publish' },
    );
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual(['changed', 'refused']);
    expect(items[1]?.reason).toMatch(/has errors and cannot be published/);
    await sheets.start(run);
    expect(await findStored(validProduct.documentId, 'es', 'published')).toMatchObject({
      fullPrice: 61,
    });
    expect(await findStored(invalidProduct.documentId)).toMatchObject({ fullPrice: 60 });
  });

  it('entries of another business line – are rejected', async () => {
    const [ownProduct, foreignProduct] = [
      await createProduct(),
      await createProduct({ verticals: [school.psicologia.documentId] }),
    ];
    const anaSheets = sheetsOf(desk.app, school.ana);
    const run = await anaSheets.check(
      [
        ['SKU', 'slug', 'title', 'verticals'],
        [ownProduct.SKU, ownProduct.slug, 'Mine', 'medicina'],
        [ownProduct.SKU.concat('-GIVEN'), 'given', 'Given away', 'psicologia'],
        [foreignProduct.SKU, foreignProduct.slug, 'Not mine', 'psicologia'],
      ],
      { uid: PRODUCT },
    );
    expect((await anaSheets.items(run)).map(({ outcome }) => outcome)).toEqual([
      'changed',
      'refused',
      'refused',
    ]);
    await anaSheets.start(run);
    expect(await findStored(foreignProduct.documentId)).toMatchObject({
      title: foreignProduct.title,
    });
  });

  it('entry saved after the export or the check – is rejected', async () => {
    const { documentId, SKU } = await createProduct();
    const [headings = [], ...rows] = rowsOf(await sheets.exported(PRODUCT, { locales: ['es'] }));
    const row = [...(rows.find((cells) => cells.includes(SKU)) ?? [])];
    row[headings.indexOf('Title')] = 'From the file';
    const saveTitle = (title: string) =>
      desk.admin.put(`${EXPLORER}/${PRODUCT}/${documentId}?locale=es`, { title });

    const staleRun = await checkRows([headings, row]);
    expect(staleRun.counts.changed).toBe(1);
    await saveTitle('By somebody else');
    await sheets.start(staleRun);
    expect((await sheets.items(staleRun))[0]).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/after the export/) as string,
    });
    const versionColumn = headings.indexOf('version');
    const runWithoutVersion = await checkRows(
      [headings, row].map((cells) => cells.toSpliced(versionColumn, 1)),
    );
    expect(runWithoutVersion.counts.changed).toBe(1);
    await saveTitle('By somebody else again');
    await sheets.start(runWithoutVersion);
    expect((await sheets.items(runWithoutVersion))[0]?.reason).toMatch(/after the check/);
    expect(await findStored(documentId)).toMatchObject({ title: 'By somebody else again' });
  });

  it('import – is recorded in history and audit log with its user', async () => {
    const { documentId, SKU } = await createProduct();
    const anaSheets = sheetsOf(desk.app, school.ana);
    await anaSheets.start(
      await anaSheets.check(
        [
          ['SKU', 'title'],
          [SKU, 'Imported'],
        ],
        { uid: PRODUCT },
      ),
    );
    const { rows: events } = await desk.app.strapi.db.connection.raw<{ rows: object[] }>(
      `SELECT event, actor_kind, actor_name FROM history.events WHERE document_id = ? ORDER BY id DESC LIMIT 1`,
      [documentId],
    );
    expect(events).toEqual([
      { event: 'import', actor_kind: 'user', actor_name: expect.stringMatching(/^Ana/) as string },
    ]);
    const { body } = await desk.admin.get('/audit/entries?action=import.entries');
    const { entries } = body.data as { entries: { actor: { name: string } }[] };
    expect(entries[0]?.actor.name).toMatch(/^Ana/);
  });

  describe('POST /import-export/runs/:id/undo', () => {
    const isInBin = async (documentId: string): Promise<boolean> => {
      const { body } = await desk.admin.get('/history/bin');
      const { deletions } = body.data as { deletions: { documentId: string }[] };
      return deletions.some((deletion) => deletion.documentId === documentId);
    };

    const listDocumentIds = async (run: Pick<Run, 'id'>): Promise<string[]> =>
      (await sheets.items(run)).map(({ documentId }) => documentId ?? '');

    it('created, changed, and later edited entries – restores the first two, and lists the third', async () => {
      const [first, second] = [await createProduct(), await createProduct()];
      const run = await sheets.start(
        await checkRows([
          ['SKU', 'slug', 'title', 'verticals'],
          [first.SKU, first.slug, 'Imported', 'medicina'],
          [second.SKU, second.slug, 'Imported too', 'medicina'],
          ['UNDO-1', 'undo-1', 'Created', 'medicina'],
        ]),
      );
      expect(run).toMatchObject({ state: 'done', undo: { open: 3, undone: 0, kept: 0 } });
      await getDocumentService(desk.app, PRODUCT).update({
        documentId: second.documentId,
        locale: 'es',
        data: { title: 'Edited since' },
      });
      expect(await sheets.undoCounts(run)).toMatchObject({ created: 1, changed: 1, kept: 1 });
      const [, , created = ''] = await listDocumentIds(run);
      expect(refusal(await school.ana.post(`/import-export/runs/${run.id}/undo`))).toEqual([
        404,
        'NO_SUCH_RUN',
      ]);
      expect(await sheets.undo(run)).toMatchObject({
        state: 'undone',
        undo: { undone: 2, kept: 1, open: 0 },
      });
      expect(await findStored(first.documentId)).toMatchObject({ title: first.title });
      expect(await findStored(second.documentId)).toMatchObject({ title: 'Edited since' });
      expect(await findStored(created)).toBeNull();
      expect(await isInBin(created)).toBe(true);
      const items = await sheets.items(run);
      expect(items.map(({ isUndone }) => isUndone)).toEqual([true, false, true]);
      expect(items[1]?.reason).toMatch(/^Somebody changed the entry after the import/);
      const keptItems = await desk.admin.get(`/import-export/runs/${run.id}/items?isUndone=false`);
      expect((keptItems.body.data as unknown[]).length).toBe(1);
      const { body } = await desk.admin.get('/audit/entries?action=import.undone');
      expect((body.data as { entries: unknown[] }).entries.length).toBe(1);
    });

    it('owner can no longer log in – super admins find the import, and undo it with their rights', async () => {
      const leaver = await signInAs(desk.app, 'strapi-super-admin', 'Leaver');
      const leaverSheets = sheetsOf(desk.app, leaver);
      const rows = [
        ['SKU', 'slug', 'title', 'verticals'],
        ['LEFT-1', 'left-1', 'Created', 'medicina'],
      ];
      const run = await leaverSheets.start(await leaverSheets.check(rows, { uid: PRODUCT }));
      const [{ documentId } = { documentId: '' }] = await leaverSheets.items(run);
      const address = `/import-export/runs/${run.id}`;
      expect(refusal(await desk.admin.get(address))).toEqual([404, 'NO_SUCH_RUN']);
      const { id } = (await leaver.get('/admin/users/me')).body.data as { id: number };
      expect((await desk.admin.delete(`/admin/users/${id}`)).status).toBe(200);
      expect(refusal(await school.ana.get(address))).toEqual([404, 'NO_SUCH_RUN']);
      const { body } = await desk.admin.get('/import-export/runs');
      expect((body.data as Run[]).map((listed) => listed.id)).toContain(run.id);
      expect((await desk.admin.get(`${address}/result.csv`)).status).toBe(200);
      const refused = await desk.admin.post(`${address}/start`);
      expect(refusal(refused)).toEqual([409, 'NOT_CHECKED']);
      const decision = { code: 'NOT_FOUND', column: 'A', value: 'B', decision: null };
      const undecided = await desk.admin.post(`${address}/decisions`, decision);
      expect(refusal(undecided)).toEqual([400, 'NO_SUCH_CAUSE']);
      const readOwner = async (): Promise<unknown> => {
        const { rows } = await desk.app.strapi.db.connection.raw<{ rows: { owner: number }[] }>(
          'SELECT owner FROM import_export.runs WHERE id = ?',
          [run.id],
        );
        return rows[0]?.owner;
      };
      expect(await readOwner()).toBe(id);
      const undo = () => desk.admin.post(`${address}/undo`);
      const [first, second] = await sendBothDuring(
        desk.app,
        (transaction) => transaction('import_export.runs').where({ id: run.id }).forUpdate(),
        [undo, undo],
      );
      expect(first.status).toBe(200);
      expect(refusal(second)).toEqual([409, 'NOTHING_TO_UNDO']);
      expect(await sheets.settled(run.id)).toMatchObject({ state: 'undone', undo: { undone: 1 } });
      expect(await findStored(documentId ?? '')).toBeNull();
      expect(await readOwner()).not.toBe(id);
    });

    it('published entries – are republished as before, or unpublished', async () => {
      const [published, modified] = [await createProduct(), await createProduct()];
      const documents = getDocumentService(desk.app, PRODUCT);
      for (const { documentId } of [published, modified]) {
        await documents.publish({ documentId, locale: 'es' });
      }
      const draft = { documentId: modified.documentId, locale: 'es', data: { title: 'Draft' } };
      await documents.update(draft);
      const unpublished = await createProduct();
      const run = await sheets.start(
        await checkRows(
          [
            ['SKU', 'title'],
            ...[published, modified, unpublished].map(({ SKU }) => [SKU, 'Imported']),
          ],
          { mode: 'publish' },
        ),
      );
      expect(run).toMatchObject({ state: 'done', counts: { changed: 3 } });
      expect(await findStored(unpublished.documentId, 'es', 'published')).not.toBeNull();
      expect((await sheets.undo(run)).undo).toEqual({ undone: 3, kept: 0, open: 0 });
      for (const { documentId, title } of [published, modified]) {
        expect(await findStored(documentId, 'es', 'published')).toMatchObject({ title });
      }
      expect(await findStored(published.documentId)).toMatchObject({ title: published.title });
      expect(await findStored(modified.documentId)).toMatchObject({ title: 'Draft' });
      expect(await findStored(unpublished.documentId)).toMatchObject({ title: unpublished.title });
      expect(await findStored(unpublished.documentId, 'es', 'published')).toBeNull();
      const secondUndo = await desk.admin.post(`/import-export/runs/${run.id}/undo`);
      expect(refusal(secondUndo)).toEqual([409, 'NOTHING_TO_UNDO']);
    });

    it('created product with a paid order – is kept, with the reason', async () => {
      const data = sellable(desk);
      const { SKU, slug, title } = data;
      const run = await sheets.start(await checkRow({ SKU, slug, title, verticals: 'medicina' }));
      const [created = ''] = await listDocumentIds(run);
      await desk.app.strapi.db.query('plugin::checkout.order').create({
        data: {
          sessionId: `cs_${Math.random()}`,
          origin: 'main',
          state: 'paid',
          sessionStatus: 'complete',
          paymentStatus: 'paid',
          mode: 'payment',
          vertical: 'medicina',
          customerEmail: 'student@example.com',
          productTitle: title,
          productSKU: SKU,
          productDocumentId: created,
          productPayId: 'prod_1',
          priceId: 'price_1',
        },
      });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 0, kept: 1, open: 0 });
      expect(await findStored(created)).not.toBeNull();
      const [item] = await sheets.items(run);
      expect(item).toMatchObject({ isUndone: false, reason: expect.any(String) as string });
      expect(item?.reason).not.toMatch(/^Somebody changed/);
    });

    it('related entry was renamed – entry counts as unedited, and is restored', async () => {
      const slug = `renamed-${Date.now()}`;
      const category = await store(desk.app, CATEGORY, { name: 'Before', slug });
      const entry = await createProduct({ categories: [category] });
      const run = await sheets.start(await checkRow({ SKU: entry.SKU, title: 'Imported' }));
      const { documentId } = entry;
      await getDocumentService(desk.app, CATEGORY).update({
        documentId: category,
        locale: 'es',
        data: { name: 'After' },
      });
      expect(await sheets.undoCounts(run)).toMatchObject({ changed: 1, kept: 0, unrecorded: 0 });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 1, kept: 0, open: 0 });
      expect(await findStored(documentId)).toMatchObject({ title: entry.title });
    });

    it('entry was moved in its list – counts as unedited, and is restored at its new position', async () => {
      const [entry, last] = [await createProduct(), await createProduct()];
      const run = await sheets.start(await checkRow({ SKU: entry.SKU, title: 'Imported' }));
      const order = `/ordering/order/${PRODUCT}`;
      const readOrder = async () => {
        const { body } = await desk.admin.get(`${order}?limit=200`);
        const { version, entries } = body.data as {
          version: string;
          entries: { documentId: string }[];
        };
        return { version, documents: entries.map(({ documentId }) => documentId) };
      };
      const { version, documents } = await readOrder();
      const to = documents.indexOf(last.documentId);
      const move = { documentId: entry.documentId, to, version };
      expect((await desk.admin.post(`${order}/moves`, move)).status).toBe(204);
      const moved = await readOrder();
      expect(await sheets.undoCounts(run)).toMatchObject({ changed: 1, kept: 0 });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 1, kept: 0, open: 0 });
      expect(await findStored(entry.documentId)).toMatchObject({ title: entry.title });
      expect((await readOrder()).documents).toEqual(moved.documents);
    });

    it('entry changed by SQL since – is kept', async () => {
      const { documentId, SKU } = await createProduct();
      const run = await sheets.start(await checkRow({ SKU, title: 'Imported' }));
      const query = desk.app.strapi.db.query(PRODUCT);
      await query.updateMany({ where: { documentId }, data: { title: 'By an operator' } });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 0, kept: 1, open: 0 });
      expect(await findStored(documentId)).toMatchObject({ title: 'By an operator' });
    });

    it('undo whose job was lost – can be cancelled, and started again', async () => {
      const entry = await createProduct();
      const run = await sheets.start(await checkRow({ SKU: entry.SKU, title: 'Imported' }));
      await desk.app.strapi.db.connection.raw(
        `UPDATE import_export.runs SET state = 'undoing' WHERE id = ?`,
        [run.id],
      );
      expect(refusal(await desk.admin.post(`/import-export/runs/${run.id}/undo`))).toEqual([
        409,
        'NOTHING_TO_UNDO',
      ]);
      expect(await sheets.cancel(run)).toMatchObject({ state: 'done', undo: { open: 1 } });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 1, kept: 0, open: 0 });
      expect(await findStored(entry.documentId)).toMatchObject({ title: entry.title });
    });

    it('entries written by an earlier release – are counted, and kept', async () => {
      const [first, second] = [await createProduct(), await createProduct()];
      const run = await sheets.start(
        await checkRows([['SKU', 'title'], ...[first, second].map(({ SKU }) => [SKU, 'Imported'])]),
      );
      await desk.app.strapi.db.connection.raw(
        `UPDATE import_export.items SET result = result - 'written' WHERE run = ? AND number = 1`,
        [run.id],
      );
      expect(await sheets.undoCounts(run)).toMatchObject({ changed: 1, kept: 0, unrecorded: 1 });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 1, kept: 0, open: 0 });
      expect(await findStored(first.documentId)).toMatchObject({ title: 'Imported' });
    });

    it('import that was not started – 409', async () => {
      const { SKU } = await createProduct();
      const run = await checkRow({ SKU, title: 'Never' });
      const answer = await desk.admin.post(`/import-export/runs/${run.id}/undo`);
      expect(refusal(answer)).toEqual([409, 'NOTHING_TO_UNDO']);
      await sheets.cancel(run);
    });
  });

  describe('POST /import-export/runs/:id/decisions', () => {
    const createCategory = async (name: string, slug: string): Promise<string> =>
      store(desk.app, CATEGORY, { name, slug, order: 1 });

    const readCategories = async (documentId: string): Promise<unknown> =>
      (
        (await findStored(documentId)) as { categories?: { name: string }[] } | null
      )?.categories?.map(({ name }) => name);

    const findByName = (name: string) =>
      getDocumentService(desk.app, CATEGORY).findMany({ locale: 'es', filters: { name } });

    const causeOf = (value: string) =>
      ({ code: 'NOT_FOUND', column: 'Categories (es)', value }) as const;

    it('unknown names – one decision applies to all rows: create, choose, leave empty', async () => {
      const products = [
        await createProduct(),
        await createProduct(),
        await createProduct(),
        await createProduct(),
      ];
      const existing = await createCategory('Cirugía', 'decided-surgery');
      const [first, second, third, fourth] = products;
      const run = await checkRows([
        ['SKU', 'categories'],
        [first?.SKU ?? '', 'Medicina interna'],
        [second?.SKU ?? '', 'MEDICINA  INTERNA; cirugia'],
        [third?.SKU ?? '', 'Surgry'],
        [fourth?.SKU ?? '', '__proto__; Cirugía'],
      ]);
      expect(run).toMatchObject({ counts: { changed: 0, refused: 4 }, isVoid: false });
      const decisions = ['choose', 'create', 'empty'];
      const undecided = { decisions, decision: null, target: CATEGORY, column: 'Categories (es)' };
      const [firstCause, ...otherCauses] = run.causes;
      expect(firstCause).toMatchObject({ ...undecided, code: 'NOT_FOUND', count: 2, rows: [2, 3] });
      expect(
        otherCauses.toSorted((cause, otherCause) => (cause.value < otherCause.value ? -1 : 1)),
      ).toMatchObject([
        { ...undecided, value: 'Surgry', count: 1, rows: [4] },
        { ...undecided, value: '__proto__', count: 1, rows: [5] },
      ]);
      expect(firstCause?.value.toLowerCase()).toMatch(/^medicina\s+interna$/);

      const afterCreate = await sheets.decide(run, causeOf('Medicina interna'), { kind: 'create' });
      expect(afterCreate.counts).toMatchObject({ created: 1, changed: 2, refused: 2 });
      expect(afterCreate.causes[0]?.decision).toEqual({ kind: 'create', name: null });
      expect(await findByName('Medicina interna')).toEqual([]);
      await sheets.decide(run, causeOf('Surgry'), { kind: 'choose', documentId: existing });
      const decided = await sheets.decide(run, causeOf('__proto__'), { kind: 'empty' });
      expect(decided).toMatchObject({ counts: { created: 1, changed: 4, refused: 0 } });
      const surgery = decided.causes.find(({ value }) => value === 'Surgry');
      expect(surgery?.decision).toEqual({ kind: 'choose', name: 'Cirugía' });
      expect((await sheets.items(run))[0]).toMatchObject({
        uid: CATEGORY,
        outcome: 'created',
        title: 'Medicina interna',
        rows: [],
      });

      const done = await sheets.start(run);
      expect(done).toMatchObject({ state: 'done', done: 5, total: 5, counts: { refused: 0 } });
      expect(await findByName('Medicina interna')).toMatchObject([{ slug: 'medicina-interna' }]);
      const categoryNames = [];
      for (const { documentId } of products) categoryNames.push(await readCategories(documentId));
      expect(categoryNames).toEqual([
        ['Medicina interna'],
        ['Medicina interna', 'Cirugía'],
        ['Cirugía'],
        ['Cirugía'],
      ]);

      expect(await sheets.undoCounts(done)).toMatchObject({ created: 1, changed: 4, kept: 0 });
      expect(await sheets.undo(done)).toMatchObject({ undo: { undone: 5, kept: 0 } });
      expect(await findByName('Medicina interna')).toEqual([]);
      expect(await readCategories(first?.documentId ?? '')).toEqual([]);
    });

    it('entry created by a decision – is skipped without a changed row, and kept by an undo while a draft uses it', async () => {
      const [first, second] = [await createProduct(), await createProduct()];
      const run = await checkRows([
        ['SKU', 'categories'],
        [first.SKU, 'Unused; Refused too'],
        [second.SKU, 'Used'],
      ]);
      await sheets.decide(run, causeOf('Used'), { kind: 'create' });
      const unusedRun = await sheets.decide(run, causeOf('Unused'), { kind: 'create' });
      expect(unusedRun.counts).toMatchObject({ created: 1, changed: 1, refused: 1, left: 1 });
      const readOutcomes = async () =>
        (await sheets.items(run)).slice(0, 2).map(({ title, outcome }) => [title, outcome]);
      expect((await readOutcomes()).toSorted()).toEqual([
        ['Unused', 'left'],
        ['Used', 'created'],
      ]);
      await sheets.decide(run, causeOf('Refused too'), { kind: 'empty' });
      expect((await readOutcomes()).map(([, outcome]) => outcome)).toEqual(['created', 'created']);
      await sheets.decide(run, causeOf('Refused too'), null);
      const done = await sheets.start(run);
      expect(done).toMatchObject({ state: 'done', done: 2, total: 2, counts: { created: 1 } });
      expect(await findByName('Unused')).toEqual([]);
      expect(await findByName('Used')).toHaveLength(1);

      // The changed draft is kept, so the created entry that it uses is kept too.
      const where = { documentId: second.documentId, locale: 'es' };
      await getDocumentService(desk.app, PRODUCT).update({
        ...where,
        data: { title: 'Changed since' },
      });
      expect(await sheets.undo(done)).toMatchObject({ undo: { undone: 0, kept: 2 } });
      expect(await findByName('Used')).toHaveLength(1);
    });

    it('name that two imports create – is created once, and used by both', async () => {
      const products = [await createProduct(), await createProduct()];
      const runs: Run[] = [];
      for (const { SKU } of products) {
        const run = await checkRow({ SKU, categories: 'Created by two' });
        runs.push(await sheets.decide(run, causeOf('Created by two'), { kind: 'create' }));
      }
      for (const run of runs) {
        expect(run.counts).toMatchObject({ created: 1, changed: 1 });
        expect(await sheets.start(run)).toMatchObject({ counts: { changed: 1, refused: 0 } });
      }
      expect(await findByName('Created by two')).toHaveLength(1);
      for (const { documentId } of products) {
        expect(await readCategories(documentId)).toEqual(['Created by two']);
      }
    });

    it('name missing in two locales – is created once, in both', async () => {
      const { SKU } = await createProduct();
      const run = await checkRow({
        SKU,
        categories: 'In two locales',
        'title (en)': 'In English',
        'categories (en)': 'IN TWO LOCALES',
      });
      const english = { ...causeOf('IN TWO LOCALES'), column: 'Categories (en)' };
      await sheets.decide(run, causeOf('In two locales'), { kind: 'create' });
      const decided = await sheets.decide(run, english, { kind: 'create' });
      expect(decided.counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
      const done = await sheets.start(run);
      expect(done.counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
      const [created] = await findByName('In two locales');
      const documentId = created?.documentId ?? '';
      const englishEntry = await getDocumentService(desk.app, CATEGORY).findOne({
        documentId,
        locale: 'en',
      });
      expect(englishEntry).toMatchObject({ name: 'In two locales' });
      expect(await sheets.undo(done)).toMatchObject({ undo: { undone: 2, kept: 0 } });
    });

    it('ambiguous name – can be chosen; without the decision, the row is rejected again', async () => {
      const twinIds = [
        await createCategory('Twin', 'twin-one'),
        await createCategory('twín', 'twin-two'),
      ];
      const { SKU } = await createProduct();
      const run = await checkRow({ SKU, categories: 'TWIN' });
      expect(run.causes).toMatchObject([
        { code: 'SEVERAL_FOUND', value: 'TWIN', decisions: ['choose', 'empty'] },
      ]);
      expect(run.causes[0]?.reason).toMatch(/“TWIN”.*: twin-one, twin-two\.$/);
      const cause = { ...causeOf('TWIN'), code: 'SEVERAL_FOUND' as const };
      const afterChoice = await sheets.decide(run, cause, {
        kind: 'choose',
        documentId: twinIds[1],
      });
      expect(afterChoice.counts).toMatchObject({ changed: 1, refused: 0 });
      const afterRemoval = await sheets.decide(run, cause, null);
      expect(afterRemoval.counts).toMatchObject({ changed: 0, refused: 1 });
    });

    it('invalid values and overlong names – are grouped, without decisions', async () => {
      const [first, second] = [await createProduct(), await createProduct()];
      const long = 'x'.repeat(201);
      const run = await checkRows([
        ['SKU', 'Precio a pagar', 'categories'],
        [first.SKU, 'cheap', long],
        [second.SKU, 'cheap', long],
      ]);
      expect(run.causes).toMatchObject([
        { code: 'NOT_FOUND', value: 'x'.repeat(200), count: 2, decisions: [] },
        { code: 'INVALID', column: 'Price to pay (es)', value: 'cheap', count: 2, decisions: [] },
      ]);
    });

    it('unknown option in one row – is grouped, and lists the options as forms show them', async () => {
      const { SKU } = await createProduct();
      const run = await checkRow({ SKU, type: 'Novel' });
      expect(run.causes).toMatchObject([
        { code: 'INVALID', value: 'Novel', count: 1, rows: [2], decisions: [] },
      ]);
      expect(run.causes[0]?.reason).toContain(
        'Choose one of: Book, Short course, Long programme, In-person course, Master.',
      );
      const translated = await checkRow({ SKU, type: 'Book' });
      expect(translated).toMatchObject({ counts: { changed: 1, refused: 0 }, causes: [] });
    });

    it('decision without permission, on unknown values, or on other runs – is rejected', async () => {
      const createdRole = await desk.admin.post('/admin/roles', {
        name: 'Clerk',
        description: 'Clerk',
      });
      const { id, code } = createdRole.body.data as { id: number; code: string };
      const explorer = 'plugin::content-manager.explorer';
      const newPermission = (action: string, subject: string, fields: readonly string[]) => ({
        action: `${explorer}.${action}`,
        subject,
        properties: { fields, locales: ['es', 'en'] },
        conditions: [],
      });
      const fields = ['SKU', 'title', 'categories'];
      await desk.admin.put(`/admin/roles/${id}/permissions`, {
        permissions: [
          ...['read', 'update'].map((action) => newPermission(action, PRODUCT, fields)),
          newPermission('read', CATEGORY, ['name', 'slug']),
        ],
      });
      const clerkSheets = sheetsOf(desk.app, await signInAs(desk.app, code, 'Clerk'));
      const { SKU } = await createProduct();
      const rows = [
        ['SKU', 'categories'],
        [SKU, 'Nowhere'],
      ];
      const run = await clerkSheets.check(rows, { uid: PRODUCT });
      const { causes } = run;
      expect(causes).toMatchObject([{ value: 'Nowhere', decisions: ['choose', 'empty'] }]);
      const missingName = causeOf('Nowhere');
      const rejections = [
        await clerkSheets.sendDecision(run, missingName, { kind: 'create' }),
        await clerkSheets.sendDecision(run, missingName, { kind: 'choose', documentId: 'nothing' }),
        await clerkSheets.sendDecision(run, causeOf('Elsewhere'), { kind: 'empty' }),
        await clerkSheets.sendDecision(run, causeOf('x'.repeat(201)), { kind: 'empty' }),
        await sheets.sendDecision(run, missingName, { kind: 'empty' }),
      ];
      expect(rejections.map(refusal)).toEqual([
        [400, 'NO_SUCH_CAUSE'],
        [400, 'NO_SUCH_ENTRY'],
        [400, 'NO_SUCH_CAUSE'],
        [400, undefined],
        [404, 'NO_SUCH_RUN'],
      ]);
      await clerkSheets.cancel(run);
      // A user cannot assign the heading of a field without permission to edit it.
      const withHeading = [
        ['SKU', 'Precio de clase'],
        [SKU, ''],
      ];
      const heading = 'Precio de clase';
      const adminRun = await checkRows(withHeading);
      const price = { heading, as: 'field', place: 'tuitionPrice' };
      expect((await sheets.assign(adminRun, price)).status).toBe(200);
      const clerkRun = await clerkSheets.check(withHeading, { uid: PRODUCT });
      const changes = [{ as: 'unknown' }, { as: 'ignore' }, { as: 'field', place: 'title' }];
      for (const change of changes) {
        expect(refusal(await clerkSheets.assign(clerkRun, { heading, ...change }))).toEqual([
          400,
          'NO_SUCH_COLUMN',
        ]);
      }
      await sheets.assign(adminRun, { heading, as: 'unknown' });
      expect((await clerkSheets.assign(clerkRun, { heading, as: 'ignore' })).status).toBe(200);
      await sheets.assign(adminRun, { heading, as: 'unknown' });
      expect(refusal(await clerkSheets.sendDecision(run, missingName, { kind: 'empty' }))).toEqual([
        409,
        'NOT_CHECKED',
      ]);
    });

    it.each<[string, string, string, (run: Run) => Promise<AdminAnswer>]>([
      [
        'a decision',
        'decisions',
        '["other"]',
        (run) => sheets.sendDecision(run, causeOf('Overtaken'), { kind: 'empty' }),
      ],
      [
        'an answer',
        'answers',
        '{"EMPTY_CELLS": "keep"}',
        ({ id }) => desk.admin.post(`/import-export/runs/${id}/answers`, { HIDDEN_ROWS: 'import' }),
      ],
    ])(
      '%s that conflicts with a parallel one – is rejected, and the other one is kept',
      async (_, option, otherValue, send) => {
        const run = await checkRow({ SKU: (await createProduct()).SKU, categories: 'Overtaken' });
        const { connection } = desk.app.strapi.db;
        const transaction = await connection.transaction();
        await transaction.raw(
          `UPDATE import_export.runs SET options = jsonb_set(options, ARRAY[?], CAST(? AS jsonb)) WHERE id = ?`,
          [option, otherValue, run.id],
        );
        const response = send(run);
        await untilBlocked('%import_export.runs%');
        await transaction.commit();
        expect(refusal(await response)).toEqual([409, 'NOT_CHECKED']);
        const { rows } = await connection.raw<{ rows: unknown[] }>(
          `SELECT state, options -> CAST(? AS text) = CAST(? AS jsonb) AS "isKept" FROM import_export.runs WHERE id = ?`,
          [option, otherValue, run.id],
        );
        expect(rows).toEqual([{ state: 'checked', isKept: true }]);
        await sheets.cancel(run);
      },
    );

    it('too many unknown names – the most frequent are listed', async () => {
      const rows = [['SKU', 'categories']];
      for (let at = 0; at < 26; at += 1) {
        const names = Array.from({ length: 6 }, (_, name) => `Unknown ${at}-${name}`);
        rows.push([`many-names-${at}`, ['Common', ...names].join(';')]);
      }
      const run = await checkRows(rows);
      const { causes } = run;
      expect(causes.length).toBe(100);
      expect(causes[0]).toMatchObject({ value: 'Common', count: 26 });
      // Five names of a row are listed at a time.
      expect(causes.some(({ value }) => value === 'Unknown 0-4')).toBe(false);
      const decided = await sheets.decide(run, causeOf('Common'), { kind: 'empty' });
      expect(decided.causes[0]).toMatchObject({ value: 'Common', decision: { kind: 'empty' } });
      expect(decided.causes.some(({ value }) => value === 'Unknown 0-4')).toBe(true);
      expect((await sheets.cancel(run)).causes).toEqual([]);
    });
  });

  describe('POST /import-export/runs/:id/columns', () => {
    const CLEAR = `DELETE FROM import_export.headings WHERE uid = '${PRODUCT}'`;

    const runSql = async (statement: string) =>
      (await desk.app.strapi.db.connection.raw<{ rows: unknown[] }>(statement)).rows;

    afterEach(() => runSql(CLEAR));

    it('unknown heading – can be assigned, ignored or reset, for all imports of the type', async () => {
      const { SKU, documentId } = await createProduct();
      const rows = [
        ['SKU', 'Nombre comercial', '__proto__', 'import row'],
        [SKU, 'Renamed', 'x', '2'],
      ];
      const firstRun = await checkRows(rows);
      const unknown = { place: null, isIgnored: false };
      expect(firstRun).toMatchObject({ ignored: ['Nombre comercial', '__proto__'] });
      expect(firstRun.columns).toEqual([
        { heading: 'Nombre comercial', ...unknown },
        { heading: '__proto__', ...unknown },
      ]);
      const heading = 'NOMBRE COMERCIAL';
      const assigned = await sheets.assign(firstRun, { heading, as: 'field', place: 'title' });
      expect(assigned.status).toBe(200);
      await sheets.assign(firstRun, { heading: '__proto__', as: 'ignore' });
      const secondRun = await checkRows(rows);
      expect(secondRun).toMatchObject({ counts: { changed: 1 }, ignored: ['__proto__'] });
      expect(secondRun.columns).toEqual([
        { heading: 'Nombre comercial', place: 'title', isIgnored: false },
        { heading: '__proto__', place: null, isIgnored: true },
      ]);
      const englishRun = await checkRow({
        SKU,
        'Nombre comercial (en)': 'In English',
        title: 'Em español',
      });
      expect((await sheets.items(englishRun))[0]?.changes.toSorted()).toEqual([
        ...['Slug (en)', 'Title (en)', 'Title (es)'],
      ]);
      // A column with the name of the field takes precedence.
      const runWithBoth = await checkRow({
        SKU,
        'Nombre comercial': 'Not this',
        title: 'But this',
      });
      expect(runWithBoth.ignored).toEqual(['Nombre comercial']);
      await sheets.start(runWithBoth);
      expect(await findStored(documentId)).toMatchObject({ title: 'But this' });
      const resetHeading = { heading: 'Nombre comercial', as: 'unknown' };
      expect(refusal(await sheets.assign(runWithBoth, resetHeading))).toEqual([409, 'NOT_CHECKED']);
      expect((await checkRows(rows)).columns[0]).toMatchObject({ place: 'title' });
      await sheets.assign(secondRun, resetHeading);
      expect((await checkRows(rows)).columns[0]).toEqual({
        heading: 'Nombre comercial',
        ...unknown,
      });
    });

    it('unknown field or column, or the run of another user – is rejected', async () => {
      const { SKU } = await createProduct();
      const checkedRun = await checkRows([
        ['SKU', 'Color', 'x'.repeat(201)],
        [SKU, 'red', ''],
      ]);
      expect(checkedRun.columns.map(({ heading }) => heading)).toEqual(['Color']);
      const title = { as: 'field', place: 'title' };
      const rejections = [
        await sheets.assign(checkedRun, { heading: 'Color', as: 'field', place: 'constructor' }),
        await sheets.assign(checkedRun, { heading: 'Size', ...title }),
        await sheets.assign(checkedRun, { heading: 'x'.repeat(201), ...title }),
        await sheetsOf(desk.app, school.ana).assign(checkedRun, { heading: 'Color', ...title }),
      ];
      expect(rejections.map(refusal)).toEqual([
        [400, 'NO_SUCH_COLUMN'],
        [400, 'NO_SUCH_COLUMN'],
        [400, undefined],
        [404, 'NO_SUCH_RUN'],
      ]);
      const listFields = async (uid: string): Promise<unknown> =>
        (await school.ana.get(`/import-export/fields?uid=${uid}`)).body.data;
      expect(await listFields(PRODUCT)).toContainEqual({
        place: 'seo.title',
        label: expect.objectContaining({ en: expect.stringMatching(/ › /) as string }) as unknown,
      });
      expect([await listFields('admin::user'), await listFields(HOME)]).toEqual([[], []]);
    });

    it('limit of stored headings – a new one is rejected, and all are kept', async () => {
      await runSql(
        `INSERT INTO import_export.headings (uid, heading, changed_at)
         SELECT '${PRODUCT}', 'heading ' || n, now() - make_interval(secs => n) FROM generate_series(1, 500) n`,
      );
      const checkedRun = await checkRow({
        SKU: (await createProduct()).SKU,
        Color: 'red',
        'Heading 500': '',
      });
      expect(refusal(await sheets.assign(checkedRun, { heading: 'Color', as: 'ignore' }))).toEqual([
        409,
        'TOO_MANY_HEADINGS',
      ]);
      const changedHeading = { heading: 'Heading 500', as: 'field', place: 'title' };
      expect((await sheets.assign(checkedRun, changedHeading)).status).toBe(200);
      expect((await sheets.seen(checkedRun)).columns).toMatchObject([
        { heading: 'Color', isIgnored: false },
        { heading: 'Heading 500', place: 'title' },
      ]);
      const rows = await runSql(
        `SELECT count(*) AS count, bool_or(heading = 'color') AS "hasNew", bool_or(heading = 'heading 500' AND place = 'title') AS "hasChanged"
         FROM import_export.headings WHERE uid = '${PRODUCT}'`,
      );
      expect(rows).toEqual([{ count: '500', hasNew: false, hasChanged: true }]);
    });
  });

  it('cancelled run – cannot be started; other users cannot read it', async () => {
    const { documentId, SKU } = await createProduct();
    const run = await checkRow({ SKU, title: 'Never' });
    const address = `/import-export/runs/${run.id}`;
    expect(refusal(await school.ana.get(address))).toEqual([404, 'NO_SUCH_RUN']);
    expect(refusal(await school.ana.post(`${address}/start`))).toEqual([404, 'NO_SUCH_RUN']);
    await desk.admin.post(`${address}/cancel`);
    expect(refusal(await desk.admin.post(`${address}/start`))).toEqual([409, 'NOT_CHECKED']);
    expect(await findStored(documentId)).not.toMatchObject({ title: 'Never' });
  });

  it('cancelled during writing – written entries are kept and listed, the others are unchanged', async () => {
    const entries = [];
    for (let at = 0; at < 6; at += 1) entries.push(await createProduct());
    const run = await checkRows([
      ['SKU', 'title'],
      ...entries.map(({ SKU }) => [SKU, 'Written']),
      ['', 'Nobody'],
    ]);
    const { connection } = desk.app.strapi.db;
    // Another transaction locks the fourth entry, so that the import waits there.
    const lockTransaction = await connection.transaction();
    await lockTransaction('products').where({ document_id: entries[3]?.documentId }).forUpdate();
    await desk.admin.post(`/import-export/runs/${run.id}/start`);
    const { counts } = await until(
      () => sheets.seen(run),
      ({ done }) => done === 3,
    );
    // Planned entries do not count before they are written.
    expect(counts).toMatchObject({ changed: 3, refused: 1 });
    expect(await sheets.cancel(run)).toMatchObject({ state: 'cancelled' });
    await lockTransaction.rollback();
    // The job has ended when it is no longer active.
    await until(
      async () => {
        const { rows } = await connection.raw<{ rows: { count: string }[] }>(
          `select count(*) from jobs.job where name = 'import-export.work' and state = 'active'`,
        );
        return Number(rows[0]?.count);
      },
      (active) => active === 0,
    );

    expect(await sheets.seen(run)).toMatchObject({
      state: 'cancelled',
      counts: { created: 0, changed: 3, unchanged: 0, refused: 1, left: 3 },
    });
    const items = await sheets.items(run);
    const expectedOutcomes = ['changed', 'changed', 'changed', 'left', 'left', 'left', 'refused'];
    expect(items.map(({ outcome }) => outcome)).toEqual(expectedOutcomes);
    const { text } = await desk.admin.get(`/import-export/runs/${run.id}/result.csv`);
    expect(
      rowsOf(Buffer.from(text))
        .slice(1)
        .map((row) => row.at(-3)),
    ).toEqual(expectedOutcomes.map((outcome) => (outcome === 'left' ? 'not written' : outcome)));
    const listedRuns = (await desk.admin.get('/import-export/runs')).body.data as ListedRun[];
    expect(listedRuns.find(({ id }) => id === run.id)).toMatchObject({
      kind: 'import',
      type: run.type,
      file: run.file,
      state: 'cancelled',
    });
    const titles = [];
    for (const { documentId } of entries) titles.push((await findStored(documentId))?.title);
    const before = entries.map(({ title }) => title);
    expect(titles).toEqual(['Written', 'Written', 'Written', ...before.slice(3)]);
  });

  it('connection lost during validation – the entry is written by the retry, not rejected', async () => {
    const { strapi } = desk.app;
    const { connection } = strapi.db;
    const [entry, slug] = [await createProduct(), `away-${Date.now()}`];
    await store(desk.app, CATEGORY, { name: 'Away', slug });
    const run = await checkRow({ SKU: entry.SKU, title: 'Written', categories: slug });
    // The connection breaks at the statement that checks the categories of the entry.
    let brokenCount = 0;
    const breakConnection = ({ sql }: { sql: string }): void => {
      if (
        brokenCount > 0 ||
        writingConnection === null ||
        !/^select count\(.* from "categories"/.test(sql)
      )
        return;
      brokenCount += 1;
      writingConnection.connection.stream.destroy();
    };
    let writingConnection: { connection: { stream: { destroy: () => void } } } | null = null;
    const removeMiddleware = strapi.documents.use(async ({ action, params }, next) => {
      const isTargetEntry = 'documentId' in params && params.documentId === entry.documentId;
      if (action !== 'update' || !isTargetEntry || brokenCount > 0) return next();
      await strapi.db.transaction(async ({ trx }) => {
        await withConnection(trx as Knex, (heldConnection) => {
          writingConnection = heldConnection as unknown as typeof writingConnection;
          return Promise.resolve();
        });
      });
      return next();
    }) as unknown as () => void;
    connection.on('query', breakConnection);
    const done = await sheets.start(run);
    connection.off('query', breakConnection);
    removeMiddleware();
    expect(brokenCount).toBe(1);
    expect(done).toMatchObject({ state: 'done', counts: { changed: 1, refused: 0 } });
    expect(await findStored(entry.documentId)).toMatchObject({
      title: 'Written',
      categories: [{ slug }],
    });
  });

  it('GET /import-export/runs/:id/file – texts too large for a workbook – returns 413', async () => {
    const options = { uid: CHANNEL, layout: 'rows', format: 'xlsx', locales: ['es'] };
    const { body } = await desk.admin.post('/import-export/exports', options);
    const { id } = await sheets.settled((body.data as Run).id);
    await desk.app.strapi.db.connection.raw(
      `INSERT INTO import_export.items (run, number, content)
       SELECT CAST(? AS uuid), number, jsonb_build_object('documentId', 'x' || number, 'page', '', 'languages',
         jsonb_build_object('es', jsonb_build_object('version', '', 'texts',
           jsonb_build_object('name', repeat('x', 32000)))))
       FROM generate_series(10000, 24000) number`,
      [id],
    );
    const answer = await desk.admin.get(`/import-export/runs/${id}/file`);
    expect(refusal(answer)).toEqual([413, 'WORKBOOK_TOO_LARGE']);
  });

  it('export of a list – contains its entries only, in all locales', async () => {
    const [listedProduct, otherProduct] = [
      await createProduct({ title: 'Listed, too', cardImage: desk.picture }),
      await createProduct({ title: 'Not in it' }),
    ];
    await getDocumentService(desk.app, PRODUCT).update({
      documentId: listedProduct.documentId,
      locale: 'en',
      data: {
        ...listedProduct,
        slug: `en-${listedProduct.slug}`,
        title: 'In English',
        categories: [],
      },
    });
    const list = `?locale=es&filters[$and][0][title][$contains]=Listed&filters[$and][1][SKU][$eq]=${listedProduct.SKU}`;
    const rows = rowsOf(await sheets.exported(PRODUCT, {}, list));
    expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual([
      [listedProduct.documentId, 'en'],
      [listedProduct.documentId, 'es'],
    ]);
    const searchRows = rowsOf(
      await sheets.exported(PRODUCT, {}, `?locale=es&_q=${otherProduct.SKU}`),
    );
    expect(searchRows.slice(1).map(([id]) => id)).toEqual([otherProduct.documentId]);
    const questionRows = rowsOf(
      await sheets.exported(PRODUCT, { layout: 'columns' }, '?locale=es&question=without-picture'),
    );
    const ids = questionRows.slice(1).map(([id]) => id);
    expect(ids).toContain(otherProduct.documentId);
    expect(ids).not.toContain(listedProduct.documentId);
    expect(
      refusal(
        await desk.admin.post('/import-export/exports?locale=es&question=nonsense', {
          uid: PRODUCT,
          layout: 'rows',
          format: 'xlsx',
        }),
      ),
    ).toEqual([400, 'NO_SUCH_QUESTION']);
  });

  it.each([
    ['no key column', [['title'], ['x']], 'NO_KEY_COLUMN'],
    [
      'no fields',
      [
        ['id', 'nonsense'],
        ['x', 'y'],
      ],
      'NO_FIELD_COLUMN',
    ],
    ['no rows', [['SKU', 'title']], 'FILE_EMPTY'],
  ])('file with %s – is rejected', async (_what, rows, code) => {
    expect(refusal(await sheets.send(rows, { uid: PRODUCT }))).toEqual([400, code]);
  });

  it.each([
    [
      ['SKU', 'title', 'Título'],
      [2, 3],
    ],
    [
      ['SKU', 'Title', 'slug', 'Title (es)'],
      [2, 4],
    ],
    [
      ['id', 'Title', 'documentId'],
      [1, 3],
    ],
  ])('two columns for one field – are rejected, with both names: %j', async (names, places) => {
    const answer = await sheets.send([names, names.map(() => 'x')], { uid: PRODUCT });
    expect(refusal(answer)).toEqual([400, 'COLUMN_TWICE']);
    const columns = places.map((column) => ({ column, name: names[column - 1] }));
    expect(answer.body.error).toMatchObject({ details: { columns } });
    for (const { name } of columns) expect(messageOf(answer)).toContain(`“${name}”`);
  });

  it('columns of two locales, with or without a column language – are accepted', async () => {
    const { SKU } = await createProduct();
    const run = await checkRow({ SKU, Title: 'Uno', 'Title (en)': 'One' });
    expect(run.ignored).toEqual([]);
    const byRow = await checkRow({ SKU, language: 'es', Title: 'Uno', 'Title (en)': 'One' });
    expect(byRow.ignored).toEqual([]);
  });

  it.each([
    ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
    ['bytes', randomBytes(5_000)],
    ['an old workbook', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
  ])(
    '%s – is neither a workbook nor a text, by the extension of the file',
    async (_what, content) => {
      const bytes = Buffer.from(content);
      for (const [name, code] of [
        ['x.xlsx', 'FILE_NO_WORKBOOK'],
        ['x.csv', 'FILE_NO_TEXT'],
      ] as const) {
        expect(refusal(await sheets.send(bytes, { uid: PRODUCT, name }))).toEqual([400, code]);
      }
    },
  );

  it('CSV with the extension xlsx – is accepted', async () => {
    const { SKU } = await createProduct();
    const bytes = Buffer.from(`SKU;title\r\n${SKU};x\r\n`);
    const run = await sheets.check(bytes, { uid: PRODUCT, name: 'x.xlsx' });
    expect(run.counts).toMatchObject({ changed: 1 });
  });

  it('file above the size limit – is rejected before it is read', async () => {
    const bytes = Buffer.alloc(51 * MEGABYTE, 'x');
    const growth = await growthDuring(async () => {
      const answer = await sheets.send(bytes, { uid: PRODUCT });
      expect(refusal(answer)).toEqual([413, 'FILE_TOO_LARGE']);
      expect(answer.body.error).toMatchObject({ details: { limit: 50 * MEGABYTE } });
    });
    expect(growth).toBeLessThan(400);
  });

  it('overlong cell – is rejected with row and column, within the memory limit', async () => {
    const long = 'x'.repeat(12 * MEGABYTE);
    const [growth, longest] = await measureLoad(async () => {
      for (const text of [
        `SKU;title\r\nA;a\r\nB;"${long}"\r\n`,
        // An unterminated quotation mark includes all further rows in its cell.
        `SKU;title\r\nA;a\r\nB;"${'x;y\r\n'.repeat(100_000)}`,
      ]) {
        const answer = await sheets.send(Buffer.from(text), { uid: PRODUCT });
        expect(refusal(answer)).toEqual([400, 'FILE_CELL_TOO_LONG']);
        expect(answer.body.error).toMatchObject({ details: { row: 3, column: 2 } });
        expect(messageOf(answer)).toMatch(/row 3, column 2/);
      }
    });
    process.stdout.write(`a long cell: ${growth.toFixed(0)} MB, ${longest.toFixed(0)} ms\n`);
    expect(growth).toBeLessThan(400);
    expect(longest).toBeLessThan(1_000);
  });

  it('file of long texts – is accepted without blocking the event loop', async () => {
    const text = 'x'.repeat(20_000);
    const rows = Array.from({ length: 1_000 }, (_, index) => [`none-${index}`, text]);
    const [growth, longest] = await measureLoad(async () => {
      const answer = await sheets.send([['id', 'title'], ...rows], { uid: PRODUCT });
      expect(answer.status).toBe(201);
      await sheets.cancel((answer.body as unknown as { data: Run }).data);
    });
    process.stdout.write(`long texts: ${growth.toFixed(0)} MB, ${longest.toFixed(0)} ms\n`);
    expect(growth).toBeLessThan(600);
    expect(longest).toBeLessThan(1_000);
  });

  it('too many short cells – are rejected', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `mediaCard.${index + 1}.sliderName`);
    const row = names.map(() => 'x').join(';');
    const lines = Array.from({ length: 10_000 }, (_, index) => `none-${index};${row}`);
    const bytes = Buffer.from([`slug;${names.join(';')}`, ...lines].join('\r\n'));
    const growth = await growthDuring(async () => {
      expect(refusal(await sheets.send(bytes, { uid: CHANNEL }))).toEqual([413, 'TOO_MANY_CELLS']);
    });
    process.stdout.write(`many cells: ${growth.toFixed(0)} MB\n`);
    expect(growth).toBeLessThan(600);
  });

  it('overlong row or too many columns – are rejected', async () => {
    const longCell = 'x'.repeat(900_000);
    const longRow = await sheets.send(
      [['SKU', 'title'], ['A', 'a'], Array.from({ length: 6 }, () => longCell)],
      { uid: PRODUCT },
    );
    expect(refusal(longRow)).toEqual([400, 'FILE_ROW_TOO_LONG']);
    expect(longRow.body.error).toMatchObject({ details: { row: 3 } });
    const wideRow = await sheets.send([Array.from({ length: 2_001 }, (_, index) => `c${index}`)], {
      uid: PRODUCT,
    });
    expect(refusal(wideRow)).toEqual([413, 'TOO_MANY_COLUMNS']);
  });

  it.each([
    ['XFD1048576', [413, 'TOO_MANY_ROWS']],
    ['A10002', [413, 'TOO_MANY_ROWS']],
    ['BXY1', [413, 'TOO_MANY_COLUMNS']],
    ['A99999999', [400, 'FILE_UNREADABLE']],
  ])(
    'workbook with a cell at %s – is rejected before its rows are created',
    async (address, expected) => {
      const row = /\d+/.exec(address)?.[0] ?? '';
      const workbook = workbookOf(`<row r="${row}">${textCell(address, 'x')}</row>`);
      const before = performance.now();
      const growth = await growthDuring(async () => {
        expect(refusal(await sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' }))).toEqual(
          expected,
        );
      });
      process.stdout.write(
        `a cell at ${address}: ${growth.toFixed(0)} MB, ${(performance.now() - before).toFixed(0)} ms\n`,
      );
      expect(growth).toBeLessThan(300);
    },
  );

  it('workbook with distant empty cells – is accepted, and only its first sheet is read', async () => {
    const { SKU } = await createProduct();
    const cells = (at: number, ...texts: string[]): string =>
      `<row r="${at}">${texts.map((text, column) => textCell(`${'AB'.charAt(column)}${at}`, text)).join('')}</row>`;
    const distantRow = '<row r="20000"><c r="XFD20000" s="0"/></row>';
    const workbook = workbookOf(
      `<!-- it’s < ' -->${cells(1, 'SKU', 'title')}${cells(2, SKU, 'Near')}${distantRow}`,
      `<row r="20000">${textCell('XFD20000', 'x')}</row>`,
    );
    const run = await sheets.check(workbook, { uid: PRODUCT, name: 'x.xlsx' });
    expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
  });

  it('overlong cell of a workbook – is rejected with row and column', async () => {
    const workbook = workbookOf(
      `<row r="1">${textCell('A1', 'SKU')}</row><row r="2">${textCell('B2', 'x'.repeat(MEGABYTE + 1))}</row>`,
    );
    const answer = await sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' });
    expect(refusal(answer)).toEqual([400, 'FILE_CELL_TOO_LONG']);
    expect(answer.body.error).toMatchObject({ details: { row: 2, column: 2 } });
  });

  describe('POST /import-export/imports – small workbook with large unpacked text', () => {
    const sendWorkbook = async (workbook: Buffer): Promise<[AdminAnswer, number]> => {
      const answers: AdminAnswer[] = [];
      const growth = await growthDuring(async () => {
        answers.push(await sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' }));
      });
      const [answer] = answers;
      if (answer === undefined) throw new Error('There is no answer');
      return [answer, growth];
    };
    const overlongText = 'x'.repeat(MEGABYTE + 1);
    const withSecondRow = (cell: string): string =>
      `<row r="1">${textCell('A1', 'SKU')}</row><row r="2">${cell}</row>`;

    it('cell of 64 MB – is rejected before its rows are created', async () => {
      const workbook = workbookOf(withSecondRow(textCell('B2', 'x'.repeat(64 * MEGABYTE))));
      expect(workbook.length).toBeLessThan(MEGABYTE);
      const [answer, growth] = await sendWorkbook(workbook);
      expect(refusal(answer)).toEqual([400, 'FILE_CELL_TOO_LONG']);
      expect(answer.body.error).toMatchObject({ details: { row: 2, column: 2 } });
      expect(growth).toBeLessThan(400);
    });

    it.each<[string, () => Buffer]>([
      [
        'a shared text',
        () =>
          workbookWith({
            sheets: [withSecondRow('<c r="B2" t="s"><v>0</v></c>')],
            strings: `<si><t>${overlongText}</t></si>`,
          }),
      ],
      [
        'a shared text of many runs',
        () =>
          workbookWith({
            sheets: [withSecondRow('<c r="B2" t="s"><v>0</v></c>')],
            strings: `<si>${`<r><t>${'x'.repeat(1_024)}</t></r>`.repeat(1_025)}</si>`,
          }),
      ],
      [
        'a result',
        () => workbookOf(withSecondRow(`<c r="B2" t="str"><f>A1</f><v>${overlongText}</v></c>`)),
      ],
      [
        'a formula',
        () => workbookOf(withSecondRow(`<c r="B2" t="str"><f>${overlongText}</f><v>x</v></c>`)),
      ],
      [
        'a cell without an address',
        () => workbookOf(`<row><c t="inlineStr"><is><t>${overlongText}</t></is></c></row>`),
      ],
      [
        'a sheet in another folder',
        () =>
          workbookWith({ sheets: [withSecondRow(textCell('B2', overlongText))], folder: 'other' }),
      ],
    ])('%s that is too long – is rejected', async (_what, workbook) => {
      const [answer] = await sendWorkbook(workbook());
      expect(refusal(answer)).toEqual([400, 'FILE_CELL_TOO_LONG']);
    });

    it.each<[string, () => Buffer]>([
      [
        'between cells',
        () => workbookOf(`<row r="1">${overlongText}${textCell('A1', 'SKU')}</row>`),
      ],
      [
        'in an attribute',
        () => workbookOf(withSecondRow(`<c r="B2" s="${overlongText}"><v>1</v></c>`)),
      ],
      [
        'in a comment on a cell',
        () =>
          workbookWith({
            sheets: [withSecondRow(textCell('B2', 'x'))],
            others: {
              'xl/comments1.xml': `<comments><comment><t>${overlongText}</t></comment></comments>`,
            },
          }),
      ],
    ])('overlong text %s – is rejected', async (_what, workbook) => {
      const [answer] = await sendWorkbook(workbook());
      expect(refusal(answer)).toEqual([400, 'FILE_UNREADABLE']);
    });

    it('many cells with one shared long text – are rejected, in total and by row', async () => {
      const strings = `<si><t>SKU</t></si><si><t>${'x'.repeat(MEGABYTE)}</t></si>`;
      const sharedCell = (at: string): string => `<c r="${at}" t="s"><v>1</v></c>`;
      const firstRow = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
      const rows = Array.from(
        { length: 51 },
        (_, index) => `<row r="${index + 2}">${sharedCell(`A${index + 2}`)}</row>`,
      );
      const [totalResponse, growth] = await sendWorkbook(
        workbookWith({ sheets: [firstRow + rows.join('')], strings }),
      );
      expect(refusal(totalResponse)).toEqual([413, 'FILE_TOO_LARGE']);
      expect(growth).toBeLessThan(400);
      const row = `<row r="2">${['A2', 'B2', 'C2', 'D2', 'E2'].map(sharedCell).join('')}</row>`;
      const [rowResponse] = await sendWorkbook(workbookWith({ sheets: [firstRow + row], strings }));
      expect(refusal(rowResponse)).toEqual([400, 'FILE_ROW_TOO_LONG']);
    });

    it('cell of maximum length, with characters that XML escapes – is accepted', async () => {
      const text = '&amp;'.repeat(MEGABYTE);
      const heading = `<row r="1">${textCell('A1', 'id')}${textCell('B1', 'title')}</row>`;
      const [{ status, body }] = await sendWorkbook(
        workbookOf(`${heading}<row r="2">${textCell('A2', 'none')}${textCell('B2', text)}</row>`),
      );
      expect([status, body.error]).toEqual([201, undefined]);
      await sheets.settled((body as unknown as { data: Run }).data.id);
    });
  });

  it('POST /import-export/imports – too many files of a user or a node – wait, or are rejected', async () => {
    const { runWithSlot, countSlots } = hostModule<typeof sheetThread>(slots);
    const ownId = await findOwnId();
    const sendFile = () =>
      sheets.send(
        [
          ['id', 'title'],
          ['none', 'x'],
        ],
        { uid: PRODUCT },
      );
    const expectRejection = async (status: number, code: string): Promise<void> => {
      const answer = await sendFile();
      expect(refusal(answer)).toEqual([status, code]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    };
    /** Holds slots of these users.\n\n@returns a function that releases them */
    const holdSlots = (...people: number[]): (() => Promise<void>) => {
      const holder = new AbortController();
      const ended = once(holder.signal, 'abort');
      const heldSlots = people.map((person) => runWithSlot(person, () => ended));
      return async () => {
        holder.abort();
        await Promise.all(heldSlots);
      };
    };
    const releaseOwn = holdSlots(ownId, ownId);
    await expectRejection(429, 'TOO_MANY_FILES');
    await releaseOwn();
    const releaseOthers = holdSlots(-1, -1, -2, -2);
    await expectRejection(503, 'FILES_BUSY');
    await releaseOthers();
    const releaseFirst = holdSlots(-1);
    const queuedResponse = sendFile();
    await until(
      () => Promise.resolve(countSlots(ownId)),
      (count) => count === 1,
    );
    await releaseFirst();
    const { status, body } = await queuedResponse;
    expect(status).toBe(201);
    await sheets.settled((body as unknown as { data: Run }).data.id);
  });

  it('POST /import-export/imports – aborted request – ends the reading of the file', async () => {
    const { countSlots } = hostModule<typeof sheetThread>(slots);
    const ownId = await findOwnId();
    const row = (at: number): string =>
      `<row r="${at}">${Array.from(LETTERS, (letter) => `<c r="${letter}${at}"><v>1</v></c>`).join('')}</row>`;
    const workbook = workbookOf(
      Array.from({ length: 10_000 }, (_, index) => row(index + 1)).join(''),
    );
    const errors = jest.spyOn(desk.app.strapi.log, 'error');
    const aborter = new AbortController();
    const form = new FormData();
    form.set('uid', PRODUCT);
    form.set('mode', 'draft');
    form.set('file', new Blob([new Uint8Array(workbook)]), 'x.xlsx');

    const abortedRequest = fetch(`${desk.app.url}/import-export/imports`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${desk.admin.token}` },
      body: form,
      signal: aborter.signal,
    });
    await until(
      () => Promise.resolve(countSlots(ownId)),
      (count) => count === 1,
    );
    let isRead = false;
    const otherRequest = sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' }).then((answer) => {
      isRead = true;
      return answer;
    });
    await until(
      () => Promise.resolve(countSlots(ownId)),
      (count) => count === 2,
    );
    aborter.abort();
    await expect(abortedRequest).rejects.toThrow();
    await until(
      () => Promise.resolve(countSlots(ownId)),
      (count) => count === 1,
    );
    expect(isRead).toBe(false);
    expect(refusal(await otherRequest)).toEqual([400, 'NO_KEY_COLUMN']);
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  it('invalid archive, too many rows, or type without import – is rejected', async () => {
    const brokenArchive = Buffer.from('PK\u0003\u0004 not an archive');
    expect(refusal(await sheets.send(brokenArchive, { uid: PRODUCT, name: 'x.xlsx' }))).toEqual([
      400,
      'FILE_UNREADABLE',
    ]);
    const longFile = [
      ['SKU', 'title'],
      ...Array.from({ length: 10_001 }, (_, index) => [`L-${index}`, 'x']),
    ];
    expect(refusal(await sheets.send(longFile, { uid: PRODUCT }))).toEqual([413, 'TOO_MANY_ROWS']);
    expect(refusal(await sheets.send([['id', 'x']], { uid: 'admin::user' }))).toEqual([
      403,
      'TYPE_FORBIDDEN',
    ]);
  });

  it('workbook of some kilobytes that unpacks to gigabytes – is rejected within the memory limit', async () => {
    const zipBomb = workbookOfBlanks(2500);
    const growth = await growthDuring(async () => {
      expect(refusal(await sheets.send(zipBomb, { uid: PRODUCT, name: 'x.xlsx' }))).toEqual([
        400,
        'FILE_UNREADABLE',
      ]);
    });
    expect(growth).toBeLessThan(400);
  });

  it('workbook whose small parts state hundreds of megabytes – is rejected within the memory limit', async () => {
    const parts = Array.from({ length: 8 }, (_, index) => `xl/part${index}.xml`);
    const workbook = workbookWith({
      sheets: [`<row r="1">${textCell('A1', 'SKU')}${textCell('B1', 'title')}</row>`],
      others: Object.fromEntries(parts.map((part) => [part, '<part/>'])),
      stated: Object.fromEntries(parts.map((part) => [part, 400 * MEGABYTE])),
    });
    const growth = await growthDuring(async () => {
      expect(refusal(await sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' }))).toEqual([
        400,
        'FILE_UNREADABLE',
      ]);
    });
    expect(growth).toBeLessThan(400);
  });

  it('texts of pages – are imported by field', async () => {
    const documentId = await store(desk.app, HOME, {
      vertical: school.medicina.documentId,
      planTypes: [{ title: 'Uno', description: 'primero' }],
      seo: { title: 'Portada', author: 'Ana' },
    });
    for (const layout of ['rows', 'columns']) {
      const untouchedRun = await sheets.check(await sheets.exported(HOME, { layout }), {
        uid: HOME,
      });
      expect(untouchedRun.counts).toEqual({
        created: 0,
        changed: 0,
        unchanged: 1,
        refused: 0,
        left: 0,
      });
    }
    const [headings = [], ...rows] = rowsOf(await sheets.exported(HOME, { layout: 'columns' }));
    const placeColumn = headings.indexOf('place');
    const spanishColumn = headings.indexOf('es');
    const newRows = rows.map((row) =>
      row[placeColumn] === 'planTypes.1.title' ? row.with(spanishColumn, 'Primero') : row,
    );
    expect(newRows.map((row) => row[placeColumn])).toContain('seo.title');
    const run = await sheets.check([headings, ...newRows], { uid: HOME });
    expect(run.counts).toEqual({ created: 0, changed: 1, unchanged: 0, refused: 0, left: 0 });
    await sheets.start(run);
    const page = await getDocumentService(desk.app, HOME).findOne({
      documentId,
      locale: 'es',
      populate: ['planTypes', 'vertical', 'seo'],
    });
    expect(page).toMatchObject({
      planTypes: [{ title: 'Primero', description: 'primero' }],
      vertical: { documentId: school.medicina.documentId },
      seo: { title: 'Portada' },
    });
  });
});
