import type { Column } from '#plugins/tables/bulk-edit';
import type { SheetRow } from '../file/protocol';
import { groupRowsByEntry, type Sheet } from './items';

const column: Column = {
  name: 'title',
  label: { en: 'Title', es: 'Título' },
  kind: 'text',
  isLocalized: true,
  choices: [],
  timeZone: null,
  target: null,
  isMany: false,
};

const fieldOf = (name: string): Sheet['headings'][number] => ({
  kind: 'field',
  place: [name],
  column: { ...column, name },
  locale: null,
});

const read = (
  rows: readonly Omit<SheetRow, 'number'>[],
  fields = ['title'],
  key: 'SKU' | 'slug' = 'SKU',
) =>
  groupRowsByEntry({
    headings: [key, ...fields].map(fieldOf),
    first: [key, ...fields],
    rows: rows.map((row, index) => ({ ...row, number: index + 2 })),
    hiddenColumns: new Set(),
    locales: ['es'],
    locale: 'es',
    isKeyedByTitle: key === 'slug',
  });

const titleIn = ({ languages: [language] }: Awaited<ReturnType<typeof read>>[number]) =>
  language?.writes.find(({ place }) => place.join() === 'title')?.text;

const TWICE = { en: expect.stringMatching(/^Another row/) as string };

describe('groupRowsByEntry', () => {
  it('two visible rows for one place – are an error', async () => {
    const [item] = await read([{ cells: ['A', 'One'] }, { cells: ['A', 'Two'] }]);
    expect(item?.error).toMatchObject(TWICE);
  });

  it.each([
    ['before', [true, false]],
    ['after', [false, true]],
  ])(
    'hidden row %s a visible row for one place – is an error of hidden rows only',
    async (_, hidden) => {
      const rows = hidden.map((isHidden) => ({
        cells: ['A', isHidden ? 'Hidden' : 'Seen'],
        isHidden,
      }));
      const [item] = await read(rows);
      expect(item).toMatchObject({ error: null, hiddenError: TWICE });
      expect(item && titleIn(item)).toBe('Seen');
    },
  );

  it('invisible SKU – is an error without a key', async () => {
    const [item] = await read([{ cells: ['\u200B', 'One'] }]);
    expect(item).toMatchObject({ key: null, error: { en: expect.any(String) as string } });
  });

  it('rows without a slug – get the slug of their title', async () => {
    const cells = [
      ['', 'Medicina Interna'],
      ['own', 'Cirugía'],
      ['', ''],
      ['', '[clear]'],
      ['', 'MEDICINA interna'],
    ];
    const rows = cells.map((row) => ({ cells: row }));
    const items = await read(rows, ['title'], 'slug');
    expect(items.map(({ key, error }) => [key?.value, error === null])).toEqual([
      // Two rows with this title are one entry, and contradict each other.
      ['medicina-interna', false],
      ['own', true],
      [undefined, false],
      [undefined, false],
    ]);
  });

  it.each(['', ' ', '\u200B'])('text with the place %j – is an error', async (place) => {
    const [item] = await groupRowsByEntry({
      headings: [
        { kind: 'key', of: 'id' },
        { kind: 'place' },
        { kind: 'text', locale: 'en' },
        { kind: 'text', locale: 'es' },
      ],
      first: ['id', 'place', 'en', 'es'],
      rows: [
        { number: 2, cells: ['a', 'title', 'One', 'Uno'] },
        { number: 3, cells: ['a', place, '', 'Dos'] },
        { number: 4, cells: ['a', place, '', ''] },
      ],
      hiddenColumns: new Set(),
      locales: ['en', 'es'],
      locale: 'es',
      isKeyedByTitle: false,
    });
    expect(item?.error?.en).toMatch(/^Row 3, column 2 \(place\): .*“es”/);
  });

  const nearKeysOf = async (...keys: readonly (string | [hidden: string])[]) =>
    (
      await read(
        keys.map((key) =>
          typeof key === 'string' ? { cells: [key, key] } : { cells: [key[0], ''], isHidden: true },
        ),
      )
    ).map(({ nearKey }) => nearKey ?? null);

  it.each([
    ['0012', '12'],
    ['1E5', '100000'],
    ['3-4', '04-mar'],
    ['ab-1', 'AB-1'],
    ['9788491234567001', '9788491234567000'],
  ])('%s and %s in one file – are similar keys', async (key, otherKey) => {
    expect(await nearKeysOf(key, 'Other', otherKey)).toEqual([otherKey, null, key]);
  });

  it('three similar keys – each row has another one as its similar key', async () => {
    expect(await nearKeysOf('12', '012', '0012')).toEqual(['012', '12', '12']);
  });

  it('numbers of one day in two years – are not similar keys', async () => {
    expect(await nearKeysOf('46115', '45750')).toEqual([null, null]);
  });

  it('hidden row – is not a similar key of visible rows', async () => {
    expect(await nearKeysOf('0012', ['12'])).toEqual([null, '0012']);
  });
});
