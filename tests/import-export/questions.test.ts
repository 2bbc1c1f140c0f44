import iconv from 'iconv-lite';
import { documentsOf } from '../../src/platform/strapi/documents';
import { course, openSchool, PRODUCT, refusal, store, type School } from '../rights/support';
import { signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { stylesOf, textCell, workbookOf, workbookWith } from './bomb';
import { rowsOf, sheetsOf, type Sheets } from './support';

/** A book as its form saves it. */
const BOOK = {
  author: 'Ana',
  bindingFormat: 'Tapa dura',
  edition: '1',
  language: 'es',
  ISBN: '9780306406157',
};

/** Returns the XML of a row; cells that are no text are given as XML. */
const rowOf = (at: number, cells: readonly string[], attributes = ''): string => {
  const written = cells.map((cell, column) => {
    const address = `${'ABCDEF'.charAt(column)}${at}`;
    return cell.startsWith('<') ? cell.replace('<c', `<c r="${address}"`) : textCell(address, cell);
  });
  return `<row r="${at}"${attributes}>${written.join('')}</row>`;
};

const sheetOf = (...rows: (readonly string[])[]): string =>
  rows.map((cells, at) => rowOf(at + 1, cells)).join('');

const xlsx = { uid: PRODUCT, name: 'sheet.xlsx' };

describe('Importing a file that a spreadsheet has changed', () => {
  let app: App;
  let school: School;
  let sheets: Sheets;

  beforeAll(async () => {
    app = await startApp();
    school = await openSchool(app);
    sheets = sheetsOf(app, await signIn(app));
  });

  afterAll(() => app.stop());

  const made = async (changes: object = {}) => {
    const data = course({ verticals: [school.medicina.documentId], fullPrice: 60, ...changes });
    return { ...data, documentId: await store(app, PRODUCT, data) };
  };

  const draftOf = (documentId: string, locale = 'es') =>
    documentsOf(app, PRODUCT).findOne({ documentId, locale, populate: ['bookDetails'] });

  const countOf = (filters: object) => documentsOf(app, PRODUCT).count({ locale: 'es', filters });

  const check = (rows: readonly (readonly string[])[], options: object = {}) =>
    sheets.check(rows, { uid: PRODUCT, ...options });

  const reasonsOf = async (...given: Parameters<Sheets['check']>): Promise<(string | null)[]> =>
    (await sheets.items(await sheets.check(...given))).map(({ reason }) => reason);

  describe('empty cells', () => {
    it('over something – are counted and asked about, and kept unless somebody says otherwise', async () => {
      const [one, other] = [await made({ acronym: 'AB' }), await made()];
      const rows = [
        ['SKU', 'acronym', 'fullPrice', 'title'],
        [one.SKU, '', '', 'Changed'],
        [other.SKU, '', '61', ''],
      ];
      const run = await check(rows);
      expect(run.questions).toMatchObject([
        {
          code: 'EMPTY_CELLS',
          count: 3,
          answer: null,
          answers: ['keep', 'clear'],
          samples: [
            { row: 2, column: 'Acronym (es)', text: 'AB' },
            { row: 2, text: '60.00' },
            { row: 3, column: 'Title (es)' },
          ],
        },
      ]);
      const refused = await sheets.begin(run);
      expect(refusal(refused)).toEqual([409, 'QUESTIONS_OPEN']);
      expect(refused.body.error).toMatchObject({ details: { questions: ['EMPTY_CELLS'] } });
      await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'keep' }));
      expect(await draftOf(one.documentId)).toMatchObject({
        acronym: 'AB',
        fullPrice: 60,
        title: 'Changed',
      });
      const cleared = await sheets.answer(await check(rows), { EMPTY_CELLS: 'clear' });
      expect(cleared.counts).toMatchObject({ changed: 2, refused: 0 });
      expect(cleared.questions).toMatchObject([{ count: 3, answer: 'clear' }]);
      await sheets.start(cleared);
      expect(await draftOf(one.documentId)).toMatchObject({ acronym: null, fullPrice: null });
      expect(await draftOf(other.documentId)).toMatchObject({ title: null, fullPrice: 61 });
    });

    it('of rows that hold nothing there – are asked about by nobody', async () => {
      const { SKU } = await made();
      const { questions } = await check([
        ['SKU', 'acronym', 'title'],
        [SKU, '', 'New'],
      ]);
      expect(questions).toEqual([]);
    });

    it('that only look empty – are asked about in the same way, and change nothing where nothing is', async () => {
      const data = { name: 'Category', slug: 'category', order: 1 };
      const categories = [await store(app, 'api::category.category', data)];
      const [one, other] = [await made({ acronym: 'AB', categories }), await made()];
      const run = await check([
        ['SKU', 'acronym', 'fullPrice', 'categories'],
        [one.SKU, '\u200B', '""', ' ; '],
        [other.SKU, '\u00AD', '60', '|'],
      ]);
      expect(run.questions).toMatchObject([{ code: 'EMPTY_CELLS', count: 3 }]);
      expect(run.counts).toMatchObject({ changed: 0, unchanged: 2, refused: 0 });
      const cleared = await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'clear' }));
      expect(cleared.counts).toMatchObject({ changed: 1, unchanged: 1, refused: 0 });
      expect(
        await documentsOf(app, PRODUCT).findOne({
          documentId: one.documentId,
          locale: 'es',
          populate: ['categories'],
        }),
      ).toMatchObject({ acronym: null, fullPrice: null, categories: [] });
    });

    it('of a row that is shorter than the headings – refuse it with row and column', async () => {
      const { SKU, documentId } = await made();
      const reasons = await reasonsOf(Buffer.from(`SKU;title;fullPrice;notes\n\n${SKU};Short\n`), {
        uid: PRODUCT,
      });
      expect(reasons).toEqual([
        expect.stringMatching(/^Row 3, column 3 \(fullPrice\): the row ends/),
      ]);
      expect(await draftOf(documentId)).toMatchObject({ fullPrice: 60 });
    });
  });

  it('errors of formulas – are refused in texts and prices, in CSV and workbooks', async () => {
    const { SKU } = await made();
    const own = await made();
    const known = await check([
      ['SKU', 'title', 'fullPrice'],
      [own.SKU, '#N/A', '60'],
      [SKU, 'x', '#N/D'],
    ]);
    expect((await sheets.items(known)).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Title \(es\): “#N\/A” is an error/),
      expect.stringMatching(/^.*price \(es\): “#N\/D” is an error/i),
    ]);
    const cell = '<c t="e"><v>#N/A</v></c>';
    const workbook = workbookOf(
      sheetOf(['SKU', 'title', 'fullPrice'], [own.SKU, cell, '60'], [SKU, 'x', cell]),
    );
    expect(await reasonsOf(workbook, xlsx)).toEqual([
      expect.stringMatching(/^Row 2, column 2 \(title\): the cell holds a spreadsheet error/),
      expect.stringMatching(/^Row 3, column 3 \(fullPrice\): the cell holds a spreadsheet error/),
    ]);
  });

  it('formulas without a result – are refused with row and column', async () => {
    const [one, two, three] = [await made(), await made(), await made()];
    const rows = sheetOf(
      ['SKU', 'fullPrice', 'title'],
      [one.SKU, '<c><f>A1*2</f></c>', 'x'],
      [two.SKU, '<c><f>A1*2</f><v></v></c>', 'x'],
      [three.SKU, '61', '<c t="str"><f>A1</f></c>'],
    );
    expect(await reasonsOf(workbookOf(rows), xlsx)).toEqual([
      expect.stringMatching(/^Row 2, column 2 \(fullPrice\): the formula has no result/),
      expect.stringMatching(/^Row 3, column 2 \(fullPrice\): the formula has no result/),
      expect.stringMatching(/^Row 4, column 3 \(title\): the formula has no result/),
    ]);
    const recalculated = workbookWith({
      sheets: [sheetOf(['SKU', 'fullPrice'], [one.SKU, '<c><f>A1*2</f><v>0</v></c>'])],
      workbook: '<calcPr fullCalcOnLoad="1"/>',
    });
    expect(await reasonsOf(recalculated, xlsx)).toEqual([
      expect.stringMatching(/^Row 2, column 2/),
    ]);
  });

  it('a formula with a result – is its result', async () => {
    const { SKU } = await made();
    const cell = '<c><f>60+1</f><v>61</v></c>';
    const run = await sheets.check(workbookOf(sheetOf(['SKU', 'fullPrice'], [SKU, cell])), xlsx);
    expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
  });

  it('merged cells – refuse the rows that they cover, and no others', async () => {
    const [one, two, three] = [await made(), await made(), await made()];
    const workbook = workbookWith({
      sheets: [
        sheetOf(
          ['SKU', 'title', 'fullPrice'],
          [one.SKU, 'Shared', '61'],
          [two.SKU, '', '62'],
          [three.SKU, 'x', '63'],
        ),
      ],
      behind: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
    });
    const run = await sheets.check(workbook, xlsx);
    expect((await sheets.items(run)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['changed', null],
      [
        'refused',
        expect.stringMatching(/^Row 3, column 2 \(title\): the cell is part of a merged/),
      ],
      ['changed', null],
    ]);
  });

  describe('keys', () => {
    it('that resemble existing ones – are asked about, and never made twice unseen', async () => {
      const pairs = [
        ['0012', '12'],
        ['1E5', '100000'],
        ['3-4', '04-mar'],
        ['MAR1', '01-mar'],
        ['ab-1', 'AB-1'],
      ] as const;
      const entries = [];
      for (const [SKU] of pairs) entries.push(await made({ SKU }));
      const rows = (prefix: string) => [
        ['SKU', 'slug', 'title', 'order'],
        ...pairs.map(([, written], at) => [written, `${prefix}-${at}`, 'From the file', '7']),
      ];
      const run = await check(rows('same'));
      expect(run.counts).toMatchObject({ created: 0, left: pairs.length });
      expect(run.questions).toMatchObject([
        {
          code: 'NEAR_KEYS',
          count: pairs.length,
          samples: [{ row: 2, text: '“12” is almost equal to “0012”.' }, {}, {}],
        },
      ]);
      const same = await sheets.answer(run, { NEAR_KEYS: 'same' });
      expect(same.counts).toMatchObject({ created: 0, changed: pairs.length });
      await sheets.start(same);
      for (const { documentId, SKU } of entries) {
        expect(await draftOf(documentId)).toMatchObject({ SKU, title: 'From the file' });
      }
      expect(await countOf({ SKU: { $in: pairs.map(([, written]) => written) } })).toBe(0);
      const different = await check(rows('different'), { answers: { NEAR_KEYS: 'different' } });
      expect(different.counts).toMatchObject({ created: pairs.length });
    });

    it('that look like existing ones – are those, which keep their keys', async () => {
      const pairs = [
        ['KEY-1', 'KEY\u20111'],
        ['KEY-2', '\uFEFFKEY-2\u200B'],
        ['KEY 3', 'KEY\u00A03'],
        ['KEY-4', 'ＫＥＹ-４'],
        ['NIÑO-5', 'NIN\u0303O-5'],
      ] as const;
      const entries = [];
      for (const [SKU] of pairs) entries.push(await made({ SKU }));
      const run = await check([
        ['SKU', 'title'],
        ...pairs.map(([, written]) => [written, 'Found']),
      ]);
      expect(run.questions).toEqual([]);
      await sheets.start(run);
      for (const { documentId, SKU } of entries) {
        expect(await draftOf(documentId)).toMatchObject({ SKU, title: 'Found' });
      }
    });

    it('that are those of entries, and resemble others – are asked about where something changes', async () => {
      const zeros = await made({ SKU: '0456', title: 'With zeros' });
      const plain = await made({ SKU: '456', title: 'Without' });
      const rows = (SKU: string, title: string) => [
        ['SKU', 'title'],
        [SKU, title],
      ];
      expect((await check(rows('456', 'Without'))).questions).toEqual([]);
      expect((await check(rows('0456', 'Another'))).questions).toEqual([]);
      const both = await check([...rows('456', 'One'), ['0456', 'Other']]);
      expect(both).toMatchObject({ questions: [], counts: { changed: 2 } });
      const run = await check(rows('456', 'Changed'));
      expect(run.counts).toMatchObject({ changed: 0, left: 1 });
      expect(run.questions).toMatchObject([
        {
          code: 'NEAR_KEYS',
          count: 1,
          samples: [
            {
              row: 2,
              text: '“456” is the key of an entry, but almost equal to that of another entry: “0456”.',
            },
          ],
        },
      ]);
      await sheets.start(await sheets.answer(run, { NEAR_KEYS: 'same' }));
      expect(await draftOf(zeros.documentId)).toMatchObject({ SKU: '0456', title: 'Changed' });
      const again = await check(rows('456', 'Changed'), { answers: { NEAR_KEYS: 'different' } });
      await sheets.start(again);
      expect(await draftOf(plain.documentId)).toMatchObject({ SKU: '456', title: 'Changed' });
    });

    it('that are new and resemble each other – are asked about', async () => {
      const run = await check([
        ['SKU', 'slug', 'title', 'order'],
        ['0777', 'near-1', 'New', '7'],
        ['777', 'near-2', 'New', '7'],
      ]);
      expect(run.counts).toMatchObject({ created: 0, left: 2 });
      expect(run.questions).toMatchObject([
        {
          code: 'NEAR_KEYS',
          count: 2,
          samples: [{ row: 2, text: '“0777” is almost equal to “777”.' }, { row: 3 }],
        },
      ]);
      const countsWith = async (NEAR_KEYS: 'same' | 'different') =>
        (await sheets.answer(run, { NEAR_KEYS })).counts;
      expect(await countsWith('same')).toMatchObject({ created: 0, refused: 2 });
      expect(await countsWith('different')).toMatchObject({ created: 2, refused: 0 });
    });

    it('0012 of an entry that the file knows by its id – is not changed to 12 unasked', async () => {
      const { documentId } = await made({ SKU: '0098' });
      const rows = [
        ['id', 'SKU', 'title'],
        [documentId, '98', 'By id'],
      ];
      const run = await check(rows);
      expect(run.questions).toMatchObject([{ code: 'NEAR_KEYS', count: 1 }]);
      await sheets.start(await sheets.answer(run, { NEAR_KEYS: 'same' }));
      expect(await draftOf(documentId)).toMatchObject({ SKU: '0098', title: 'By id' });
    });

    it('in scientific notation – are refused with the reason', async () => {
      const reasons = await reasonsOf(
        [
          ['SKU', 'slug', 'title'],
          ['9,78849E+12', 'x', 'x'],
        ],
        { uid: PRODUCT },
      );
      expect(reasons).toEqual([expect.stringMatching(/last digits the spreadsheet has dropped/)]);
    });

    it('an ISBN with a wrong check digit – is refused in drafts, too', async () => {
      const pairs = [
        ['9780306406158', /check digit is wrong/],
        ['9,78031E+12', /last digits/],
        ['306406152', /zeros of “0306406152”/],
      ] as const;
      const rows = [];
      for (const [ISBN] of pairs) rows.push([(await made({ bookDetails: BOOK })).SKU, ISBN]);
      const good = await made({ bookDetails: BOOK });
      const unseen = '0\u2011306\u201140615\u20112\u200B';
      const run = await check([['SKU', 'bookDetails.ISBN'], ...rows, [good.SKU, unseen]]);
      expect((await sheets.items(run)).map(({ reason }) => reason)).toEqual([
        ...pairs.map(([, reason]) => expect.stringMatching(reason) as string),
        null,
      ]);
      await sheets.start(run);
      expect(await draftOf(good.documentId)).toMatchObject({
        bookDetails: { ISBN: '0-306-40615-2' },
      });
    });

    it('many new ones – are asked about; a few are not', async () => {
      const rows = (count: number) => [
        ['SKU', 'slug', 'title', 'order'],
        ...Array.from({ length: count }, (_, at) => [`MANY-${at}x`, `many-${at}x`, 'New', '9']),
      ];
      expect((await check(rows(10))).questions).toEqual([]);
      const run = await check(rows(11));
      expect(run.questions).toMatchObject([{ code: 'MANY_CREATED', count: 11, rows: 11 }]);
      expect(run.counts.created).toBe(11);
      const none = await sheets.answer(run, { MANY_CREATED: 'skip' });
      expect(none.counts).toMatchObject({ created: 0, left: 11 });
      expect((await sheets.start(none)).counts).toMatchObject({ created: 0, left: 11 });
    });
  });

  describe('encodings and separators', () => {
    const TITLE = '¿Pediatría? José Núñez';

    it.each([
      ['macintosh', ';'],
      ['cp850', ';'],
      ['windows-1252', ','],
      ['iso-8859-15', '\t'],
      ['utf-16le', '\t'],
      ['utf-16be', ';'],
      ['utf-8', '|'],
    ])(
      '%s with %j – is read as it was written, and the guess is shown',
      async (encoding, delimiter) => {
        const { SKU, documentId } = await made();
        const lines = [
          ['SKU', 'título'],
          [SKU, TITLE],
        ].map((row) => row.join(delimiter));
        const run = await sheets.check(iconv.encode(lines.join('\r\n'), encoding), {
          uid: PRODUCT,
        });
        const [sample, shown] = [run.source?.sample, run.source?.encoding];
        expect(run.source).toMatchObject({ delimiter, headingRow: 1 });
        expect(sample).toEqual([
          ['SKU', 'título'],
          [SKU, TITLE],
        ]);
        if (encoding !== 'iso-8859-15') expect(shown).toBe(encoding);
        await sheets.start(run);
        expect(await draftOf(documentId)).toMatchObject({ title: TITLE });
      },
    );

    it('that somebody names – are those', async () => {
      const { SKU } = await made();
      const bytes = iconv.encode(`SKU;title\r\n${SKU};10 ¤`, 'windows-1252');
      const wanted = { encoding: 'macintosh', delimiter: ';' };
      const { source } = await sheets.check(bytes, { uid: PRODUCT, reading: wanted });
      expect(source).toMatchObject({
        ...wanted,
        sample: [
          ['SKU', 'title'],
          [SKU, '10 §'],
        ],
      });
      const nonsense = await sheets.send(bytes, {
        uid: PRODUCT,
        reading: { encoding: 'nonsense' },
      });
      expect(nonsense.status).toBe(400);
    });

    it.each([
      ['a line sep=;', (SKU: string) => `sep=;\r\nSKU;title\r\n${SKU};a, b\r\n`, 2],
      [
        'a quoted separator',
        (SKU: string) => `"SKU","notes; of all, and more",title\r\n${SKU},"x;y",z\r\n`,
        1,
      ],
      [
        'rows of a title',
        (SKU: string) =>
          `"Products, of 2026"\r\n\r\n"by us, for you"\r\nSKU;title\r\n${SKU};a, b\r\n`,
        4,
      ],
    ])('%s – is understood', async (_what, text, headingRow) => {
      const { SKU } = await made();
      const run = await sheets.check(Buffer.from(text(SKU)), { uid: PRODUCT });
      expect(run.source).toMatchObject({ headingRow });
      expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
    });

    it('rows – have the numbers of the file, with titles, blank rows and cells of several lines', async () => {
      const { SKU } = await made();
      const text = `Report\n\nSKU;title;fullPrice\n${SKU};"two\nlines";61\n\n;;\nNONE-1;x;some\n`;
      const run = await sheets.check(Buffer.from(text), { uid: PRODUCT });
      expect((await sheets.items(run)).map(({ rows }) => rows)).toEqual([[4], [7]]);
    });

    it('one Latin-1 byte in UTF-8 – refuses its row, and leaves the others as they are', async () => {
      const [one, other] = [await made(), await made()];
      const bytes = Buffer.concat([
        Buffer.from(`SKU;title\n${one.SKU};${TITLE}\n${other.SKU};`),
        Buffer.from('Jos\xe9\n', 'latin1'),
      ]);
      const run = await sheets.check(bytes, { uid: PRODUCT });
      expect((await sheets.items(run)).map(({ outcome }) => outcome)).toEqual([
        'changed',
        'refused',
      ]);
      await sheets.start(run);
      expect(await draftOf(one.documentId)).toMatchObject({ title: TITLE });
      expect(await draftOf(other.documentId)).toMatchObject({ title: other.title });
    });

    it('texts that were read wrongly before – are asked about', async () => {
      const { SKU, documentId } = await made();
      const run = await check([
        ['SKU', 'title'],
        [SKU, 'JosÃ©'],
      ]);
      expect(run.questions).toMatchObject([{ code: 'DAMAGED_TEXT', count: 1 }]);
      expect(run.counts).toMatchObject({ changed: 0, left: 1 });
      await sheets.start(await sheets.answer(run, { DAMAGED_TEXT: 'import' }));
      expect(await draftOf(documentId)).toMatchObject({ title: 'JosÃ©' });
    });
  });

  describe('languages with a region', () => {
    it('come out and go in, however the file writes them', async () => {
      const locales = app.strapi
        .plugin('i18n')
        .service<{ create: (locale: object) => Promise<void> }>('locales');
      for (const code of ['pt-BR', 'es-MX']) await locales.create({ code, name: code });
      const { documentId, ...data } = await made({ SKU: 'REGION' });
      for (const locale of ['pt-BR', 'es-MX']) {
        await documentsOf(app, PRODUCT).update({
          documentId,
          locale,
          data: { ...data, slug: `region-${locale.toLowerCase()}`, title: `In ${locale}` },
        });
      }
      for (const layout of ['rows', 'columns']) {
        const file = await sheets.exported(PRODUCT, { layout });
        const untouched = await sheets.check(file, { uid: PRODUCT });
        expect(untouched).toMatchObject({
          ignored: [],
          counts: { changed: 0, refused: 0, left: 0 },
        });
        const rows = rowsOf(file).map((row) =>
          row.map((cell) =>
            cell.replace(/^pt-BR$|(?<=\()pt-BR(?=\))/, 'PT_br').replace('In pt-BR', 'Em português'),
          ),
        );
        const run = await sheets.check(rows, { uid: PRODUCT });
        expect(run).toMatchObject({ ignored: [], counts: { changed: 1, refused: 0 } });
      }
    });
  });

  describe('cells of workbooks that are no texts', () => {
    const styled = (rows: string) =>
      workbookWith({
        sheets: [rows],
        others: {
          'xl/styles.xml': stylesOf(['dd/mm/yyyy', '0.0%', '0000', '[$$-409]#,##0.00']),
        },
      });
    const cell = (style: number, value: number): string => `<c s="${style}"><v>${value}</v></c>`;

    it('dates and percentages in text fields – are asked about, and kept out unless somebody says otherwise', async () => {
      const one = await made({ acronym: 'Kept' });
      const key = cell(1, 45_291);
      const run = await sheets.check(
        styled(
          sheetOf(
            ['SKU', 'title', 'acronym', 'slug'],
            [one.SKU, cell(1, 46_296), cell(2, 0.155), one.slug],
            [key, 'New', '', 'new-by-date'],
          ),
        ),
        xlsx,
      );
      expect(run.questions).toMatchObject([
        {
          code: 'CONVERTED_CELLS',
          count: 3,
          samples: [
            { row: 2, column: 'Title (es)', text: '2026-10-01' },
            { row: 2, text: '15.5%' },
            { row: 3, text: '2023-12-31' },
          ],
        },
      ]);
      expect(run.counts).toMatchObject({ unchanged: 1, left: 1 });
      const wanted = await sheets.answer(run, { CONVERTED_CELLS: 'import' });
      await sheets.start(wanted);
      expect(await draftOf(one.documentId)).toMatchObject({
        ...{ title: '2026-10-01', acronym: '15.5%' },
      });
    });

    it('numbers with leading zeros, percentages and currencies – are read as they are shown', async () => {
      const [padded, percent, dollars] = [await made({ SKU: '0047' }), await made(), await made()];
      const run = await sheets.check(
        styled(
          sheetOf(
            ['SKU', 'title', 'fullPrice'],
            [cell(3, 47), 'Padded', '60'],
            [percent.SKU, percent.title, cell(2, 0.6)],
            [dollars.SKU, dollars.title, cell(4, 61)],
          ),
        ),
        xlsx,
      );
      expect(run.questions).toEqual([]);
      const items = await sheets.items(run);
      expect(items.map(({ documentId, outcome }) => [documentId, outcome])).toEqual([
        [padded.documentId, 'changed'],
        [null, 'refused'],
        [null, 'refused'],
      ]);
      expect(items[2]?.reason).toMatch(/“\$”.* EUR/);
    });
  });

  describe('what the spreadsheet does not show', () => {
    const heading = rowOf(1, ['SKU', 'title', 'fullPrice']);

    it('hidden and filtered rows – are counted, and imported only if somebody says so', async () => {
      const all = [await made(), await made(), await made()];
      const rows = all.map(({ SKU }, at) =>
        rowOf(
          at + 2,
          [SKU, 'Changed', '60'],
          at < 2 ? [' hidden="1"', ' ht="0" customHeight="1"'][at] : '',
        ),
      );
      const run = await sheets.check(workbookOf(heading + rows.join('')), xlsx);
      expect(run.questions).toMatchObject([
        { code: 'HIDDEN_ROWS', count: 2, rows: 3, samples: [{ row: 2 }, { row: 3 }] },
      ]);
      expect(run.counts).toMatchObject({ changed: 1, left: 2 });
      expect((await sheets.answer(run, { HIDDEN_ROWS: 'import' })).counts).toMatchObject({
        changed: 3,
        left: 0,
      });
      const skipped = await sheets.answer(run, { HIDDEN_ROWS: 'skip' });
      expect((await sheets.start(skipped)).counts).toMatchObject({ changed: 1, left: 2 });
      expect(await draftOf(all[0]?.documentId ?? '')).toMatchObject({ title: all[0]?.title });
    });

    it('a hidden row that is left out – does not concern the visible row of its entry', async () => {
      const { SKU, documentId } = await made();
      const rows = [rowOf(2, [SKU, 'Hidden', '60'], ' hidden="1"'), rowOf(3, [SKU, 'Seen', '60'])];
      const run = await sheets.check(workbookOf(heading + rows.join('')), xlsx);
      expect(run.questions).toMatchObject([{ code: 'HIDDEN_ROWS', count: 1 }]);
      const imported = await sheets.answer(run, { HIDDEN_ROWS: 'import' });
      expect(imported.counts).toMatchObject({ changed: 0, refused: 1 });
      await sheets.start(await sheets.answer(run, { HIDDEN_ROWS: 'skip' }));
      expect(await draftOf(documentId)).toMatchObject({ title: 'Seen' });
    });

    it('hidden columns – are asked about where they would change something', async () => {
      const { SKU, documentId } = await made();
      const workbook = (price: string) =>
        workbookWith({
          sheets: [heading + rowOf(2, [SKU, 'Seen', price])],
          before: '<cols><col min="1" max="1" hidden="1"/><col min="3" max="3" width="0"/></cols>',
        });
      expect((await sheets.check(workbook('60'), xlsx)).questions).toEqual([]);
      const run = await sheets.check(workbook('61'), xlsx);
      expect(run.questions).toMatchObject([
        { code: 'HIDDEN_COLUMNS', count: 1, samples: [{ row: 2, text: '61' }] },
      ]);
      await sheets.start(await sheets.answer(run, { HIDDEN_COLUMNS: 'skip' }));
      expect(await draftOf(documentId)).toMatchObject({ title: 'Seen', fullPrice: 60 });
    });

    it('a hidden first sheet – is not read; the sheet that people see is, or the one that is named', async () => {
      const [one, other] = [await made(), await made()];
      const sheetFor = (SKU: string) => heading + rowOf(2, [SKU, 'Read', '60']);
      const workbook = workbookWith({
        sheets: [sheetFor(one.SKU), sheetFor(other.SKU)],
        hidden: [1],
      });
      const run = await sheets.check(workbook, xlsx);
      expect(run.source).toMatchObject({ sheet: 'S2', hiddenSheets: ['S1'], otherSheets: [] });
      expect((await sheets.items(run)).map(({ documentId }) => documentId)).toEqual([
        other.documentId,
      ]);
      const named = await sheets.check(workbook, { ...xlsx, reading: { sheet: 'S1' } });
      expect((await sheets.items(named)).map(({ documentId }) => documentId)).toEqual([
        one.documentId,
      ]);
      const none = await sheets.send(workbook, { ...xlsx, reading: { sheet: 'S3' } });
      expect(refusal(none)).toEqual([400, 'NO_SUCH_SHEET']);
    });

    it('further sheets – are named unless they are empty', async () => {
      const { SKU } = await made();
      const sheet = heading + rowOf(2, [SKU, 'Read', '60']);
      const workbook = workbookWith({ sheets: [sheet, sheet, '', sheet], hidden: [4] });
      const { source } = await sheets.check(workbook, xlsx);
      expect(source).toMatchObject({ sheet: 'S1', hiddenSheets: ['S4'], otherSheets: ['S2'] });
      const { body } = await sheets.rows(workbook, xlsx);
      expect(body.data).toMatchObject({ sheet: 'S1', otherSheets: ['S2'] });
    });

    it('cells without a heading – are counted, and their rows left out unless somebody says otherwise', async () => {
      const [one, other] = [await made(), await made()];
      const run = await check([
        ['SKU', 'title', '', 'fullPrice'],
        [one.SKU, 'Changed', '', '60', 'beyond', ''],
        [other.SKU, 'Changed', '', '60'],
      ]);
      expect(run.questions).toMatchObject([
        { code: 'CELLS_BEYOND', count: 1, samples: [{ row: 2, column: '5', text: 'beyond' }] },
      ]);
      expect(run.counts).toMatchObject({ changed: 1, left: 1 });
      expect((await sheets.answer(run, { CELLS_BEYOND: 'import' })).counts.changed).toBe(2);
    });
  });

  describe('POST /import-export/rows – a file that is shown in the grid', () => {
    const visible = rowOf(2, ['one', 'Seen', '60']);

    it('CSV in any encoding, and a workbook – is read row by row', async () => {
      const said = [
        ['SKU', 'title'],
        ['one', 'Pediatría'],
      ];
      const csv = said.map((row) => row.join(';')).join('\r\n');
      for (const [file, name] of [
        [iconv.encode(csv, 'win1252'), 'x.csv'],
        [iconv.encode(csv, 'macroman'), 'x.csv'],
        [iconv.encode(`sep=;\r\n${csv}`, 'utf8', { addBOM: true }), 'x.csv'],
        [workbookOf(sheetOf(...said)), 'x.xlsx'],
      ] as const) {
        const { status, body } = await sheets.rows(file, { uid: PRODUCT, name });
        expect([status, body.error]).toEqual([200, undefined]);
        const { rows } = body.data as { rows: { cells: string[] }[] };
        expect(rows.map(({ cells }) => cells)).toEqual(said);
      }
    });

    it('cells without a value of their own – refuse the file with row and column', async () => {
      const heading = ['SKU', 'title', 'fullPrice'];
      for (const [cells, problem, row, column] of [
        [['one', 'x', '<c><f>A1*2</f></c>'], 'formula', 2, 3],
        [['one', '<c t="e"><v>#N/A</v></c>', '60'], 'error', 2, 2],
      ] as const) {
        const answer = await sheets.rows(workbookOf(sheetOf(heading, cells)), xlsx);
        expect(refusal(answer)).toEqual([400, 'CELLS_WITHOUT_VALUE']);
        expect(answer.body.error).toMatchObject({
          message: expect.stringContaining(`row ${row}, column ${column}`),
          details: { cells: [{ row, column, problem }] },
        });
      }
      const merged = workbookWith({
        sheets: [sheetOf(heading, ['one', 'Shared', '60'], ['two', '', '60'])],
        behind: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
      });
      expect((await sheets.rows(merged, xlsx)).body.error).toMatchObject({
        details: { cells: [{ row: 3, column: 2, problem: 'merged' }] },
      });
    });

    it('hidden rows, columns and sheets – are named, and the sheet that people see is read', async () => {
      const rows =
        rowOf(1, ['SKU', 'title', 'fullPrice']) +
        visible +
        rowOf(3, ['two', 'Hidden', '60'], ' hidden="1"');
      const workbook = workbookWith({
        sheets: [rowOf(1, ['never']), rows],
        hidden: [1],
        before: '<cols><col min="3" max="3" hidden="1"/><col min="5" max="9" hidden="1"/></cols>',
      });
      const { body } = await sheets.rows(workbook, xlsx);
      expect(body.data).toMatchObject({
        rows: [{ isHidden: false }, { isHidden: false }, { isHidden: true }],
        ...{ hiddenColumns: [2], sheet: 'S2', hiddenSheets: ['S1'] },
      });
    });

    it('what is no file, and a type that somebody may not change – are refused', async () => {
      const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]);
      expect(refusal(await sheets.rows(picture, xlsx))).toEqual([400, 'FILE_NO_WORKBOOK']);
      const foreign = sheetsOf(app, school.ana);
      const answer = await foreign.rows([['email']], { uid: 'admin::user' });
      expect(refusal(answer)).toEqual([403, 'TYPE_FORBIDDEN']);
    });
  });

  it('POST /import-export/runs/:id/answers – of somebody else, or nonsense – is refused', async () => {
    const run = await check([
      ['SKU', 'title'],
      [(await made()).SKU, ''],
    ]);
    const address = `/import-export/runs/${run.id}/answers`;
    expect(refusal(await school.ana.post(address, {}))).toEqual([404, 'NO_SUCH_RUN']);
    const all = await signIn(app);
    for (const answers of [{ EMPTY_CELLS: 'nonsense' }, { NONSENSE: 'keep' }]) {
      expect((await all.post(address, answers)).status).toBe(400);
    }
    await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'keep' }));
    expect(refusal(await all.post(address, { EMPTY_CELLS: 'keep' }))).toEqual([409, 'NOT_CHECKED']);
  });
});
