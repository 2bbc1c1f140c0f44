import iconv from 'iconv-lite';
import { getDocumentService } from '#platform/strapi/documents';
import { course, openSchool, PRODUCT, refusal, store, type School } from '../rights/support';
import { signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { stylesOf, textCell, workbookOf, workbookWith } from './bomb';
import { rowsOf, sheetsOf, type Sheets } from './support';

/** The details of a book as its form saves them. */
const BOOK = {
  author: 'Ana',
  bindingFormat: 'Tapa dura',
  edition: '1',
  language: 'es',
  ISBN: '9780306406157',
};

/** Returns the XML of a row. Cells that are not text are given as XML. */
const rowXml = (at: number, cells: readonly string[], attributes = ''): string => {
  const cellsXml = cells.map((cell, column) => {
    const address = `${'ABCDEF'.charAt(column)}${at}`;
    return cell.startsWith('<') ? cell.replace('<c', `<c r="${address}"`) : textCell(address, cell);
  });
  return `<row r="${at}"${attributes}>${cellsXml.join('')}</row>`;
};

const sheetXml = (...rows: (readonly string[])[]): string =>
  rows.map((cells, index) => rowXml(index + 1, cells)).join('');

const xlsxOptions = { uid: PRODUCT, name: 'sheet.xlsx' };

describe('import of a file that a spreadsheet has changed', () => {
  let app: App;
  let school: School;
  let sheets: Sheets;

  beforeAll(async () => {
    app = await startApp();
    school = await openSchool(app);
    sheets = sheetsOf(app, await signIn(app));
  });

  afterAll(() => app.stop());

  const createProduct = async (changes: object = {}) => {
    const data = course({ verticals: [school.medicina.documentId], fullPrice: 60, ...changes });
    return { ...data, documentId: await store(app, PRODUCT, data) };
  };

  const findDraft = (documentId: string, locale = 'es') =>
    getDocumentService(app, PRODUCT).findOne({ documentId, locale, populate: ['bookDetails'] });

  const countProducts = (filters: object) =>
    getDocumentService(app, PRODUCT).count({ locale: 'es', filters });

  const checkRows = (rows: readonly (readonly string[])[], options: object = {}) =>
    sheets.check(rows, { uid: PRODUCT, ...options });

  /** Checks a file with one row, by heading. */
  const checkRow = (row: Readonly<Record<string, string>>, options: object = {}) =>
    checkRows([Object.keys(row), Object.values(row)], options);

  const listReasons = async (...args: Parameters<Sheets['check']>): Promise<(string | null)[]> =>
    (await sheets.items(await sheets.check(...args))).map(({ reason }) => reason);

  describe('empty cells', () => {
    it('in fields with a value – cause a question, and keep the value by default', async () => {
      const [first, second] = [await createProduct({ acronym: 'AB' }), await createProduct()];
      const rows = [
        ['SKU', 'acronym', 'fullPrice', 'title'],
        [first.SKU, '', '', 'Changed'],
        [second.SKU, '', '61', ''],
      ];
      const run = await checkRows(rows);
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
      const rejection = await sheets.begin(run);
      expect(refusal(rejection)).toEqual([409, 'QUESTIONS_OPEN']);
      expect(rejection.body.error).toMatchObject({ details: { questions: ['EMPTY_CELLS'] } });
      await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'keep' }));
      expect(await findDraft(first.documentId)).toMatchObject({
        acronym: 'AB',
        fullPrice: 60,
        title: 'Changed',
      });
      const clearedRun = await sheets.answer(await checkRows(rows), { EMPTY_CELLS: 'clear' });
      expect(clearedRun.counts).toMatchObject({ changed: 2, refused: 0 });
      expect(clearedRun.questions).toMatchObject([{ count: 3, answer: 'clear' }]);
      await sheets.start(clearedRun);
      expect(await findDraft(first.documentId)).toMatchObject({ acronym: null, fullPrice: null });
      expect(await findDraft(second.documentId)).toMatchObject({ title: null, fullPrice: 61 });
    });

    it('in fields without a value – cause no question', async () => {
      const { SKU } = await createProduct();
      const { questions } = await checkRow({ SKU, acronym: '', title: 'New' });
      expect(questions).toEqual([]);
    });

    it('cells that only look empty – cause the same question, and change nothing without a stored value', async () => {
      const data = { name: 'Category', slug: 'category', order: 1 };
      const categories = [await store(app, 'api::category.category', data)];
      const [first, second] = [
        await createProduct({ acronym: 'AB', categories }),
        await createProduct(),
      ];
      const run = await checkRows([
        ['SKU', 'acronym', 'fullPrice', 'categories'],
        [first.SKU, '\u200B', '""', ' ; '],
        [second.SKU, '\u00AD', '60', '|'],
      ]);
      expect(run.questions).toMatchObject([{ code: 'EMPTY_CELLS', count: 3 }]);
      expect(run.counts).toMatchObject({ changed: 0, unchanged: 2, refused: 0 });
      const clearedRun = await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'clear' }));
      expect(clearedRun.counts).toMatchObject({ changed: 1, unchanged: 1, refused: 0 });
      expect(
        await getDocumentService(app, PRODUCT).findOne({
          documentId: first.documentId,
          locale: 'es',
          populate: ['categories'],
        }),
      ).toMatchObject({ acronym: null, fullPrice: null, categories: [] });
    });

    it('row shorter than the headings – is rejected with row and column', async () => {
      const { SKU, documentId } = await createProduct();
      const reasons = await listReasons(
        Buffer.from(`SKU;title;fullPrice;notes\n\n${SKU};Short\n`),
        {
          uid: PRODUCT,
        },
      );
      expect(reasons).toEqual([
        expect.stringMatching(/^Row 3, column 3 \(fullPrice\): the row ends/),
      ]);
      expect(await findDraft(documentId)).toMatchObject({ fullPrice: 60 });
    });
  });

  it('errors of formulas – are rejected in texts and prices, in CSV and workbooks', async () => {
    const { SKU } = await createProduct();
    const secondProduct = await createProduct();
    const csvRun = await checkRows([
      ['SKU', 'title', 'fullPrice'],
      [secondProduct.SKU, '#N/A', '60'],
      [SKU, 'x', '#N/D'],
    ]);
    expect((await sheets.items(csvRun)).map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Title \(es\): “#N\/A” is a spreadsheet error/),
      expect.stringMatching(/^.*price \(es\): “#N\/D” is a spreadsheet error/i),
    ]);
    const cell = '<c t="e"><v>#N/A</v></c>';
    const workbook = workbookOf(
      sheetXml(['SKU', 'title', 'fullPrice'], [secondProduct.SKU, cell, '60'], [SKU, 'x', cell]),
    );
    expect(await listReasons(workbook, xlsxOptions)).toEqual([
      expect.stringMatching(/^Row 2, column 2 \(title\): the cell holds a spreadsheet error/),
      expect.stringMatching(/^Row 3, column 3 \(fullPrice\): the cell holds a spreadsheet error/),
    ]);
  });

  it('formulas without a result – are rejected with row and column', async () => {
    const [first, second, third] = [
      await createProduct(),
      await createProduct(),
      await createProduct(),
    ];
    const rows = sheetXml(
      ['SKU', 'fullPrice', 'title'],
      [first.SKU, '<c><f>A1*2</f></c>', 'x'],
      [second.SKU, '<c><f>A1*2</f><v></v></c>', 'x'],
      [third.SKU, '61', '<c t="str"><f>A1</f></c>'],
    );
    expect(await listReasons(workbookOf(rows), xlsxOptions)).toEqual([
      expect.stringMatching(/^Row 2, column 2 \(fullPrice\): the formula has no result/),
      expect.stringMatching(/^Row 3, column 2 \(fullPrice\): the formula has no result/),
      expect.stringMatching(/^Row 4, column 3 \(title\): the formula has no result/),
    ]);
    const workbook = workbookWith({
      sheets: [sheetXml(['SKU', 'fullPrice'], [first.SKU, '<c><f>A1*2</f><v>0</v></c>'])],
      workbook: '<calcPr fullCalcOnLoad="1"/>',
    });
    expect(await listReasons(workbook, xlsxOptions)).toEqual([
      expect.stringMatching(/^Row 2, column 2/),
    ]);
  });

  it('formula with a result – imports the result', async () => {
    const { SKU } = await createProduct();
    const cell = '<c><f>60+1</f><v>61</v></c>';
    const run = await sheets.check(
      workbookOf(sheetXml(['SKU', 'fullPrice'], [SKU, cell])),
      xlsxOptions,
    );
    expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
  });

  it('merged cells – reject only the rows that they cover', async () => {
    const [first, second, third] = [
      await createProduct(),
      await createProduct(),
      await createProduct(),
    ];
    const workbook = workbookWith({
      sheets: [
        sheetXml(
          ['SKU', 'title', 'fullPrice'],
          [first.SKU, 'Shared', '61'],
          [second.SKU, '', '62'],
          [third.SKU, 'x', '63'],
        ),
      ],
      behind: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
    });
    const run = await sheets.check(workbook, xlsxOptions);
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
    it('similar to existing keys – cause a question before entries are created', async () => {
      const pairs = [
        ['0012', '12'],
        ['1E5', '100000'],
        ['3-4', '04-mar'],
        ['MAR1', '01-mar'],
        ['ab-1', 'AB-1'],
      ] as const;
      const entries = [];
      for (const [SKU] of pairs) entries.push(await createProduct({ SKU }));
      const rows = (prefix: string) => [
        ['SKU', 'slug', 'title', 'order'],
        ...pairs.map(([, written], index) => [written, `${prefix}-${index}`, 'From the file', '7']),
      ];
      const run = await checkRows(rows('same'));
      expect(run.counts).toMatchObject({ created: 0, left: pairs.length });
      expect(run.questions).toMatchObject([
        {
          code: 'NEAR_KEYS',
          count: pairs.length,
          samples: [{ row: 2, text: '“12” is almost equal to “0012”.' }, {}, {}],
        },
      ]);
      const sameRun = await sheets.answer(run, { NEAR_KEYS: 'same' });
      expect(sameRun.counts).toMatchObject({ created: 0, changed: pairs.length });
      await sheets.start(sameRun);
      for (const { documentId, SKU } of entries) {
        expect(await findDraft(documentId)).toMatchObject({ SKU, title: 'From the file' });
      }
      expect(await countProducts({ SKU: { $in: pairs.map(([, written]) => written) } })).toBe(0);
      const differentRun = await checkRows(rows('different'), {
        answers: { NEAR_KEYS: 'different' },
      });
      expect(differentRun.counts).toMatchObject({ created: pairs.length });
    });

    it('equal to existing keys after normalization – match them, and keep the stored keys', async () => {
      const pairs = [
        ['KEY-1', 'KEY\u20111'],
        ['KEY-2', '\uFEFFKEY-2\u200B'],
        ['KEY 3', 'KEY\u00A03'],
        ['KEY-4', 'ＫＥＹ-４'],
        ['NIÑO-5', 'NIN\u0303O-5'],
      ] as const;
      const entries = [];
      for (const [SKU] of pairs) entries.push(await createProduct({ SKU }));
      const run = await checkRows([
        ['SKU', 'title'],
        ...pairs.map(([, written]) => [written, 'Found']),
      ]);
      expect(run.questions).toEqual([]);
      await sheets.start(run);
      for (const { documentId, SKU } of entries) {
        expect(await findDraft(documentId)).toMatchObject({ SKU, title: 'Found' });
      }
    });

    it('existing keys similar to keys of other entries – cause a question if something changes', async () => {
      const paddedProduct = await createProduct({ SKU: '0456', title: 'With zeros' });
      const plainProduct = await createProduct({ SKU: '456', title: 'Without' });
      const rows = (SKU: string, title: string) => [
        ['SKU', 'title'],
        [SKU, title],
      ];
      expect((await checkRows(rows('456', 'Without'))).questions).toEqual([]);
      expect((await checkRows(rows('0456', 'Another'))).questions).toEqual([]);
      const runWithBoth = await checkRows([...rows('456', 'One'), ['0456', 'Other']]);
      expect(runWithBoth).toMatchObject({ questions: [], counts: { changed: 2 } });
      const run = await checkRows(rows('456', 'Changed'));
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
      expect(await findDraft(paddedProduct.documentId)).toMatchObject({
        SKU: '0456',
        title: 'Changed',
      });
      const secondRun = await checkRows(rows('456', 'Changed'), {
        answers: { NEAR_KEYS: 'different' },
      });
      await sheets.start(secondRun);
      expect(await findDraft(plainProduct.documentId)).toMatchObject({
        SKU: '456',
        title: 'Changed',
      });
    });

    it('new and similar to each other – cause a question', async () => {
      const run = await checkRows([
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
      const readCounts = async (NEAR_KEYS: 'same' | 'different') =>
        (await sheets.answer(run, { NEAR_KEYS })).counts;
      expect(await readCounts('same')).toMatchObject({ created: 0, refused: 2 });
      expect(await readCounts('different')).toMatchObject({ created: 2, refused: 0 });
    });

    it('leading zeros lost in a row with an id – cause a question', async () => {
      const { documentId } = await createProduct({ SKU: '0098' });
      const rows = [
        ['id', 'SKU', 'title'],
        [documentId, '98', 'By id'],
      ];
      const run = await checkRows(rows);
      expect(run.questions).toMatchObject([{ code: 'NEAR_KEYS', count: 1 }]);
      await sheets.start(await sheets.answer(run, { NEAR_KEYS: 'same' }));
      expect(await findDraft(documentId)).toMatchObject({ SKU: '0098', title: 'By id' });
    });

    it('in scientific notation – are rejected with the reason', async () => {
      const reasons = await listReasons(
        [
          ['SKU', 'slug', 'title'],
          ['9,78849E+12', 'x', 'x'],
        ],
        { uid: PRODUCT },
      );
      expect(reasons).toEqual([expect.stringMatching(/last digits the spreadsheet has dropped/)]);
    });

    it('ISBN with a wrong check digit – is rejected in drafts, too', async () => {
      const pairs = [
        ['9780306406158', /check digit is wrong/],
        ['9,78031E+12', /last digits/],
        ['306406152', /zeros of “0306406152”/],
      ] as const;
      const rows = [];
      for (const [ISBN] of pairs)
        rows.push([(await createProduct({ bookDetails: BOOK })).SKU, ISBN]);
      const validProduct = await createProduct({ bookDetails: BOOK });
      const validIsbn = '0\u2011306\u201140615\u20112\u200B';
      const run = await checkRows([
        ['SKU', 'bookDetails.ISBN'],
        ...rows,
        [validProduct.SKU, validIsbn],
      ]);
      expect((await sheets.items(run)).map(({ reason }) => reason)).toEqual([
        ...pairs.map(([, reason]) => expect.stringMatching(reason) as string),
        null,
      ]);
      await sheets.start(run);
      expect(await findDraft(validProduct.documentId)).toMatchObject({
        bookDetails: { ISBN: '0-306-40615-2' },
      });
    });

    it('many new keys – cause a question; a few do not', async () => {
      const rows = (count: number) => [
        ['SKU', 'slug', 'title', 'order'],
        ...Array.from({ length: count }, (_, index) => [
          `MANY-${index}x`,
          `many-${index}x`,
          'New',
          '9',
        ]),
      ];
      expect((await checkRows(rows(10))).questions).toEqual([]);
      const run = await checkRows(rows(11));
      expect(run.questions).toMatchObject([{ code: 'MANY_CREATED', count: 11, rows: 11 }]);
      expect(run.counts.created).toBe(11);
      const skippedRun = await sheets.answer(run, { MANY_CREATED: 'skip' });
      expect(skippedRun.counts).toMatchObject({ created: 0, left: 11 });
      expect((await sheets.start(skippedRun)).counts).toMatchObject({ created: 0, left: 11 });
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
    ])('%s with %j – is detected, and reported', async (encoding, delimiter) => {
      const { SKU, documentId } = await createProduct();
      const lines = [
        ['SKU', 'título'],
        [SKU, TITLE],
      ].map((row) => row.join(delimiter));
      const run = await sheets.check(iconv.encode(lines.join('\r\n'), encoding), {
        uid: PRODUCT,
      });
      const [sample, detectedEncoding] = [run.source?.sample, run.source?.encoding];
      expect(run.source).toMatchObject({ delimiter, headingRow: 1 });
      expect(sample).toEqual([
        ['SKU', 'título'],
        [SKU, TITLE],
      ]);
      if (encoding !== 'iso-8859-15') expect(detectedEncoding).toBe(encoding);
      await sheets.start(run);
      expect(await findDraft(documentId)).toMatchObject({ title: TITLE });
    });

    it('chosen encoding and separator – are used', async () => {
      const { SKU } = await createProduct();
      const bytes = iconv.encode(`SKU;title\r\n${SKU};10 ¤`, 'windows-1252');
      const reading = { encoding: 'macintosh', delimiter: ';' };
      const { source } = await sheets.check(bytes, { uid: PRODUCT, reading });
      expect(source).toMatchObject({
        ...reading,
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
      const { SKU } = await createProduct();
      const run = await sheets.check(Buffer.from(text(SKU)), { uid: PRODUCT });
      expect(run.source).toMatchObject({ headingRow });
      expect(run.counts).toMatchObject({ changed: 1, refused: 0 });
    });

    it('row numbers – count titles, blank rows and cells of several lines', async () => {
      const { SKU } = await createProduct();
      const text = `Report\n\nSKU;title;fullPrice\n${SKU};"two\nlines";61\n\n;;\nNONE-1;x;some\n`;
      const run = await sheets.check(Buffer.from(text), { uid: PRODUCT });
      expect((await sheets.items(run)).map(({ rows }) => rows)).toEqual([[4], [7]]);
    });

    it('one Latin-1 byte in UTF-8 – rejects its row only', async () => {
      const [first, second] = [await createProduct(), await createProduct()];
      const bytes = Buffer.concat([
        Buffer.from(`SKU;title\n${first.SKU};${TITLE}\n${second.SKU};`),
        Buffer.from('Jos\xe9\n', 'latin1'),
      ]);
      const run = await sheets.check(bytes, { uid: PRODUCT });
      expect((await sheets.items(run)).map(({ outcome }) => outcome)).toEqual([
        'changed',
        'refused',
      ]);
      await sheets.start(run);
      expect(await findDraft(first.documentId)).toMatchObject({ title: TITLE });
      expect(await findDraft(second.documentId)).toMatchObject({ title: second.title });
    });

    it('mojibake – causes a question', async () => {
      const { SKU, documentId } = await createProduct();
      const run = await checkRow({ SKU, title: 'JosÃ©' });
      expect(run.questions).toMatchObject([{ code: 'DAMAGED_TEXT', count: 1 }]);
      expect(run.counts).toMatchObject({ changed: 0, left: 1 });
      await sheets.start(await sheets.answer(run, { DAMAGED_TEXT: 'import' }));
      expect(await findDraft(documentId)).toMatchObject({ title: 'JosÃ©' });
    });
  });

  describe('locales with a region', () => {
    it('are exported and imported, in any spelling', async () => {
      const locales = app.strapi
        .plugin('i18n')
        .service<{ create: (locale: object) => Promise<void> }>('locales');
      for (const code of ['pt-BR', 'es-MX']) await locales.create({ code, name: code });
      const { documentId, ...data } = await createProduct({ SKU: 'REGION' });
      for (const locale of ['pt-BR', 'es-MX']) {
        await getDocumentService(app, PRODUCT).update({
          documentId,
          locale,
          data: { ...data, slug: `region-${locale.toLowerCase()}`, title: `In ${locale}` },
        });
      }
      for (const layout of ['rows', 'columns']) {
        const file = await sheets.exported(PRODUCT, { layout });
        const untouchedRun = await sheets.check(file, { uid: PRODUCT });
        expect(untouchedRun).toMatchObject({
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

  describe('cells of workbooks that are not text', () => {
    const createStyledWorkbook = (rows: string) =>
      workbookWith({
        sheets: [rows],
        others: {
          'xl/styles.xml': stylesOf(['dd/mm/yyyy', '0.0%', '0000', '[$$-409]#,##0.00']),
        },
      });
    const styledCell = (style: number, value: number): string =>
      `<c s="${style}"><v>${value}</v></c>`;

    it('dates and percentages in text fields – cause a question, and are skipped by default', async () => {
      const product = await createProduct({ acronym: 'Kept' });
      const keyCell = styledCell(1, 45_291);
      const run = await sheets.check(
        createStyledWorkbook(
          sheetXml(
            ['SKU', 'title', 'acronym', 'slug'],
            [product.SKU, styledCell(1, 46_296), styledCell(2, 0.155), product.slug],
            [keyCell, 'New', '', 'new-by-date'],
          ),
        ),
        xlsxOptions,
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
      const importRun = await sheets.answer(run, { CONVERTED_CELLS: 'import' });
      await sheets.start(importRun);
      expect(await findDraft(product.documentId)).toMatchObject({
        ...{ title: '2026-10-01', acronym: '15.5%' },
      });
    });

    it('numbers with leading zeros, percentages and currencies – are read as displayed', async () => {
      const [paddedProduct, percentProduct, dollarProduct] = [
        await createProduct({ SKU: '0047' }),
        await createProduct(),
        await createProduct(),
      ];
      const run = await sheets.check(
        createStyledWorkbook(
          sheetXml(
            ['SKU', 'title', 'fullPrice'],
            [styledCell(3, 47), 'Padded', '60'],
            [percentProduct.SKU, percentProduct.title, styledCell(2, 0.6)],
            [dollarProduct.SKU, dollarProduct.title, styledCell(4, 61)],
          ),
        ),
        xlsxOptions,
      );
      expect(run.questions).toEqual([]);
      const items = await sheets.items(run);
      expect(items.map(({ documentId, outcome }) => [documentId, outcome])).toEqual([
        [paddedProduct.documentId, 'changed'],
        [null, 'refused'],
        [null, 'refused'],
      ]);
      expect(items[2]?.reason).toMatch(/“\$”.* EUR/);
    });
  });

  describe('hidden content', () => {
    const heading = rowXml(1, ['SKU', 'title', 'fullPrice']);

    it('hidden and filtered rows – are counted, and skipped by default', async () => {
      const products = [await createProduct(), await createProduct(), await createProduct()];
      const rows = products.map(({ SKU }, index) =>
        rowXml(
          index + 2,
          [SKU, 'Changed', '60'],
          index < 2 ? [' hidden="1"', ' ht="0" customHeight="1"'][index] : '',
        ),
      );
      const run = await sheets.check(workbookOf(heading + rows.join('')), xlsxOptions);
      expect(run.questions).toMatchObject([
        { code: 'HIDDEN_ROWS', count: 2, rows: 3, samples: [{ row: 2 }, { row: 3 }] },
      ]);
      expect(run.counts).toMatchObject({ changed: 1, left: 2 });
      expect((await sheets.answer(run, { HIDDEN_ROWS: 'import' })).counts).toMatchObject({
        changed: 3,
        left: 0,
      });
      const skippedRun = await sheets.answer(run, { HIDDEN_ROWS: 'skip' });
      expect((await sheets.start(skippedRun)).counts).toMatchObject({ changed: 1, left: 2 });
      expect(await findDraft(products[0]?.documentId ?? '')).toMatchObject({
        title: products[0]?.title,
      });
    });

    it('skipped hidden row – does not conflict with the visible row of its entry', async () => {
      const { SKU, documentId } = await createProduct();
      const rows = [
        rowXml(2, [SKU, 'Hidden', '60'], ' hidden="1"'),
        rowXml(3, [SKU, 'Seen', '60']),
      ];
      const run = await sheets.check(workbookOf(heading + rows.join('')), xlsxOptions);
      expect(run.questions).toMatchObject([{ code: 'HIDDEN_ROWS', count: 1 }]);
      const importRun = await sheets.answer(run, { HIDDEN_ROWS: 'import' });
      expect(importRun.counts).toMatchObject({ changed: 0, refused: 1 });
      await sheets.start(await sheets.answer(run, { HIDDEN_ROWS: 'skip' }));
      expect(await findDraft(documentId)).toMatchObject({ title: 'Seen' });
    });

    it('hidden columns – cause a question if they would change something', async () => {
      const { SKU, documentId } = await createProduct();
      const workbook = (price: string) =>
        workbookWith({
          sheets: [heading + rowXml(2, [SKU, 'Seen', price])],
          before: '<cols><col min="1" max="1" hidden="1"/><col min="3" max="3" width="0"/></cols>',
        });
      expect((await sheets.check(workbook('60'), xlsxOptions)).questions).toEqual([]);
      const run = await sheets.check(workbook('61'), xlsxOptions);
      expect(run.questions).toMatchObject([
        { code: 'HIDDEN_COLUMNS', count: 1, samples: [{ row: 2, text: '61' }] },
      ]);
      await sheets.start(await sheets.answer(run, { HIDDEN_COLUMNS: 'skip' }));
      expect(await findDraft(documentId)).toMatchObject({ title: 'Seen', fullPrice: 60 });
    });

    it('hidden first sheet – is skipped in favour of the visible one, unless chosen', async () => {
      const [first, second] = [await createProduct(), await createProduct()];
      const sheetFor = (SKU: string) => heading + rowXml(2, [SKU, 'Read', '60']);
      const workbook = workbookWith({
        sheets: [sheetFor(first.SKU), sheetFor(second.SKU)],
        hidden: [1],
      });
      const run = await sheets.check(workbook, xlsxOptions);
      expect(run.source).toMatchObject({ sheet: 'S2', hiddenSheets: ['S1'], otherSheets: [] });
      expect((await sheets.items(run)).map(({ documentId }) => documentId)).toEqual([
        second.documentId,
      ]);
      const chosenRun = await sheets.check(workbook, { ...xlsxOptions, reading: { sheet: 'S1' } });
      expect((await sheets.items(chosenRun)).map(({ documentId }) => documentId)).toEqual([
        first.documentId,
      ]);
      const response = await sheets.send(workbook, { ...xlsxOptions, reading: { sheet: 'S3' } });
      expect(refusal(response)).toEqual([400, 'NO_SUCH_SHEET']);
    });

    it('further sheets – are listed unless empty', async () => {
      const { SKU } = await createProduct();
      const sheet = heading + rowXml(2, [SKU, 'Read', '60']);
      const workbook = workbookWith({ sheets: [sheet, sheet, '', sheet], hidden: [4] });
      const { source } = await sheets.check(workbook, xlsxOptions);
      expect(source).toMatchObject({ sheet: 'S1', hiddenSheets: ['S4'], otherSheets: ['S2'] });
      const { body } = await sheets.rows(workbook, xlsxOptions);
      expect(body.data).toMatchObject({ sheet: 'S1', otherSheets: ['S2'] });
    });

    it('cells without a heading – are counted, and their rows skipped by default', async () => {
      const [first, second] = [await createProduct(), await createProduct()];
      const run = await checkRows([
        ['SKU', 'title', '', 'fullPrice'],
        [first.SKU, 'Changed', '', '60', 'beyond', ''],
        [second.SKU, 'Changed', '', '60'],
      ]);
      expect(run.questions).toMatchObject([
        { code: 'CELLS_BEYOND', count: 1, samples: [{ row: 2, column: '5', text: 'beyond' }] },
      ]);
      expect(run.counts).toMatchObject({ changed: 1, left: 1 });
      expect((await sheets.answer(run, { CELLS_BEYOND: 'import' })).counts.changed).toBe(2);
    });
  });

  describe('POST /import-export/rows', () => {
    const visible = rowXml(2, ['one', 'Seen', '60']);

    it('CSV in any encoding, and a workbook – returns the rows', async () => {
      const expectedRows = [
        ['SKU', 'title'],
        ['one', 'Pediatría'],
      ];
      const csv = expectedRows.map((row) => row.join(';')).join('\r\n');
      for (const [file, name] of [
        [iconv.encode(csv, 'win1252'), 'x.csv'],
        [iconv.encode(csv, 'macroman'), 'x.csv'],
        [iconv.encode(`sep=;\r\n${csv}`, 'utf8', { addBOM: true }), 'x.csv'],
        [workbookOf(sheetXml(...expectedRows)), 'x.xlsx'],
      ] as const) {
        const { status, body } = await sheets.rows(file, { uid: PRODUCT, name });
        expect([status, body.error]).toEqual([200, undefined]);
        const { rows } = body.data as { rows: { cells: string[] }[] };
        expect(rows.map(({ cells }) => cells)).toEqual(expectedRows);
      }
    });

    it('cells without a value – reject the file with row and column', async () => {
      const heading = ['SKU', 'title', 'fullPrice'];
      for (const [cells, problem, row, column] of [
        [['one', 'x', '<c><f>A1*2</f></c>'], 'formula', 2, 3],
        [['one', '<c t="e"><v>#N/A</v></c>', '60'], 'error', 2, 2],
      ] as const) {
        const answer = await sheets.rows(workbookOf(sheetXml(heading, cells)), xlsxOptions);
        expect(refusal(answer)).toEqual([400, 'CELLS_WITHOUT_VALUE']);
        expect(answer.body.error).toMatchObject({
          message: expect.stringContaining(`row ${row}, column ${column}`),
          details: { cells: [{ row, column, problem }] },
        });
      }
      const merged = workbookWith({
        sheets: [sheetXml(heading, ['one', 'Shared', '60'], ['two', '', '60'])],
        behind: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
      });
      expect((await sheets.rows(merged, xlsxOptions)).body.error).toMatchObject({
        details: { cells: [{ row: 3, column: 2, problem: 'merged' }] },
      });
    });

    it('hidden rows, columns and sheets – are listed, and the visible sheet is read', async () => {
      const rows =
        rowXml(1, ['SKU', 'title', 'fullPrice']) +
        visible +
        rowXml(3, ['two', 'Hidden', '60'], ' hidden="1"');
      const workbook = workbookWith({
        sheets: [rowXml(1, ['never']), rows],
        hidden: [1],
        before: '<cols><col min="3" max="3" hidden="1"/><col min="5" max="9" hidden="1"/></cols>',
      });
      const { body } = await sheets.rows(workbook, xlsxOptions);
      expect(body.data).toMatchObject({
        rows: [{ isHidden: false }, { isHidden: false }, { isHidden: true }],
        ...{ hiddenColumns: [2], sheet: 'S2', hiddenSheets: ['S1'] },
      });
    });

    it('invalid file, or type without permission – is rejected', async () => {
      const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]);
      expect(refusal(await sheets.rows(picture, xlsxOptions))).toEqual([400, 'FILE_NO_WORKBOOK']);
      const anaSheets = sheetsOf(app, school.ana);
      const answer = await anaSheets.rows([['email']], { uid: 'admin::user' });
      expect(refusal(answer)).toEqual([403, 'TYPE_FORBIDDEN']);
    });
  });

  it('POST /import-export/runs/:id/answers – run of another user, or invalid answer – is rejected', async () => {
    const run = await checkRow({ SKU: (await createProduct()).SKU, title: '' });
    const address = `/import-export/runs/${run.id}/answers`;
    expect(refusal(await school.ana.post(address, {}))).toEqual([404, 'NO_SUCH_RUN']);
    const otherAdmin = await signIn(app);
    for (const answers of [{ EMPTY_CELLS: 'nonsense' }, { NONSENSE: 'keep' }]) {
      expect((await otherAdmin.post(address, answers)).status).toBe(400);
    }
    await sheets.start(await sheets.answer(run, { EMPTY_CELLS: 'keep' }));
    expect(refusal(await otherAdmin.post(address, { EMPTY_CELLS: 'keep' }))).toEqual([
      409,
      'NOT_CHECKED',
    ]);
  });
});
