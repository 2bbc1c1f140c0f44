import fc from 'fast-check';
import { getDocumentService } from '#platform/strapi/documents';
import { PRODUCT, sellable, type Desk } from '../publishing-rules/support';
import { CATEGORY, PROTAGONIST, store, type School } from '../rights/support';
import { openSheetDesk, rowsOf, sheetsOf, type Sheets } from './support';
import { watchTurns } from '../support/event-loop';

const layouts = ['rows', 'columns'] as const;
const formats = ['csv-semicolon', 'csv-comma', 'xlsx'] as const;

/** The maximum number of rows of a file. */
const MAX_ROWS = 10_000;

describe('exported entries', () => {
  let desk: Desk;
  let school: School;
  let sheets: Sheets;

  beforeAll(async () => {
    ({ desk, school, sheets } = await openSheetDesk());
  });

  afterAll(() => desk.stop());

  it('unchanged file with random values – imports without changes', async () => {
    const category = await store(desk.app, CATEGORY, { name: 'One', slug: 'one', order: 1 });
    const teacher = await store(desk.app, PROTAGONIST, { name: 'Ana', slug: 'ana', order: 1 });
    const words = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom('=1+1', '+34 600', '-3', '@x', 'a;b', 'a "b"', 'two\nlines', '’tis', "'=x"),
      )
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text.replaceAll('\n', '')));
    const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    // Cells store minutes.
    const dateTimes = fc
      .integer({ min: 0, max: 1_000_000 })
      .map((minutes) => new Date(Date.UTC(2027, 0) + minutes * 60_000).toISOString());
    const products = fc.record({
      title: words,
      acronym: orNull(words),
      presentation: orNull(words),
      fullPrice: fc.integer({ min: 5000, max: 9_999_999 }).map((cents) => cents / 100),
      isSoon: orNull(fc.boolean()),
      isOffSale: orNull(fc.boolean()),
      offSaleText: orNull(words),
      onSaleAgainAt: orNull(dateTimes),
      numberLimitedPlaces: orNull(fc.nat(500)),
      categories: fc.subarray([category]),
      protagonists: fc.subarray([teacher]),
      cardImage: fc.constantFrom(null, desk.picture),
      seo: orNull(fc.record({ title: orNull(words), author: words })),
      header: orNull(
        fc.record({
          modality: fc.constant('Online'),
          duration: words,
          certificate: fc.boolean(),
          level: words,
          startingDate: words,
          lessonNumber: fc.nat(90),
          language: fc.array(fc.record({ name: words }), { maxLength: 3 }),
        }),
      ),
      isTranslated: fc.boolean(),
    });
    const runs = fc.record({
      all: fc.array(products, { minLength: 1, maxLength: 4 }),
      layout: fc.constantFrom(...layouts),
      format: fc.constantFrom(...formats),
    });
    await fc.assert(
      fc.asyncProperty(runs, async ({ all, layout, format }) => {
        for (const { isTranslated, ...changes } of all) {
          const data = sellable(desk, { verticals: [school.medicina.documentId], ...changes });
          const documentId = await store(desk.app, PRODUCT, data);
          if (!isTranslated) continue;
          await getDocumentService(desk.app, PRODUCT).update({
            documentId,
            locale: 'en',
            // The related entries exist in Spanish only.
            data: { ...data, slug: `en-${data.slug}`, categories: [], protagonists: [] },
          });
        }
        const file = await sheets.exported(PRODUCT, { layout, format });
        const run = await sheets.check(file, { uid: PRODUCT });
        const items = await sheets.items(run);
        expect(items.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
        expect(run.counts.unchanged).toBeGreaterThanOrEqual(all.length);
        expect(run.ignored).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it('formula as title – is escaped; entries of other business lines are not exported', async () => {
    const ownData = sellable(desk, { verticals: [school.medicina.documentId], title: '=1+1' });
    const foreignData = sellable(desk, { verticals: [school.psicologia.documentId] });
    for (const data of [ownData, foreignData]) await store(desk.app, PRODUCT, data);
    const rows = rowsOf(await sheetsOf(desk.app, school.ana).exported(PRODUCT));
    const [row = []] = rows.filter((cells) => cells.includes(ownData.SKU));
    expect(row).toContain("'=1+1");
    expect(rows.filter((cells) => cells.includes(foreignData.SKU))).toEqual([]);
  });

  it('CSV saved as a workbook – texts that begin like formulas – no changes', async () => {
    const data = sellable(desk, { verticals: [school.medicina.documentId], title: '=1+1' });
    await store(desk.app, PRODUCT, data);
    const { default: writeWorkbook } = await import('write-excel-file/node');
    const [heading = [], ...dataRows] = rowsOf(await sheets.exported(PRODUCT));
    // The library cannot write texts such as “constructor”, which other entries have.
    const row = dataRows.filter((values) => values.includes(data.SKU));
    expect(row.flat()).toContain("'=1+1");
    const cells = [heading, ...row].map((values) =>
      values.map((value) => (value === '' ? null : { value, type: String })),
    );
    const run = await sheets.check(Buffer.from(await writeWorkbook(cells, {}).toBuffer()), {
      uid: PRODUCT,
    });
    const items = await sheets.items(run);
    expect(items.map(({ outcome }) => outcome)).toEqual(['unchanged']);
  });

  it('check of ten thousand rows – does not block the event loop', async () => {
    const rows = Array.from({ length: MAX_ROWS }, (_, index) => [
      `none-${index}`,
      `Title ${index}`,
      '10',
    ]);
    const turns = watchTurns();
    const run = await sheets.check([['id', 'title', 'tuitionPrice'], ...rows], { uid: PRODUCT });
    const longest = turns.longest();
    turns.stop();
    expect(run.counts).toMatchObject({ refused: MAX_ROWS });
    process.stdout.write(`the longest turn: ${longest.toFixed(0)} ms\n`);
    // No turn may block the process for longer.
    expect(longest).toBeLessThan(1_000);
  });
});
