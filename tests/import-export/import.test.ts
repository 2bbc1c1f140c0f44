import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Knex } from 'knex';
import type { ListedRun, Run } from '../../src/plugins/tables/import-export/runs';
import { documentsOf } from '../../src/platform/strapi/documents';
import { withConnection } from '../../src/platform/strapi/pooled-sql';
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
import { until } from '../support/until';
import { growthDuring, textCell, workbookOf, workbookOfBlanks, workbookWith } from './bomb';
import { openSheetDesk, rowsOf, sheetsOf, type Sheets } from './support';
import { watchTurns } from '../support/event-loop';
import { hostModule } from '../support/host';

const CHANNEL = 'api::channel.channel';

const MEGABYTE = 2 ** 20;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

type Slots = {
  inTurn: <T>(person: number, work: () => Promise<T>) => Promise<T>;
  slotsOf: (person: number) => number;
};

const slots = path.resolve(
  __dirname,
  '../../dist/src/plugins/tables/import-export/server/file/sheet-slots.js',
);

describe('Importing entries', () => {
  let desk: Desk;
  let school: School;
  let sheets: Sheets;

  beforeAll(async () => {
    ({ desk, school, sheets } = await openSheetDesk());
  });

  afterAll(() => desk.stop());

  type Made = ReturnType<typeof sellable> & { documentId: string };

  const product = async (changes: object = {}): Promise<Made> => {
    const data = { ...sellable(desk, { verticals: [school.medicina.documentId] }), ...changes };
    return { ...data, documentId: await store(desk.app, PRODUCT, data) };
  };

  const stored = (documentId: string, locale = 'es', status: 'draft' | 'published' = 'draft') =>
    documentsOf(desk.app, PRODUCT).findOne({
      documentId,
      locale,
      status,
      populate: ['categories', 'verticals', 'cardImage', 'seo'],
    });

  const bySku = (SKU: string) =>
    documentsOf(desk.app, PRODUCT).findFirst({
      locale: 'es',
      filters: { SKU },
      populate: ['verticals'],
    });

  /** Returns the maximum growth of the process in megabytes, and its longest turn in milliseconds. */
  const besides = async (work: () => Promise<void>): Promise<[growth: number, longest: number]> => {
    const turns = watchTurns();
    try {
      return [await growthDuring(work), turns.longest()];
    } finally {
      turns.stop();
    }
  };

  /** The number of users that send the files. */
  const myNumber = async (): Promise<number> => {
    const { body } = await desk.admin.get('/admin/users/me');
    return (body.data as { id: number }).id;
  };

  const check = (rows: readonly (readonly string[])[], options: object = {}) =>
    sheets.check(rows, { uid: PRODUCT, ...options });

  it('says row by row what would be created, changed and refused, and writes nothing before it is told to', async () => {
    const [changed, same] = [await product(), await product()];
    const run = await check([
      ['SKU', 'slug', 'Título', 'Precio a pagar', 'categories', 'nonsense'],
      [changed.SKU, changed.slug, 'Another', '40,50', '', ''],
      [same.SKU, same.slug, same.title, '49', '', ''],
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
    // Every error of a row, not only the first.
    expect(items[4]?.reason).toMatch(/Price to pay \(es\): .*price/);
    expect(items[4]?.reason).toMatch(/Categories \(es\): “no-such-category” does not exist/);
    expect((await stored(changed.documentId))?.title).toBe(changed.title);
    expect(await bySku('NEW-1')).toBeNull();

    const done = await sheets.start(run);
    expect(done).toMatchObject({ state: 'done', done: 2, total: 2 });
    expect(await stored(changed.documentId)).toMatchObject({
      title: 'Another',
      tuitionPrice: 40.5,
    });
    expect(await bySku('NEW-1')).toMatchObject({ slug: 'new-1', tuitionPrice: 20 });
    expect(await bySku('NEW-2')).toBeNull();
  });

  it('says of a negative price what the form says', async () => {
    const { SKU, documentId } = await product();
    const [item] = await sheets.items(
      await check([
        ['SKU', 'Precio a pagar'],
        [SKU, '-5'],
      ]),
    );
    const saved = await desk.admin.put(`${EXPLORER}/${PRODUCT}/${documentId}?locale=es`, {
      tuitionPrice: -5,
    });
    expect([item?.reason, messageOf(saved)]).toEqual([
      expect.stringMatching(/A price cannot be negative\.$/),
      expect.stringMatching(/A price cannot be negative\. \(-5\)/),
    ]);
  });

  it('POST /import-export/imports – whole numbers that can be misread – are refused with a reason', async () => {
    const texts = ['2.000', '2,000', '0x1F', '1e3', '12,5', '3000000000', '1.002.000'];
    const rows: string[][] = [];
    for (const text of texts) rows.push([(await product({ numberLimitedPlaces: 12 })).SKU, text]);
    const items = await sheets.items(await check([['SKU', 'numberLimitedPlaces'], ...rows]));
    const outcomes = items.map((item) => [texts[(item.rows[0] ?? 0) - 2], item.outcome]);
    expect(outcomes).toEqual(
      texts.map((text) => [text, text === '1.002.000' ? 'changed' : 'refused']),
    );
  });

  describe('POST /import-export/imports – the start of lives', () => {
    const LIVE = 'api::live.live';

    const live = async (slug: string) => {
      const typeOfLive = { typeLive: 'Zoom', startDate: '2026-03-01T09:00:00.000Z' };
      const vertical = school.medicina.documentId;
      const data = { title: slug, slug, order: 1, vertical, image: desk.picture, typeOfLive };
      return store(desk.app, LIVE, data);
    };

    const startOf = async (documentId: string): Promise<unknown> => {
      const found = await documentsOf(desk.app, LIVE).findOne({
        documentId,
        status: 'draft',
        populate: ['typeOfLive'],
      });
      return (found as { typeOfLive?: { startDate?: unknown } } | null)?.typeOfLive?.startDate;
    };

    const workbookOfCells = async (
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

    it('texts and cells with a date – are in the time zone that the column names', async () => {
      const ids = [
        await live('by-text'),
        await live('by-cell'),
        await live('by-time'),
        await live('by-midnight'),
      ];
      const [heading = ''] =
        rowsOf(await sheets.exported(LIVE))[0]?.filter((one) => one.includes('Europe/Madrid')) ??
        [];
      expect(heading).toMatch(/› Start \(Europe\/Madrid\)$/);
      const file = await workbookOfCells(
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
      for (const id of ids) starts.push(await startOf(id));
      expect(starts).toEqual([
        '2026-11-27T18:00:00.000Z',
        '2026-07-27T17:00:00.000Z',
        '2026-03-01T09:00:00.000Z',
        '2026-07-31T22:00:00.000Z',
      ]);
    });

    it('cells that store a date as text – are in that time zone, whatever the text says of one', async () => {
      const starts = {
        'by-iso': ['2026-03-14T19:00:00', '2026-03-14T18:00:00.000Z'],
        'by-offset': ['2026-07-14T19:00:00+05:00', '2026-07-14T17:00:00.000Z'],
      };
      const rows = Object.entries(starts).map(([slug, [cell]]) => [slug, cell] as const);
      const ids: string[] = [];
      for (const [slug] of rows) ids.push(await live(slug));
      const xml = rows.map(
        ([slug, cell], at) =>
          `<row r="${at + 2}">${textCell(`A${at + 2}`, slug)}<c r="B${at + 2}" t="d"><v>${cell}</v></c></row>`,
      );
      const head = `<row r="1">${textCell('A1', 'slug')}${textCell('B1', 'typeOfLive.startDate')}</row>`;
      const file = workbookOf(head + xml.join(''));
      await sheets.start(await sheets.check(file, { uid: LIVE, name: 'lives.xlsx' }));
      const stored: unknown[] = [];
      for (const id of ids) stored.push(await startOf(id));
      expect(stored).toEqual(Object.values(starts).map(([, start]) => start));
    });

    it('times that do not exist or have two meanings – are refused with a reason', async () => {
      const reasons: [text: string, reason: RegExp][] = [
        ['31/02/2026 10:00', /does not exist/],
        ['29/03/2026 02:30', /put forward \(Europe\/Madrid\)/],
        ['25/10/2026 02:30', /put back \(Europe\/Madrid\)/],
        ['03/04/2026 10:00', /Write the year first/],
        ['27/11/2026', /The time is missing/],
      ];
      const rows: string[][] = [];
      for (const [at, [text]] of reasons.entries()) {
        const slug = `refused-${at}`;
        await live(slug);
        rows.push([slug, text]);
      }
      const run = await sheets.check([['slug', 'typeOfLive.startDate'], ...rows], { uid: LIVE });
      expect((await sheets.items(run)).map(({ reason }) => reason)).toEqual(
        reasons.map(([, reason]) => expect.stringMatching(reason) as string),
      );
    });
  });

  it('hours of a programme – are read as times, or refused with row and column', async () => {
    const LIVE = 'api::live.live';
    const hours = ['7:00 p. m.', '9:30', '25:00', 'later'];
    const rows: string[][] = [];
    for (const [at, hour] of hours.entries()) {
      const slug = `hour-${at}`;
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
    const stored = (await documentsOf(desk.app, LIVE).findMany({
      filters: { slug: { $in: ['hour-0', 'hour-1'] } },
      status: 'draft',
      sort: 'slug',
      populate: { program: { populate: { row: true } } },
    })) as unknown as { program: { row: { hour: string }[] }[] }[];
    expect(stored.map(({ program }) => program[0]?.row[0]?.hour)).toEqual(['19:00', '09:30']);
  });

  it('lines that end in different ways – are rows of their own', async () => {
    const [one, two, three] = [await product(), await product(), await product()];
    const csv = `SKU;title\r\n${one.SKU};First\n${two.SKU};Second\r${three.SKU};Third\r\n`;
    const run = await sheets.check(Buffer.from(csv), { uid: PRODUCT, name: 'mixed.csv' });
    expect(run.counts).toMatchObject({ changed: 3, refused: 0, created: 0 });
  });

  it('says of a file in which nothing is to be written that it is so', async () => {
    const { SKU, title } = await product();
    const names = ['SKU', 'title'];
    const [nothing, refused, some] = [
      await check([names, [SKU, title]]),
      await check([names, ['', 'Nobody']]),
      await check([names, ['', 'Nobody'], [SKU, 'Another']]),
    ];
    expect([nothing, refused, some].map(({ isVoid }) => isVoid)).toEqual([true, true, false]);
    const listed = (await desk.admin.get('/import-export/runs')).body.data as ListedRun[];
    const voidOf = (run: Run): unknown => listed.find(({ id }) => id === run.id)?.isVoid;
    expect([nothing, refused, some].map(voidOf)).toEqual([true, true, false]);
  });

  it('POST /import-export/imports – new entries and locales without a slug – have that of their title', async () => {
    const { SKU, documentId, slug } = await product();
    const run = await check([
      ['SKU', 'title', 'title (en)', 'slug'],
      ['SLUG-1', 'Cirugía básica', 'Basic surgery', ''],
      [SKU, 'Another title', 'In English', ''],
    ]);
    const { answers } = run.questions.find(({ code }) => code === 'EMPTY_CELLS') ?? {};
    expect(answers).toEqual(['keep', 'clear']);
    await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'keep' }));
    const created = (await bySku('SLUG-1'))?.documentId ?? '';
    const slugs = [];
    for (const id of [created, documentId]) {
      for (const locale of ['es', 'en']) slugs.push((await stored(id, locale))?.slug);
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
    expect(await documentsOf(desk.app, CATEGORY).count({ locale: 'es', filters })).toBe(1);
  });

  it('GET /import-export/runs/:id/result.csv – rows in any order – keep their columns, and are imported again', async () => {
    const [one, two] = [await product(), await product()];
    const first = ['notes', 'SKU', 'title', '=heading'];
    const run = await check([
      ['Report of June'],
      first,
      ['=1+1', one.SKU, "'=2+2", ''],
      ['second; "quoted"', '', 'x', ''],
      ['', two.SKU, two.title, '@x'],
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
      ["'=1+1", one.SKU, "'=2+2", '', ...outcome('3', one.documentId, 'changed', 'Title (es)', '')],
      [
        ...['second; "quoted"', '', 'x', ''],
        ...outcome('4', '', 'refused', '', 'The row does not identify an entry.'),
      ],
      ['', two.SKU, two.title, "'@x", ...outcome('5', two.documentId, 'unchanged', '', '')],
    ]);
    await sheets.start(run);
    const again = await sheets.check(Buffer.from(text), { uid: PRODUCT });
    expect(again).toMatchObject({
      counts: { changed: 0, unchanged: 2, refused: 1 },
      ignored: ['notes', '=heading'],
    });
    const second = await desk.admin.get(`/import-export/runs/${again.id}/result.csv`);
    expect(rowsOf(Buffer.from(second.text))[0]).toEqual(result[0]);
  });

  it('clears what a cell says to clear, and leaves alone what no column names', async () => {
    const category = await store(desk.app, CATEGORY, { name: 'One', slug: 'one', order: 1 });
    const { documentId, SKU } = await product({
      acronym: 'AB',
      categories: [category],
      cardImage: desk.picture,
      seo: { title: 'Kept', description: 'Gone', author: 'Ana' },
    });
    await sheets.start(
      await check([
        ['SKU', 'acronym', 'categories', 'seo.description'],
        [SKU, '[clear]', '[Borrar]', '[clear]'],
      ]),
    );
    expect(await stored(documentId)).toMatchObject({
      acronym: null,
      categories: [],
      cardImage: { id: desk.picture },
      seo: { title: 'Kept', description: null, author: 'Ana' },
    });
  });

  it('reads pictures by the names of their files', async () => {
    const { documentId, SKU } = await product();
    await desk.app.strapi.db
      .query('plugin::upload.file')
      .update({ where: { id: desk.picture }, data: { name: 'cover.png' } });
    const run = await check([
      ['SKU', 'cardImage'],
      [SKU, 'cover.png'],
    ]);
    await sheets.start(run);
    expect(await stored(documentId)).toMatchObject({ cardImage: { id: desk.picture } });
  });

  it('POST /import-export/imports – the number of another file of the same name – changes the file', async () => {
    const [one, other] = [desk.picture, await addPicture(desk.app)];
    const files = desk.app.strapi.db.query('plugin::upload.file');
    for (const id of [one, other]) {
      await files.update({ where: { id }, data: { name: 'same.png' } });
    }
    const [kept, moved, doubtful] = [
      await product({ cardImage: one }),
      await product({ cardImage: one }),
      await product(),
    ];
    const run = await check([
      ['SKU', 'cardImage'],
      [kept.SKU, 'same.png'],
      [moved.SKU, String(other)],
      [doubtful.SKU, 'same.png'],
    ]);
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed', 'refused']);
    expect(items[2]?.reason).toContain(`number of one of them: ${one}, ${other}`);
    await sheets.start(run);
    expect(await stored(moved.documentId)).toMatchObject({ cardImage: { id: other } });
  });

  it('POST /import-export/imports – a price in another currency – is refused with both currencies', async () => {
    const line = { name: 'Dollars', slug: 'dollars', currency: 'USD' };
    const dollars = await store(desk.app, VERTICAL, line);
    const [here, there, moved] = [
      await product(),
      await product({ verticals: [dollars] }),
      await product(),
    ];
    const run = await check([
      ['SKU', 'verticals', 'tuitionPrice'],
      [here.SKU, school.medicina.slug, '41,50 $'],
      [there.SKU, 'dollars', 'US$ 42.50'],
      [moved.SKU, 'dollars', '43,50 €'],
    ]);
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused', 'changed', 'refused']);
    expect(items[0]?.reason).toMatch(/“\$”.* EUR/);
    expect(items[2]?.reason).toMatch(/“€”.* USD/);
  });

  it('reads lists of parts: one is changed, one is added, one is taken away', async () => {
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
    const cards = async (): Promise<unknown> => {
      const found = await documentsOf(desk.app, CHANNEL).findOne({
        documentId,
        populate: ['mediaCard'],
      });
      return (found?.mediaCard as { sliderName: string }[]).map(({ sliderName }) => sliderName);
    };
    const columns = [1, 2, 3].map((position) => `mediaCard.${position}.sliderName`);
    const write = async (...names: string[]): Promise<void> => {
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
    await write('First', 'second', 'third');
    expect(await cards()).toEqual(['First', 'second', 'third']);
    await write('First', '', 'third');
    expect(await cards()).toEqual(['First', 'third']);
  });

  it.each(['utf-8 with a mark', 'utf-8 with commas', 'windows-1252', 'utf-16 with tabs'])(
    'reads what Spanish Excel writes as %s',
    async (encoding) => {
      const { documentId, SKU } = await product();
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
      expect(await stored(documentId)).toMatchObject({
        title: 'Pediatría: niño;niña',
        tuitionPrice: 1011.5,
      });
    },
  );

  it('takes translations beside each other, and makes a language that there was not', async () => {
    const { documentId, SKU } = await product({ presentation: 'Hola' });
    const run = await check([
      ['SKU (es)', 'SKU (en)', 'slug (en)', 'title (en)', 'presentation (es)', 'presentation (en)'],
      [SKU, SKU, `en-${SKU.toLowerCase()}`, 'In English', 'Hola', 'Hello'],
    ]);
    expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
    await sheets.start(run);
    expect(await stored(documentId, 'en')).toMatchObject({
      title: 'In English',
      presentation: 'Hello',
    });
    expect(await stored(documentId)).toMatchObject({ presentation: 'Hola' });
  });

  it('takes a row for each language, of entries that are new, too', async () => {
    await sheets.start(
      await check([
        ['language', 'SKU', 'slug', 'title', 'order'],
        ['es', 'PAIR', 'par', 'Par', '7'],
        ['en', 'PAIR', 'pair', 'Pair', '7'],
        ['xx', 'LOST', 'lost', 'Lost', '7'],
      ]),
    );
    const made = await bySku('PAIR');
    expect(made).toMatchObject({ title: 'Par' });
    expect(await stored(made?.documentId ?? '', 'en')).toMatchObject({ title: 'Pair' });
    expect(await bySku('LOST')).toBeNull();
  });

  it('publishes what is ready, and says before why something is not', async () => {
    const [ready, wrong] = [
      await product({ cardImage: desk.picture }),
      await product({ ...unsellable, cardImage: desk.picture }),
    ];
    const run = await check(
      [
        ['SKU', 'fullPrice'],
        [ready.SKU, '61'],
        [wrong.SKU, '62'],
      ],
      { mode: 'publish' },
    );
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual(['changed', 'refused']);
    expect(items[1]?.reason).toMatch(/has errors and cannot be published/);
    await sheets.start(run);
    expect(await stored(ready.documentId, 'es', 'published')).toMatchObject({ fullPrice: 61 });
    expect(await stored(wrong.documentId)).toMatchObject({ fullPrice: 60 });
  });

  it('lets nobody write what is not theirs', async () => {
    const [own, foreign] = [
      await product(),
      await product({ verticals: [school.psicologia.documentId] }),
    ];
    const anas = sheetsOf(desk.app, school.ana);
    const run = await anas.check(
      [
        ['SKU', 'slug', 'title', 'verticals'],
        [own.SKU, own.slug, 'Mine', 'medicina'],
        [own.SKU.concat('-GIVEN'), 'given', 'Given away', 'psicologia'],
        [foreign.SKU, foreign.slug, 'Not mine', 'psicologia'],
      ],
      { uid: PRODUCT },
    );
    expect((await anas.items(run)).map(({ outcome }) => outcome)).toEqual([
      'changed',
      'refused',
      'refused',
    ]);
    await anas.start(run);
    expect(await stored(foreign.documentId)).toMatchObject({ title: foreign.title });
  });

  it('overwrites nobody who has saved after the export, or since it was checked', async () => {
    const { documentId, SKU } = await product();
    const [first = [], ...rows] = rowsOf(await sheets.exported(PRODUCT, { locales: ['es'] }));
    const row = [...(rows.find((cells) => cells.includes(SKU)) ?? [])];
    row[first.indexOf('Title')] = 'From the file';
    const save = (title: string) =>
      desk.admin.put(`${EXPLORER}/${PRODUCT}/${documentId}?locale=es`, { title });

    const waiting = await check([first, row]);
    expect(waiting.counts.changed).toBe(1);
    await save('By somebody else');
    await sheets.start(waiting);
    expect((await sheets.items(waiting))[0]).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/after the export/) as string,
    });
    const without = first.indexOf('version');
    const forced = await check([first, row].map((cells) => cells.toSpliced(without, 1)));
    expect(forced.counts.changed).toBe(1);
    await save('By somebody else again');
    await sheets.start(forced);
    expect((await sheets.items(forced))[0]?.reason).toMatch(/after the check/);
    expect(await stored(documentId)).toMatchObject({ title: 'By somebody else again' });
  });

  it('stands in the history and in the audit log as what it is, of who began it', async () => {
    const { documentId, SKU } = await product();
    const anas = sheetsOf(desk.app, school.ana);
    await anas.start(
      await anas.check(
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
    const inBin = async (documentId: string): Promise<boolean> => {
      const { body } = await desk.admin.get('/history/bin');
      const { deletions } = body.data as { deletions: { documentId: string }[] };
      return deletions.some((deletion) => deletion.documentId === documentId);
    };

    const documentIdsOf = async (run: Pick<Run, 'id'>): Promise<string[]> =>
      (await sheets.items(run)).map(({ documentId }) => documentId ?? '');

    it('created, changed, and changed since – takes back the first two, and lists the third', async () => {
      const [first, second] = [await product(), await product()];
      const run = await sheets.start(
        await check([
          ['SKU', 'slug', 'title', 'verticals'],
          [first.SKU, first.slug, 'Imported', 'medicina'],
          [second.SKU, second.slug, 'Imported too', 'medicina'],
          ['UNDO-1', 'undo-1', 'Created', 'medicina'],
        ]),
      );
      expect(run).toMatchObject({ state: 'done', undo: { open: 3, undone: 0, kept: 0 } });
      await documentsOf(desk.app, PRODUCT).update({
        documentId: second.documentId,
        locale: 'es',
        data: { title: 'Edited since' },
      });
      expect(await sheets.undoCounts(run)).toMatchObject({ created: 1, changed: 1, kept: 1 });
      const [, , created = ''] = await documentIdsOf(run);
      expect(refusal(await school.ana.post(`/import-export/runs/${run.id}/undo`))).toEqual([
        404,
        'NO_SUCH_RUN',
      ]);
      expect(await sheets.undo(run)).toMatchObject({
        state: 'undone',
        undo: { undone: 2, kept: 1, open: 0 },
      });
      expect(await stored(first.documentId)).toMatchObject({ title: first.title });
      expect(await stored(second.documentId)).toMatchObject({ title: 'Edited since' });
      expect(await stored(created)).toBeNull();
      expect(await inBin(created)).toBe(true);
      const items = await sheets.items(run);
      expect(items.map(({ isUndone }) => isUndone)).toEqual([true, false, true]);
      expect(items[1]?.reason).toMatch(/^Somebody changed the entry after the import/);
      const kept = await desk.admin.get(`/import-export/runs/${run.id}/items?isUndone=false`);
      expect((kept.body.data as unknown[]).length).toBe(1);
      const { body } = await desk.admin.get('/audit/entries?action=import.undone');
      expect((body.data as { entries: unknown[] }).entries.length).toBe(1);
    });

    it('published entries – are republished as they were, or taken off the site', async () => {
      const [published, modified] = [await product(), await product()];
      const documents = documentsOf(desk.app, PRODUCT);
      for (const { documentId } of [published, modified]) {
        await documents.publish({ documentId, locale: 'es' });
      }
      const draft = { documentId: modified.documentId, locale: 'es', data: { title: 'Draft' } };
      await documents.update(draft);
      const unpublished = await product();
      const run = await sheets.start(
        await check(
          [
            ['SKU', 'title'],
            ...[published, modified, unpublished].map(({ SKU }) => [SKU, 'Imported']),
          ],
          { mode: 'publish' },
        ),
      );
      expect(run).toMatchObject({ state: 'done', counts: { changed: 3 } });
      expect(await stored(unpublished.documentId, 'es', 'published')).not.toBeNull();
      expect((await sheets.undo(run)).undo).toEqual({ undone: 3, kept: 0, open: 0 });
      for (const { documentId, title } of [published, modified]) {
        expect(await stored(documentId, 'es', 'published')).toMatchObject({ title });
      }
      expect(await stored(published.documentId)).toMatchObject({ title: published.title });
      expect(await stored(modified.documentId)).toMatchObject({ title: 'Draft' });
      expect(await stored(unpublished.documentId)).toMatchObject({ title: unpublished.title });
      expect(await stored(unpublished.documentId, 'es', 'published')).toBeNull();
      const again = await desk.admin.post(`/import-export/runs/${run.id}/undo`);
      expect(refusal(again)).toEqual([409, 'NOTHING_TO_UNDO']);
    });

    it('a created product with a paid order – stays, with the reason', async () => {
      const data = sellable(desk);
      const { SKU, slug, title } = data;
      const run = await sheets.start(
        await check([
          ['SKU', 'slug', 'title', 'verticals'],
          [SKU, slug, title, 'medicina'],
        ]),
      );
      const [created = ''] = await documentIdsOf(run);
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
      expect(await stored(created)).not.toBeNull();
      const [item] = await sheets.items(run);
      expect(item).toMatchObject({ isUndone: false, reason: expect.any(String) as string });
      expect(item?.reason).not.toMatch(/^Somebody changed/);
    });

    it('an entry that names a renamed entry – is no change of it, and is undone', async () => {
      const slug = `renamed-${Date.now()}`;
      const category = await store(desk.app, CATEGORY, { name: 'Before', slug });
      const entry = await product({ categories: [category] });
      const run = await sheets.start(
        await check([
          ['SKU', 'title'],
          [entry.SKU, 'Imported'],
        ]),
      );
      const { documentId } = entry;
      await documentsOf(desk.app, CATEGORY).update({
        documentId: category,
        locale: 'es',
        data: { name: 'After' },
      });
      expect(await sheets.undoCounts(run)).toMatchObject({ changed: 1, kept: 0, unrecorded: 0 });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 1, kept: 0, open: 0 });
      expect(await stored(documentId)).toMatchObject({ title: entry.title });
    });

    it('an entry that an operator has changed by SQL since – keeps that change', async () => {
      const { documentId, SKU } = await product();
      const run = await sheets.start(
        await check([
          ['SKU', 'title'],
          [SKU, 'Imported'],
        ]),
      );
      const query = desk.app.strapi.db.query(PRODUCT);
      await query.updateMany({ where: { documentId }, data: { title: 'By an operator' } });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 0, kept: 1, open: 0 });
      expect(await stored(documentId)).toMatchObject({ title: 'By an operator' });
    });

    it('an undo whose job was lost – ends when it is cancelled, and can start again', async () => {
      const entry = await product();
      const run = await sheets.start(
        await check([
          ['SKU', 'title'],
          [entry.SKU, 'Imported'],
        ]),
      );
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
      expect(await stored(entry.documentId)).toMatchObject({ title: entry.title });
    });

    it('entries that an older release wrote – are counted, and stay', async () => {
      const [first, second] = [await product(), await product()];
      const run = await sheets.start(
        await check([['SKU', 'title'], ...[first, second].map(({ SKU }) => [SKU, 'Imported'])]),
      );
      await desk.app.strapi.db.connection.raw(
        `UPDATE import_export.items SET result = result - 'written' WHERE run = ? AND number = 1`,
        [run.id],
      );
      expect(await sheets.undoCounts(run)).toMatchObject({ changed: 1, kept: 0, unrecorded: 1 });
      expect((await sheets.undo(run)).undo).toEqual({ undone: 1, kept: 0, open: 0 });
      expect(await stored(first.documentId)).toMatchObject({ title: 'Imported' });
    });

    it('an import that has not been written – is refused with 409', async () => {
      const { SKU } = await product();
      const run = await check([
        ['SKU', 'title'],
        [SKU, 'Never'],
      ]);
      const answer = await desk.admin.post(`/import-export/runs/${run.id}/undo`);
      expect(refusal(answer)).toEqual([409, 'NOTHING_TO_UNDO']);
      await sheets.cancel(run);
    });
  });

  describe('POST /import-export/runs/:id/decisions', () => {
    const category = async (name: string, slug: string): Promise<string> =>
      store(desk.app, CATEGORY, { name, slug, order: 1 });

    const categoriesOf = async (documentId: string): Promise<unknown> =>
      ((await stored(documentId)) as { categories?: { name: string }[] } | null)?.categories?.map(
        ({ name }) => name,
      );

    const called = (name: string) =>
      documentsOf(desk.app, CATEGORY).findMany({ locale: 'es', filters: { name } });

    const about = (value: string) =>
      ({ code: 'NOT_FOUND', column: 'Categories (es)', value }) as const;

    it('names that no entry has – one decision for all rows: create, choose, leave empty', async () => {
      const all = [await product(), await product(), await product(), await product()];
      const existing = await category('Cirugía', 'decided-surgery');
      const [one, two, three, four] = all;
      const run = await check([
        ['SKU', 'categories'],
        [one?.SKU ?? '', 'Medicina interna'],
        [two?.SKU ?? '', 'MEDICINA  INTERNA; cirugia'],
        [three?.SKU ?? '', 'Surgry'],
        [four?.SKU ?? '', '__proto__; Cirugía'],
      ]);
      expect(run).toMatchObject({ counts: { changed: 0, refused: 4 }, isVoid: false });
      const decisions = ['choose', 'create', 'empty'];
      const none = { decisions, decision: null, target: CATEGORY, column: 'Categories (es)' };
      const [first, ...rest] = run.causes;
      expect(first).toMatchObject({ ...none, code: 'NOT_FOUND', count: 2, rows: [2, 3] });
      expect(rest.toSorted((cause, other) => (cause.value < other.value ? -1 : 1))).toMatchObject([
        { ...none, value: 'Surgry', count: 1, rows: [4] },
        { ...none, value: '__proto__', count: 1, rows: [5] },
      ]);
      expect(first?.value.toLowerCase()).toMatch(/^medicina\s+interna$/);

      const created = await sheets.decide(run, about('Medicina interna'), { kind: 'create' });
      expect(created.counts).toMatchObject({ created: 1, changed: 2, refused: 2 });
      expect(created.causes[0]?.decision).toEqual({ kind: 'create', name: null });
      expect(await called('Medicina interna')).toEqual([]);
      await sheets.decide(run, about('Surgry'), { kind: 'choose', documentId: existing });
      const decided = await sheets.decide(run, about('__proto__'), { kind: 'empty' });
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
      expect(await called('Medicina interna')).toMatchObject([{ slug: 'medicina-interna' }]);
      const written = [];
      for (const { documentId } of all) written.push(await categoriesOf(documentId));
      expect(written).toEqual([
        ['Medicina interna'],
        ['Medicina interna', 'Cirugía'],
        ['Cirugía'],
        ['Cirugía'],
      ]);

      expect(await sheets.undoCounts(done)).toMatchObject({ created: 1, changed: 4, kept: 0 });
      expect(await sheets.undo(done)).toMatchObject({ undo: { undone: 5, kept: 0 } });
      expect(await called('Medicina interna')).toEqual([]);
      expect(await categoriesOf(one?.documentId ?? '')).toEqual([]);
    });

    it('a created entry – is left out while no row with changes uses it, and no undo deletes it while a draft does', async () => {
      const [one, two] = [await product(), await product()];
      const run = await check([
        ['SKU', 'categories'],
        [one.SKU, 'Unused; Refused too'],
        [two.SKU, 'Used'],
      ]);
      await sheets.decide(run, about('Used'), { kind: 'create' });
      const unused = await sheets.decide(run, about('Unused'), { kind: 'create' });
      expect(unused.counts).toMatchObject({ created: 1, changed: 1, refused: 1, left: 1 });
      const outcomesOf = async () =>
        (await sheets.items(run)).slice(0, 2).map(({ title, outcome }) => [title, outcome]);
      expect((await outcomesOf()).toSorted()).toEqual([
        ['Unused', 'left'],
        ['Used', 'created'],
      ]);
      await sheets.decide(run, about('Refused too'), { kind: 'empty' });
      expect((await outcomesOf()).map(([, outcome]) => outcome)).toEqual(['created', 'created']);
      await sheets.decide(run, about('Refused too'), null);
      const done = await sheets.start(run);
      expect(done).toMatchObject({ state: 'done', done: 2, total: 2, counts: { created: 1 } });
      expect(await called('Unused')).toEqual([]);
      expect(await called('Used')).toHaveLength(1);

      // The changed draft stays, so the created entry that it uses stays too.
      const where = { documentId: two.documentId, locale: 'es' };
      await documentsOf(desk.app, PRODUCT).update({ ...where, data: { title: 'Changed since' } });
      expect(await sheets.undo(done)).toMatchObject({ undo: { undone: 0, kept: 2 } });
      expect(await called('Used')).toHaveLength(1);
    });

    it('a name that is missing in two locales – is created once, in both', async () => {
      const { SKU } = await product();
      const run = await check([
        ['SKU', 'categories', 'title (en)', 'categories (en)'],
        [SKU, 'In two locales', 'In English', 'IN TWO LOCALES'],
      ]);
      const english = { ...about('IN TWO LOCALES'), column: 'Categories (en)' };
      await sheets.decide(run, about('In two locales'), { kind: 'create' });
      const decided = await sheets.decide(run, english, { kind: 'create' });
      expect(decided.counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
      const done = await sheets.start(run);
      expect(done.counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
      const [created] = await called('In two locales');
      const documentId = created?.documentId ?? '';
      const inEnglish = await documentsOf(desk.app, CATEGORY).findOne({ documentId, locale: 'en' });
      expect(inEnglish).toMatchObject({ name: 'In two locales' });
      expect(await sheets.undo(done)).toMatchObject({ undo: { undone: 2, kept: 0 } });
    });

    it('a removed decision, and a name that several entries have – the rows are refused again', async () => {
      const twins = [await category('Twin', 'twin-one'), await category('twín', 'twin-two')];
      const { SKU } = await product();
      const run = await check([
        ['SKU', 'categories'],
        [SKU, 'TWIN'],
      ]);
      expect(run.causes).toMatchObject([
        { code: 'SEVERAL_FOUND', value: 'TWIN', decisions: ['choose', 'empty'] },
      ]);
      expect(run.causes[0]?.reason).toMatch(/“TWIN”.*: twin-one, twin-two\.$/);
      const cause = { ...about('TWIN'), code: 'SEVERAL_FOUND' as const };
      const chosen = await sheets.decide(run, cause, { kind: 'choose', documentId: twins[1] });
      expect(chosen.counts).toMatchObject({ changed: 1, refused: 0 });
      const removed = await sheets.decide(run, cause, null);
      expect(removed.counts).toMatchObject({ changed: 0, refused: 1 });
    });

    it('wrong values and names that are too long – are grouped, without decisions', async () => {
      const [one, two] = [await product(), await product()];
      const long = 'x'.repeat(201);
      const run = await check([
        ['SKU', 'Precio a pagar', 'categories'],
        [one.SKU, 'cheap', long],
        [two.SKU, 'cheap', long],
      ]);
      expect(run.causes).toMatchObject([
        { code: 'NOT_FOUND', value: 'x'.repeat(200), count: 2, decisions: [] },
        { code: 'INVALID', column: 'Price to pay (es)', value: 'cheap', count: 2, decisions: [] },
      ]);
    });

    it('what a role does not allow, unknown values and other runs – are refused', async () => {
      const made = await desk.admin.post('/admin/roles', { name: 'Clerk', description: 'Clerk' });
      const { id, code } = made.body.data as { id: number; code: string };
      const explorer = 'plugin::content-manager.explorer';
      const may = (action: string, subject: string, fields: readonly string[]) => ({
        action: `${explorer}.${action}`,
        subject,
        properties: { fields, locales: ['es', 'en'] },
        conditions: [],
      });
      const fields = ['SKU', 'title', 'categories'];
      await desk.admin.put(`/admin/roles/${id}/permissions`, {
        permissions: [
          ...['read', 'update'].map((action) => may(action, PRODUCT, fields)),
          may('read', CATEGORY, ['name', 'slug']),
        ],
      });
      const clerks = sheetsOf(desk.app, await signInAs(desk.app, code, 'Clerk'));
      const { SKU } = await product();
      const rows = [
        ['SKU', 'categories'],
        [SKU, 'Nowhere'],
      ];
      const run = await clerks.check(rows, { uid: PRODUCT });
      const { causes } = run;
      expect(causes).toMatchObject([{ value: 'Nowhere', decisions: ['choose', 'empty'] }]);
      const here = about('Nowhere');
      const refused = [
        await clerks.sendDecision(run, here, { kind: 'create' }),
        await clerks.sendDecision(run, here, { kind: 'choose', documentId: 'nothing' }),
        await clerks.sendDecision(run, about('Elsewhere'), { kind: 'empty' }),
        await clerks.sendDecision(run, about('x'.repeat(201)), { kind: 'empty' }),
        await sheets.sendDecision(run, here, { kind: 'empty' }),
      ];
      expect(refused.map(refusal)).toEqual([
        [400, 'NO_SUCH_CAUSE'],
        [400, 'NO_SUCH_ENTRY'],
        [400, 'NO_SUCH_CAUSE'],
        [400, undefined],
        [404, 'NO_SUCH_RUN'],
      ]);
      await clerks.cancel(run);
      // A heading of a field that the role may not edit stays as it is.
      const withHeading = [
        ['SKU', 'Precio de clase'],
        [SKU, ''],
      ];
      const heading = 'Precio de clase';
      const admins = await check(withHeading);
      const price = { heading, as: 'field', place: 'tuitionPrice' };
      expect((await sheets.assign(admins, price)).status).toBe(200);
      const own = await clerks.check(withHeading, { uid: PRODUCT });
      const changes = [{ as: 'unknown' }, { as: 'ignore' }, { as: 'field', place: 'title' }];
      for (const change of changes) {
        expect(refusal(await clerks.assign(own, { heading, ...change }))).toEqual([
          400,
          'NO_SUCH_COLUMN',
        ]);
      }
      await sheets.assign(admins, { heading, as: 'unknown' });
      expect((await clerks.assign(own, { heading, as: 'ignore' })).status).toBe(200);
      await sheets.assign(admins, { heading, as: 'unknown' });
      expect(refusal(await clerks.sendDecision(run, here, { kind: 'empty' }))).toEqual([
        409,
        'NOT_CHECKED',
      ]);
    });

    it.each<[string, string, string, (run: Run) => Promise<AdminAnswer>]>([
      [
        'a decision',
        'decisions',
        '["other"]',
        (run) => sheets.sendDecision(run, about('Overtaken'), { kind: 'empty' }),
      ],
      [
        'an answer',
        'answers',
        '{"EMPTY_CELLS": "keep"}',
        ({ id }) => desk.admin.post(`/import-export/runs/${id}/answers`, { HIDDEN_ROWS: 'import' }),
      ],
    ])(
      '%s that another one has overtaken – is refused, and the other one stays',
      async (_, option, other, send) => {
        const run = await check([
          ['SKU', 'categories'],
          [(await product()).SKU, 'Overtaken'],
        ]);
        const { connection } = desk.app.strapi.db;
        const transaction = await connection.transaction();
        await transaction.raw(
          `UPDATE import_export.runs SET options = jsonb_set(options, ARRAY[?], CAST(? AS jsonb)) WHERE id = ?`,
          [option, other, run.id],
        );
        const sent = send(run);
        await until(
          async () =>
            await connection.raw<{ rows: unknown[] }>(
              `SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity
               WHERE datname = current_database() AND query LIKE '%import_export.runs%')`,
            ),
          ({ rows }) => rows.length > 0,
        );
        await transaction.commit();
        expect(refusal(await sent)).toEqual([409, 'NOT_CHECKED']);
        const { rows } = await connection.raw<{ rows: unknown[] }>(
          `SELECT state, options -> CAST(? AS text) = CAST(? AS jsonb) AS "isKept" FROM import_export.runs WHERE id = ?`,
          [option, other, run.id],
        );
        expect(rows).toEqual([{ state: 'checked', isKept: true }]);
        await sheets.cancel(run);
      },
    );

    it('more names than an import lists – the most frequent are listed', async () => {
      const rows = [['SKU', 'categories']];
      for (let at = 0; at < 26; at += 1) {
        const names = Array.from({ length: 6 }, (_, name) => `Unknown ${at}-${name}`);
        rows.push([`many-names-${at}`, ['Common', ...names].join(';')]);
      }
      const run = await check(rows);
      const { causes } = run;
      expect(causes.length).toBe(100);
      expect(causes[0]).toMatchObject({ value: 'Common', count: 26 });
      // Five names of a row are listed at a time.
      expect(causes.some(({ value }) => value === 'Unknown 0-4')).toBe(false);
      const decided = await sheets.decide(run, about('Common'), { kind: 'empty' });
      expect(decided.causes[0]).toMatchObject({ value: 'Common', decision: { kind: 'empty' } });
      expect(decided.causes.some(({ value }) => value === 'Unknown 0-4')).toBe(true);
      expect((await sheets.cancel(run)).causes).toEqual([]);
    });
  });

  describe('POST /import-export/runs/:id/columns', () => {
    const CLEAR = `DELETE FROM import_export.headings WHERE uid = '${PRODUCT}'`;

    const run = async (statement: string) =>
      (await desk.app.strapi.db.connection.raw<{ rows: unknown[] }>(statement)).rows;

    afterEach(() => run(CLEAR));

    it('an unknown heading – is a field, is ignored, or is forgotten, in all imports of the type', async () => {
      const { SKU, documentId } = await product();
      const rows = [
        ['SKU', 'Nombre comercial', '__proto__', 'import row'],
        [SKU, 'Renamed', 'x', '2'],
      ];
      const first = await check(rows);
      const unknown = { place: null, isIgnored: false };
      expect(first).toMatchObject({ ignored: ['Nombre comercial', '__proto__'] });
      expect(first.columns).toEqual([
        { heading: 'Nombre comercial', ...unknown },
        { heading: '__proto__', ...unknown },
      ]);
      const heading = 'NOMBRE COMERCIAL';
      const assigned = await sheets.assign(first, { heading, as: 'field', place: 'title' });
      expect(assigned.status).toBe(200);
      await sheets.assign(first, { heading: '__proto__', as: 'ignore' });
      const second = await check(rows);
      expect(second).toMatchObject({ counts: { changed: 1 }, ignored: ['__proto__'] });
      expect(second.columns).toEqual([
        { heading: 'Nombre comercial', place: 'title', isIgnored: false },
        { heading: '__proto__', place: null, isIgnored: true },
      ]);
      const inEnglish = await check([
        ['SKU', 'Nombre comercial (en)', 'title'],
        [SKU, 'In English', 'Em español'],
      ]);
      expect((await sheets.items(inEnglish))[0]?.changes.toSorted()).toEqual([
        ...['Slug (en)', 'Title (en)', 'Title (es)'],
      ]);
      // A column with the field's own name takes precedence.
      const both = await check([
        ['SKU', 'Nombre comercial', 'title'],
        [SKU, 'Not this', 'But this'],
      ]);
      expect(both.ignored).toEqual(['Nombre comercial']);
      await sheets.start(both);
      expect(await stored(documentId)).toMatchObject({ title: 'But this' });
      const forgotten = { heading: 'Nombre comercial', as: 'unknown' };
      expect(refusal(await sheets.assign(both, forgotten))).toEqual([409, 'NOT_CHECKED']);
      expect((await check(rows)).columns[0]).toMatchObject({ place: 'title' });
      await sheets.assign(second, forgotten);
      expect((await check(rows)).columns[0]).toEqual({ heading: 'Nombre comercial', ...unknown });
    });

    it('a field or a column that is not there, and the run of somebody else – are refused', async () => {
      const { SKU } = await product();
      const made = await check([
        ['SKU', 'Color', 'x'.repeat(201)],
        [SKU, 'red', ''],
      ]);
      expect(made.columns.map(({ heading }) => heading)).toEqual(['Color']);
      const title = { as: 'field', place: 'title' };
      const refused = [
        await sheets.assign(made, { heading: 'Color', as: 'field', place: 'constructor' }),
        await sheets.assign(made, { heading: 'Size', ...title }),
        await sheets.assign(made, { heading: 'x'.repeat(201), ...title }),
        await sheetsOf(desk.app, school.ana).assign(made, { heading: 'Color', ...title }),
      ];
      expect(refused.map(refusal)).toEqual([
        [400, 'NO_SUCH_COLUMN'],
        [400, 'NO_SUCH_COLUMN'],
        [400, undefined],
        [404, 'NO_SUCH_RUN'],
      ]);
      const fieldsOf = async (uid: string): Promise<unknown> =>
        (await school.ana.get(`/import-export/fields?uid=${uid}`)).body.data;
      expect(await fieldsOf(PRODUCT)).toContainEqual({
        place: 'seo.title',
        label: expect.objectContaining({ en: expect.stringMatching(/ › /) as string }) as unknown,
      });
      expect([await fieldsOf('admin::user'), await fieldsOf(HOME)]).toEqual([[], []]);
    });

    it('more headings than a type remembers – a new one is refused, and all stay', async () => {
      await run(
        `INSERT INTO import_export.headings (uid, heading, changed_at)
         SELECT '${PRODUCT}', 'heading ' || n, now() - make_interval(secs => n) FROM generate_series(1, 500) n`,
      );
      const made = await check([
        ['SKU', 'Color', 'Heading 500'],
        [(await product()).SKU, 'red', ''],
      ]);
      expect(refusal(await sheets.assign(made, { heading: 'Color', as: 'ignore' }))).toEqual([
        409,
        'TOO_MANY_HEADINGS',
      ]);
      const changed = { heading: 'Heading 500', as: 'field', place: 'title' };
      expect((await sheets.assign(made, changed)).status).toBe(200);
      expect((await sheets.seen(made)).columns).toMatchObject([
        { heading: 'Color', isIgnored: false },
        { heading: 'Heading 500', place: 'title' },
      ]);
      const rows = await run(
        `SELECT count(*) AS count, bool_or(heading = 'color') AS "hasNew", bool_or(heading = 'heading 500' AND place = 'title') AS "hasChanged"
         FROM import_export.headings WHERE uid = '${PRODUCT}'`,
      );
      expect(rows).toEqual([{ count: '500', hasNew: false, hasChanged: true }]);
    });
  });

  it('stops when it is cancelled, and can be seen by nobody else', async () => {
    const { documentId, SKU } = await product();
    const run = await check([
      ['SKU', 'title'],
      [SKU, 'Never'],
    ]);
    const address = `/import-export/runs/${run.id}`;
    expect(refusal(await school.ana.get(address))).toEqual([404, 'NO_SUCH_RUN']);
    expect(refusal(await school.ana.post(`${address}/start`))).toEqual([404, 'NO_SUCH_RUN']);
    await desk.admin.post(`${address}/cancel`);
    expect(refusal(await desk.admin.post(`${address}/start`))).toEqual([409, 'NOT_CHECKED']);
    expect(await stored(documentId)).not.toMatchObject({ title: 'Never' });
  });

  it('stops in the middle of writing when it is cancelled: what was written stays and is named, the rest is as it was', async () => {
    const entries = [];
    for (let at = 0; at < 6; at += 1) entries.push(await product());
    const run = await check([
      ['SKU', 'title'],
      ...entries.map(({ SKU }) => [SKU, 'Written']),
      ['', 'Nobody'],
    ]);
    const { connection } = desk.app.strapi.db;
    // Another transaction locks the fourth entry, so that the import waits there.
    const holding = await connection.transaction();
    await holding('products').where({ document_id: entries[3]?.documentId }).forUpdate();
    await desk.admin.post(`/import-export/runs/${run.id}/start`);
    const { counts } = await until(
      () => sheets.seen(run),
      ({ done }) => done === 3,
    );
    // Planned entries do not count before they are written.
    expect(counts).toMatchObject({ changed: 3, refused: 1 });
    expect(await sheets.cancel(run)).toMatchObject({ state: 'cancelled' });
    await holding.rollback();
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
    const said = ['changed', 'changed', 'changed', 'left', 'left', 'left', 'refused'];
    expect(items.map(({ outcome }) => outcome)).toEqual(said);
    const { text } = await desk.admin.get(`/import-export/runs/${run.id}/result.csv`);
    expect(
      rowsOf(Buffer.from(text))
        .slice(1)
        .map((row) => row.at(-3)),
    ).toEqual(said.map((outcome) => (outcome === 'left' ? 'not written' : outcome)));
    const listed = (await desk.admin.get('/import-export/runs')).body.data as ListedRun[];
    expect(listed.find(({ id }) => id === run.id)).toMatchObject({
      kind: 'import',
      type: run.type,
      file: run.file,
      state: 'cancelled',
    });
    const titles = [];
    for (const { documentId } of entries) titles.push((await stored(documentId))?.title);
    const before = entries.map(({ title }) => title);
    expect(titles).toEqual(['Written', 'Written', 'Written', ...before.slice(3)]);
  });

  it('refuses nothing because the database went away while an entry was looked at; it is written afterwards', async () => {
    const { strapi } = desk.app;
    const { connection } = strapi.db;
    const [entry, slug] = [await product(), `away-${Date.now()}`];
    await store(desk.app, CATEGORY, { name: 'Away', slug });
    const run = await check([
      ['SKU', 'title', 'categories'],
      [entry.SKU, 'Written', slug],
    ]);
    // The connection breaks at the statement that checks the categories of the entry.
    let broken = 0;
    const breakAt = ({ sql }: { sql: string }): void => {
      if (broken > 0 || writing === null || !/^select count\(.* from "categories"/.test(sql))
        return;
      broken += 1;
      writing.connection.stream.destroy();
    };
    let writing: { connection: { stream: { destroy: () => void } } } | null = null;
    const leave = strapi.documents.use(async ({ action, params }, next) => {
      const isIt = 'documentId' in params && params.documentId === entry.documentId;
      if (action !== 'update' || !isIt || broken > 0) return next();
      await strapi.db.transaction(async ({ trx }) => {
        await withConnection(trx as Knex, (held) => {
          writing = held as unknown as typeof writing;
          return Promise.resolve();
        });
      });
      return next();
    }) as unknown as () => void;
    connection.on('query', breakAt);
    const done = await sheets.start(run);
    connection.off('query', breakAt);
    leave();
    expect(broken).toBe(1);
    expect(done).toMatchObject({ state: 'done', counts: { changed: 1, refused: 0 } });
    expect(await stored(entry.documentId)).toMatchObject({
      title: 'Written',
      categories: [{ slug }],
    });
  });

  it('takes the rows of a list only, in every language, where an export is asked for those', async () => {
    const [inside, outside] = [
      await product({ title: 'Listed, too', cardImage: desk.picture }),
      await product({ title: 'Not in it' }),
    ];
    await documentsOf(desk.app, PRODUCT).update({
      documentId: inside.documentId,
      locale: 'en',
      data: { ...inside, slug: `en-${inside.slug}`, title: 'In English', categories: [] },
    });
    const list = `?locale=es&filters[$and][0][title][$contains]=Listed&filters[$and][1][SKU][$eq]=${inside.SKU}`;
    const rows = rowsOf(await sheets.exported(PRODUCT, {}, list));
    expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual([
      [inside.documentId, 'en'],
      [inside.documentId, 'es'],
    ]);
    const searched = rowsOf(await sheets.exported(PRODUCT, {}, `?locale=es&_q=${outside.SKU}`));
    expect(searched.slice(1).map(([id]) => id)).toEqual([outside.documentId]);
    const asked = rowsOf(
      await sheets.exported(PRODUCT, { layout: 'columns' }, '?locale=es&question=without-picture'),
    );
    const ids = asked.slice(1).map(([id]) => id);
    expect(ids).toContain(outside.documentId);
    expect(ids).not.toContain(inside.documentId);
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
    ['no columns that name entries', [['title'], ['x']], 'NO_KEY_COLUMN'],
    [
      'no fields',
      [
        ['id', 'nonsense'],
        ['x', 'y'],
      ],
      'NO_FIELD_COLUMN',
    ],
    ['no rows', [['SKU', 'title']], 'FILE_EMPTY'],
  ])('refuses a file with %s', async (_what, rows, code) => {
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
  ])('refuses a file with two columns for one field, and names both: %j', async (names, places) => {
    const answer = await sheets.send([names, names.map(() => 'x')], { uid: PRODUCT });
    expect(refusal(answer)).toEqual([400, 'COLUMN_TWICE']);
    const columns = places.map((column) => ({ column, name: names[column - 1] }));
    expect(answer.body.error).toMatchObject({ details: { columns } });
    for (const { name } of columns) expect(messageOf(answer)).toContain(`“${name}”`);
  });

  it('takes the languages of a field beside each other, and a language in each row', async () => {
    const { SKU } = await product();
    const run = await check([
      ['SKU', 'Title', 'Title (en)'],
      [SKU, 'Uno', 'One'],
    ]);
    expect(run.ignored).toEqual([]);
    const byRow = await check([
      ['SKU', 'language', 'Title', 'Title (en)'],
      [SKU, 'es', 'Uno', 'One'],
    ]);
    expect(byRow.ignored).toEqual([]);
  });

  it.each([
    ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
    ['bytes', randomBytes(5_000)],
    ['an old workbook', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
  ])('says of %s that it is no workbook, or no text, as it is called', async (_what, content) => {
    const bytes = Buffer.from(content);
    for (const [name, code] of [
      ['x.xlsx', 'FILE_NO_WORKBOOK'],
      ['x.csv', 'FILE_NO_TEXT'],
    ] as const) {
      expect(refusal(await sheets.send(bytes, { uid: PRODUCT, name }))).toEqual([400, code]);
    }
  });

  it('takes a CSV that is called a workbook', async () => {
    const { SKU } = await product();
    const bytes = Buffer.from(`SKU;title\r\n${SKU};x\r\n`);
    const run = await sheets.check(bytes, { uid: PRODUCT, name: 'x.xlsx' });
    expect(run.counts).toMatchObject({ changed: 1 });
  });

  it('refuses a file that is larger than is set, before it is read', async () => {
    const bytes = Buffer.alloc(51 * MEGABYTE, 'x');
    const growth = await growthDuring(async () => {
      const answer = await sheets.send(bytes, { uid: PRODUCT });
      expect(refusal(answer)).toEqual([413, 'FILE_TOO_LARGE']);
      expect(answer.body.error).toMatchObject({ details: { limit: 50 * MEGABYTE } });
    });
    expect(growth).toBeLessThan(400);
  });

  it('refuses a cell that is too long where it stands, and has no more of it in memory', async () => {
    const long = 'x'.repeat(12 * MEGABYTE);
    const [growth, longest] = await besides(async () => {
      for (const text of [
        `SKU;title\r\nA;a\r\nB;"${long}"\r\n`,
        // An unterminated quotation mark takes everything below into its cell.
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

  it('takes a file of long texts without holding anybody up', async () => {
    const text = 'x'.repeat(20_000);
    const rows = Array.from({ length: 1_000 }, (_, at) => [`none-${at}`, text]);
    const [growth, longest] = await besides(async () => {
      const answer = await sheets.send([['id', 'title'], ...rows], { uid: PRODUCT });
      expect(answer.status).toBe(201);
      await sheets.cancel((answer.body as unknown as { data: Run }).data);
    });
    process.stdout.write(`long texts: ${growth.toFixed(0)} MB, ${longest.toFixed(0)} ms\n`);
    expect(growth).toBeLessThan(600);
    expect(longest).toBeLessThan(1_000);
  });

  it('refuses more cells than can be held, however short they are', async () => {
    const names = Array.from({ length: 400 }, (_, at) => `mediaCard.${at + 1}.sliderName`);
    const row = names.map(() => 'x').join(';');
    const lines = Array.from({ length: 10_000 }, (_, at) => `none-${at};${row}`);
    const bytes = Buffer.from([`slug;${names.join(';')}`, ...lines].join('\r\n'));
    const growth = await growthDuring(async () => {
      expect(refusal(await sheets.send(bytes, { uid: CHANNEL }))).toEqual([413, 'TOO_MANY_CELLS']);
    });
    process.stdout.write(`many cells: ${growth.toFixed(0)} MB\n`);
    expect(growth).toBeLessThan(600);
  });

  it('refuses a row that is too long, and more columns than there can be', async () => {
    const cell = 'x'.repeat(900_000);
    const long = await sheets.send(
      [['SKU', 'title'], ['A', 'a'], Array.from({ length: 6 }, () => cell)],
      { uid: PRODUCT },
    );
    expect(refusal(long)).toEqual([400, 'FILE_ROW_TOO_LONG']);
    expect(long.body.error).toMatchObject({ details: { row: 3 } });
    const wide = await sheets.send([Array.from({ length: 2_001 }, (_, at) => `c${at}`)], {
      uid: PRODUCT,
    });
    expect(refusal(wide)).toEqual([413, 'TOO_MANY_COLUMNS']);
  });

  it.each([
    ['XFD1048576', [413, 'TOO_MANY_ROWS']],
    ['A10002', [413, 'TOO_MANY_ROWS']],
    ['BXY1', [413, 'TOO_MANY_COLUMNS']],
    ['A99999999', [400, 'FILE_UNREADABLE']],
  ])('refuses a workbook with a cell at %s, before it is laid out', async (address, said) => {
    const row = /\d+/.exec(address)?.[0] ?? '';
    const workbook = workbookOf(`<row r="${row}">${textCell(address, 'x')}</row>`);
    const before = performance.now();
    const growth = await growthDuring(async () => {
      expect(refusal(await sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' }))).toEqual(said);
    });
    process.stdout.write(
      `a cell at ${address}: ${growth.toFixed(0)} MB, ${(performance.now() - before).toFixed(0)} ms\n`,
    );
    expect(growth).toBeLessThan(300);
  });

  it('takes a workbook whose cells far out are empty, and looks at no other sheet than the first', async () => {
    const { SKU } = await product();
    const cells = (at: number, ...texts: string[]): string =>
      `<row r="${at}">${texts.map((text, column) => textCell(`${'AB'.charAt(column)}${at}`, text)).join('')}</row>`;
    const far = '<row r="20000"><c r="XFD20000" s="0"/></row>';
    const workbook = workbookOf(
      `<!-- it’s < ' -->${cells(1, 'SKU', 'title')}${cells(2, SKU, 'Near')}${far}`,
      `<row r="20000">${textCell('XFD20000', 'x')}</row>`,
    );
    const run = await sheets.check(workbook, { uid: PRODUCT, name: 'x.xlsx' });
    expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
  });

  it('says where a cell of a workbook is too long', async () => {
    const workbook = workbookOf(
      `<row r="1">${textCell('A1', 'SKU')}</row><row r="2">${textCell('B2', 'x'.repeat(MEGABYTE + 1))}</row>`,
    );
    const answer = await sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' });
    expect(refusal(answer)).toEqual([400, 'FILE_CELL_TOO_LONG']);
    expect(answer.body.error).toMatchObject({ details: { row: 2, column: 2 } });
  });

  describe('POST /import-export/imports – a small workbook that unpacks to much text', () => {
    const send = async (workbook: Buffer): Promise<[AdminAnswer, number]> => {
      const answers: AdminAnswer[] = [];
      const growth = await growthDuring(async () => {
        answers.push(await sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' }));
      });
      const [answer] = answers;
      if (answer === undefined) throw new Error('There is no answer');
      return [answer, growth];
    };
    const more = 'x'.repeat(MEGABYTE + 1);
    const second = (cell: string): string =>
      `<row r="1">${textCell('A1', 'SKU')}</row><row r="2">${cell}</row>`;

    it('one cell of 64 MB – is refused before it is laid out', async () => {
      const workbook = workbookOf(second(textCell('B2', 'x'.repeat(64 * MEGABYTE))));
      expect(workbook.length).toBeLessThan(MEGABYTE);
      const [answer, growth] = await send(workbook);
      expect(refusal(answer)).toEqual([400, 'FILE_CELL_TOO_LONG']);
      expect(answer.body.error).toMatchObject({ details: { row: 2, column: 2 } });
      expect(growth).toBeLessThan(400);
    });

    it.each<[string, () => Buffer]>([
      [
        'a shared text',
        () =>
          workbookWith({
            sheets: [second('<c r="B2" t="s"><v>0</v></c>')],
            strings: `<si><t>${more}</t></si>`,
          }),
      ],
      [
        'a shared text of many runs',
        () =>
          workbookWith({
            sheets: [second('<c r="B2" t="s"><v>0</v></c>')],
            strings: `<si>${`<r><t>${'x'.repeat(1_024)}</t></r>`.repeat(1_025)}</si>`,
          }),
      ],
      ['a result', () => workbookOf(second(`<c r="B2" t="str"><f>A1</f><v>${more}</v></c>`))],
      ['a formula', () => workbookOf(second(`<c r="B2" t="str"><f>${more}</f><v>x</v></c>`))],
      [
        'a cell without an address',
        () => workbookOf(`<row><c t="inlineStr"><is><t>${more}</t></is></c></row>`),
      ],
      [
        'a sheet in another folder',
        () => workbookWith({ sheets: [second(textCell('B2', more))], folder: 'other' }),
      ],
    ])('%s that is too long – is refused', async (_what, workbook) => {
      const [answer] = await send(workbook());
      expect(refusal(answer)).toEqual([400, 'FILE_CELL_TOO_LONG']);
    });

    it.each<[string, () => Buffer]>([
      ['between cells', () => workbookOf(`<row r="1">${more}${textCell('A1', 'SKU')}</row>`)],
      ['in an attribute', () => workbookOf(second(`<c r="B2" s="${more}"><v>1</v></c>`))],
      [
        'in a comment on a cell',
        () =>
          workbookWith({
            sheets: [second(textCell('B2', 'x'))],
            others: {
              'xl/comments1.xml': `<comments><comment><t>${more}</t></comment></comments>`,
            },
          }),
      ],
    ])('a long text %s – is refused', async (_what, workbook) => {
      const [answer] = await send(workbook());
      expect(refusal(answer)).toEqual([400, 'FILE_UNREADABLE']);
    });

    it('many cells that share a long text – are refused, in all and in a row', async () => {
      const strings = `<si><t>SKU</t></si><si><t>${'x'.repeat(MEGABYTE)}</t></si>`;
      const shared = (at: string): string => `<c r="${at}" t="s"><v>1</v></c>`;
      const first = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
      const rows = Array.from(
        { length: 51 },
        (_, at) => `<row r="${at + 2}">${shared(`A${at + 2}`)}</row>`,
      );
      const [inAll, growth] = await send(
        workbookWith({ sheets: [first + rows.join('')], strings }),
      );
      expect(refusal(inAll)).toEqual([413, 'FILE_TOO_LARGE']);
      expect(growth).toBeLessThan(400);
      const row = `<row r="2">${['A2', 'B2', 'C2', 'D2', 'E2'].map(shared).join('')}</row>`;
      const [inRow] = await send(workbookWith({ sheets: [first + row], strings }));
      expect(refusal(inRow)).toEqual([400, 'FILE_ROW_TOO_LONG']);
    });

    it('a cell as long as one may be, with characters that XML escapes – is taken', async () => {
      const text = '&amp;'.repeat(MEGABYTE);
      const heading = `<row r="1">${textCell('A1', 'id')}${textCell('B1', 'title')}</row>`;
      const [{ status, body }] = await send(
        workbookOf(`${heading}<row r="2">${textCell('A2', 'none')}${textCell('B2', text)}</row>`),
      );
      expect([status, body.error]).toEqual([201, undefined]);
      await sheets.settled((body as unknown as { data: Run }).data.id);
    });
  });

  it('POST /import-export/imports – more files at once than a person or a node may – waits, or is refused', async () => {
    const { inTurn, slotsOf } = hostModule<Slots>(slots);
    const me = await myNumber();
    const send = () =>
      sheets.send(
        [
          ['id', 'title'],
          ['none', 'x'],
        ],
        { uid: PRODUCT },
      );
    const refused = async (status: number, code: string): Promise<void> => {
      const answer = await send();
      expect(refusal(answer)).toEqual([status, code]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    };
    /**
     * Keeps files of these users being read or waiting.
     *
     * @returns a function that ends them
     */
    const holdSlots = (...people: number[]): (() => Promise<void>) => {
      const holding = new AbortController();
      const ended = once(holding.signal, 'abort');
      const held = people.map((person) => inTurn(person, () => ended));
      return async () => {
        holding.abort();
        await Promise.all(held);
      };
    };
    const endOwn = holdSlots(me, me);
    await refused(429, 'TOO_MANY_FILES');
    await endOwn();
    const endOthers = holdSlots(-1, -1, -2, -2);
    await refused(503, 'FILES_BUSY');
    await endOthers();
    const endFirst = holdSlots(-1);
    const waiting = send();
    await until(
      () => Promise.resolve(slotsOf(me)),
      (count) => count === 1,
    );
    await endFirst();
    const { status, body } = await waiting;
    expect(status).toBe(201);
    await sheets.settled((body as unknown as { data: Run }).data.id);
  });

  it('POST /import-export/imports – the caller goes away – ends the reading of the file', async () => {
    const { slotsOf } = hostModule<Slots>(slots);
    const me = await myNumber();
    const row = (at: number): string =>
      `<row r="${at}">${Array.from(LETTERS, (letter) => `<c r="${letter}${at}"><v>1</v></c>`).join('')}</row>`;
    const workbook = workbookOf(Array.from({ length: 10_000 }, (_, at) => row(at + 1)).join(''));
    const errors = jest.spyOn(desk.app.strapi.log, 'error');
    const leaving = new AbortController();
    const form = new FormData();
    form.set('uid', PRODUCT);
    form.set('mode', 'draft');
    form.set('file', new Blob([new Uint8Array(workbook)]), 'x.xlsx');

    const left = fetch(`${desk.app.url}/import-export/imports`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${desk.admin.token}` },
      body: form,
      signal: leaving.signal,
    });
    await until(
      () => Promise.resolve(slotsOf(me)),
      (count) => count === 1,
    );
    let isRead = false;
    const staying = sheets.send(workbook, { uid: PRODUCT, name: 'x.xlsx' }).then((answer) => {
      isRead = true;
      return answer;
    });
    await until(
      () => Promise.resolve(slotsOf(me)),
      (count) => count === 2,
    );
    leaving.abort();
    await expect(left).rejects.toThrow();
    await until(
      () => Promise.resolve(slotsOf(me)),
      (count) => count === 1,
    );
    expect(isRead).toBe(false);
    expect(refusal(await staying)).toEqual([400, 'NO_KEY_COLUMN']);
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  it('refuses what is no spreadsheet, and what is too long', async () => {
    const broken = Buffer.from('PK\u0003\u0004 not an archive');
    expect(refusal(await sheets.send(broken, { uid: PRODUCT, name: 'x.xlsx' }))).toEqual([
      400,
      'FILE_UNREADABLE',
    ]);
    const long = [['SKU', 'title'], ...Array.from({ length: 10_001 }, (_, at) => [`L-${at}`, 'x'])];
    expect(refusal(await sheets.send(long, { uid: PRODUCT }))).toEqual([413, 'TOO_MANY_ROWS']);
    expect(refusal(await sheets.send([['id', 'x']], { uid: 'admin::user' }))).toEqual([
      403,
      'TYPE_FORBIDDEN',
    ]);
  });

  it('refuses a workbook of some kilobytes that unpacks to gigabytes, before it takes the memory', async () => {
    const bomb = workbookOfBlanks(2500);
    const growth = await growthDuring(async () => {
      expect(refusal(await sheets.send(bomb, { uid: PRODUCT, name: 'x.xlsx' }))).toEqual([
        400,
        'FILE_UNREADABLE',
      ]);
    });
    expect(growth).toBeLessThan(400);
  });

  it('takes the texts of pages, place by place', async () => {
    const documentId = await store(desk.app, HOME, {
      vertical: school.medicina.documentId,
      planTypes: [{ title: 'Uno', description: 'primero' }],
      seo: { title: 'Portada', author: 'Ana' },
    });
    for (const layout of ['rows', 'columns']) {
      const untouched = await sheets.check(await sheets.exported(HOME, { layout }), { uid: HOME });
      expect(untouched.counts).toEqual({
        created: 0,
        changed: 0,
        unchanged: 1,
        refused: 0,
        left: 0,
      });
    }
    const [first = [], ...rows] = rowsOf(await sheets.exported(HOME, { layout: 'columns' }));
    const place = first.indexOf('place');
    const es = first.indexOf('es');
    const written = rows.map((row) =>
      row[place] === 'planTypes.1.title' ? row.with(es, 'Primero') : row,
    );
    expect(written.map((row) => row[place])).toContain('seo.title');
    const run = await sheets.check([first, ...written], { uid: HOME });
    expect(run.counts).toEqual({ created: 0, changed: 1, unchanged: 0, refused: 0, left: 0 });
    await sheets.start(run);
    const page = await documentsOf(desk.app, HOME).findOne({
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
