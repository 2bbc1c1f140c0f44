import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Columns, PlannedRow } from '#plugins/tables/bulk-edit/edit';
import { withoutMark } from '#platform/http/spreadsheets/text';
import { getDocumentService } from '#platform/strapi/documents';
import { PRODUCT, sellable, startDesk, type Desk } from '../publishing-rules/support';
import { CATEGORY, openSchool, PROTAGONIST, refusal, store, type School } from '../rights/support';
import type { Admin } from '../support/admin';

const AT = `/bulk-edit/${PRODUCT}`;

describe('Exported entries', () => {
  let desk: Desk;
  let school: School;

  beforeAll(async () => {
    desk = await startDesk();
    school = await openSchool(desk.app);
  });

  afterAll(() => desk.stop());

  const product = async (changes: object = {}): Promise<{ documentId: string; SKU: string }> => {
    const data = { ...sellable(desk, { verticals: [school.medicina.documentId] }), ...changes };
    return { SKU: data.SKU, documentId: await store(desk.app, PRODUCT, data) };
  };

  const readExport = async (query = 'locale=es', who: Admin = desk.admin): Promise<string[][]> => {
    const { status, text } = await who.get(`${AT}/rows.csv?${query}`);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return parse(text, { bom: true });
  };

  /** Returns the plan of a file that is imported unchanged. */
  const planUnchanged = async ([headings = [], ...rows]: string[][]): Promise<PlannedRow[]> => {
    const { body } = await desk.admin.get(`${AT}/columns`);
    const { columns } = body.data as Columns;
    const labels = headings.slice(1).map((heading) => heading.replace(/ \(es\)$/, ''));
    const columnFields = labels.map((label) => ({
      name: columns.find(({ name, label: labelTexts }) => name === label || labelTexts.en === label)
        ?.name,
      locale: 'es',
    }));
    const planned: PlannedRow[] = [];
    // The grid accepts at most this number of columns at a time.
    for (let at = 0; at < columnFields.length; at += 20) {
      const answer = await desk.admin.post(`${AT}/plan`, {
        columns: columnFields.slice(at, at + 20),
        rows: rows.map(([key = '', ...cells]) => ({
          key,
          cells: cells.slice(at, at + 20).map(withoutMark),
        })),
      });
      expect(answer.status).toBe(200);
      planned.push(...(answer.body.data as PlannedRow[]));
    }
    return planned;
  };

  it('cause no changes when imported again, with any values', async () => {
    const category = await store(desk.app, CATEGORY, { name: 'One', slug: 'one', order: 1 });
    const teacher = await store(desk.app, PROTAGONIST, { name: 'Ana', slug: 'ana', order: 1 });
    const textValues = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.constantFrom('=1+1', '+34 600', '-3', '@x', 'a;b', 'a "b"', 'two\nlines', '’tis', "'=x"),
      )
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text.replaceAll('\n', '')));
    const entries = fc.record({
      title: textValues,
      acronym: textValues,
      presentation: textValues,
      fullPrice: fc.integer({ min: 5000, max: 9_999_999 }).map((cents) => cents / 100),
      isSoon: fc.boolean(),
      numberLimitedPlaces: fc.nat(500),
      categories: fc.subarray([category]),
      protagonists: fc.subarray([teacher]),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 5 }), async (all) => {
        for (const entry of all) await product(entry);
        const rows = await planUnchanged(await readExport());
        expect(rows.filter(({ changes }) => changes.length > 0)).toEqual([]);
        expect(rows.filter(({ error }) => error !== null)).toEqual([]);
        expect(rows.flatMap(({ cells }) => cells).filter(({ error }) => error !== null)).toEqual(
          [],
        );
      }),
      { numRuns: 8 },
    );
  });

  it('are those of the list with its filters and its quick filter', async () => {
    const [book, other] = [await product({ type: 'Libro' }), await product()];
    const skus = async (query: string): Promise<string[]> =>
      (await readExport(query)).slice(1).map(([key = '']) => key);
    const books = await skus('locale=es&filters[$and][0][type][$eq]=Libro');
    expect(books).toContain(book.SKU);
    expect(books).not.toContain(other.SKU);
    await getDocumentService(desk.app, PRODUCT).publish({
      documentId: other.documentId,
      locale: 'es',
    });
    const unpublished = await skus('locale=es&question=never-published');
    expect(unpublished).toContain(book.SKU);
    expect(unpublished).not.toContain(other.SKU);
  });

  it('are refused with an unknown quick filter', async () => {
    const answer = await desk.admin.get(`${AT}/rows.csv?locale=es&question=nonsense`);
    expect(refusal(answer)).toEqual([400, 'NO_SUCH_QUESTION']);
  });

  it('do not contain formulas that a spreadsheet runs', async () => {
    const { SKU } = await product({ title: '=HYPERLINK("https://example.org")' });
    const rows = await readExport();
    const row = rows.find(([key]) => key === SKU);
    expect(row).toContain('\'=HYPERLINK("https://example.org")');
  });

  it('are those that the user may change', async () => {
    const ownProduct = await product();
    const foreign = await product({ verticals: [school.psicologia.documentId] });
    const keys = (await readExport('locale=es', school.ana)).map(([key]) => key);
    expect(keys).toContain(ownProduct.SKU);
    expect(keys).not.toContain(foreign.SKU);
  });
});
