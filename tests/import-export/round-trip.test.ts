import fc from 'fast-check';
import { documentsOf } from '../../src/platform/strapi/documents';
import { PRODUCT, sellable, type Desk } from '../publishing-rules/support';
import { CATEGORY, PROTAGONIST, store, type School } from '../rights/support';
import { openSheetDesk, rowsOf, sheetsOf, type Sheets } from './support';
import { watchTurns } from '../support/event-loop';

const layouts = ['rows', 'columns'] as const;
const formats = ['csv-semicolon', 'csv-comma', 'xlsx'] as const;

/** The maximum number of rows of a file. */
const MOST_ROWS = 10_000;

describe('Exported entries', () => {
  let desk: Desk;
  let school: School;
  let sheets: Sheets;

  beforeAll(async () => {
    ({ desk, school, sheets } = await openSheetDesk());
  });

  afterAll(() => desk.stop());

  it('change nothing when they are imported as they are, whatever they hold', async () => {
    const category = await store(desk.app, CATEGORY, { name: 'One', slug: 'one', order: 1 });
    const teacher = await store(desk.app, PROTAGONIST, { name: 'Ana', slug: 'ana', order: 1 });
    const words = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom('=1+1', '+34 600', '-3', '@x', 'a;b', 'a "b"', 'two\nlines', '’tis', "'=x"),
      )
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text.replaceAll('\n', '')));
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    // Cells hold minutes.
    const moments = fc
      .integer({ min: 0, max: 1_000_000 })
      .map((minutes) => new Date(Date.UTC(2027, 0) + minutes * 60_000).toISOString());
    const products = fc.record({
      title: words,
      acronym: maybe(words),
      presentation: maybe(words),
      fullPrice: fc.integer({ min: 5000, max: 9_999_999 }).map((cents) => cents / 100),
      isSoon: maybe(fc.boolean()),
      isOffSale: maybe(fc.boolean()),
      offSaleText: maybe(words),
      onSaleAgainAt: maybe(moments),
      numberLimitedPlaces: maybe(fc.nat(500)),
      categories: fc.subarray([category]),
      protagonists: fc.subarray([teacher]),
      cardImage: fc.constantFrom(null, desk.picture),
      seo: maybe(fc.record({ title: maybe(words), author: words })),
      header: maybe(
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
          await documentsOf(desk.app, PRODUCT).update({
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

  it('are run by no spreadsheet, and are those that somebody may read', async () => {
    const own = sellable(desk, { verticals: [school.medicina.documentId], title: '=1+1' });
    const foreign = sellable(desk, { verticals: [school.psicologia.documentId] });
    for (const data of [own, foreign]) await store(desk.app, PRODUCT, data);
    const rows = rowsOf(await sheetsOf(desk.app, school.ana).exported(PRODUCT));
    const [row = []] = rows.filter((cells) => cells.includes(own.SKU));
    expect(row).toContain("'=1+1");
    expect(rows.filter((cells) => cells.includes(foreign.SKU))).toEqual([]);
  });

  it('CSV stored again as a workbook – texts that begin as formulas – nothing changes', async () => {
    const data = sellable(desk, { verticals: [school.medicina.documentId], title: '=1+1' });
    await store(desk.app, PRODUCT, data);
    const { default: writeWorkbook } = await import('write-excel-file/node');
    const [heading = [], ...all] = rowsOf(await sheets.exported(PRODUCT));
    // The library cannot write texts such as “constructor”, which other entries have.
    const row = all.filter((values) => values.includes(data.SKU));
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

  it('keep nobody else waiting while ten thousand rows are checked', async () => {
    const rows = Array.from({ length: MOST_ROWS }, (_, at) => [`none-${at}`, `Title ${at}`, '10']);
    const turns = watchTurns();
    const run = await sheets.check([['id', 'title', 'tuitionPrice'], ...rows], { uid: PRODUCT });
    const longest = turns.longest();
    turns.stop();
    expect(run.counts).toMatchObject({ refused: MOST_ROWS });
    process.stdout.write(`the longest turn: ${longest.toFixed(0)} ms\n`);
    // No turn may block the process for longer.
    expect(longest).toBeLessThan(1_000);
  });
});
