import fc from 'fast-check';
import type { Column, ColumnKind } from '../edit';
import { splitNames, readCell, readGridCell, writeCell, type NamedReference } from './cells';

const column = (kind: ColumnKind, changes: Partial<Column> = {}): Column => ({
  name: 'field',
  label: { en: 'Field', es: 'Campo' },
  kind,
  isLocalized: true,
  choices: [
    { value: 'Libro', label: { en: 'Book', es: 'Libro' } },
    { value: 'Curso corto', label: { en: 'Short course', es: 'Curso corto' } },
  ],
  timeZone: 'Europe/Madrid',
  target: null,
  isMany: true,
  ...changes,
});

const findNone = (): readonly NamedReference[] => [];

const readValue = (kind: ColumnKind, text: string): unknown => {
  const answer = readCell(column(kind), text, findNone);
  return 'value' in answer ? answer.value : 'refused';
};

describe('cells', () => {
  it.each<[ColumnKind, string, unknown]>([
    ['price', '390,50', 390.5],
    ['price', '1.234,50 €', 1234.5],
    ['price', '1.234', 'refused'],
    ['price', '-3', 'refused'],
    ['price', ' ', null],
    ['integer', '12', 12],
    ['integer', '12,5', 'refused'],
    ['integer', '1.000', 'refused'],
    ['integer', '2,000', 'refused'],
    ['integer', '0x1F', 'refused'],
    ['integer', '1e3', 'refused'],
    ['integer', '1.234.567', 1234567],
    ['decimal', '12,5', 12.5],
    ['decimal', 'twelve', 'refused'],
    ['boolean', 'Sí', true],
    ['boolean', 'no', false],
    ['boolean', 'perhaps', 'refused'],
    ['choice', 'curso corto', 'Curso corto'],
    ['choice', 'Short course', 'Curso corto'],
    ['choice', 'Máster', 'refused'],
    ['date', '31/12/2026', '2026-12-31'],
    ['date', '2026-12-31', '2026-12-31'],
    ['date', '31/02/2026', 'refused'],
    ['date', 'tomorrow', 'refused'],
    ['date', '03/04/2026', 'refused'],
    ['datetime', '2026-12-31T10:00:00Z', '2026-12-31T10:00:00.000Z'],
    ['datetime', '31/12/2026 10:00', '2026-12-31T09:00:00.000Z'],
    ['datetime', '31/12/2026', 'refused'],
    ['datetime', '10:00', 'refused'],
    ['datetime', '31/02/2026 10:00', 'refused'],
    ['datetime', '29/03/2026 02:30', 'refused'],
    ['datetime', '25/10/2026 02:30', 'refused'],
    ['time', '7:00 p. m.', '19:00'],
    ['time', '9:30', '09:30'],
    ['time', '25:00', 'refused'],
    ['text', ' words ', 'words'],
    ['text', '', null],
    ['text', ' #N/D ', 'refused'],
    ['text', '#¡REF! of a text', '#¡REF! of a text'],
    ['text', 'Jos\uFFFD', 'refused'],
    ['relation', '#N/A', 'refused'],
    ['price', '#DIV/0!', 'refused'],
  ])('readCell – %s "%s" – is %p', (kind, text, value) => {
    expect(readValue(kind, text)).toEqual(value);
  });

  it('readCell – unknown option – lists the options as the form shows them', () => {
    expect(readCell(column('choice'), 'Máster', findNone)).toEqual({
      error: { en: 'Choose one of: Book, Short course.', es: 'Elige entre: Libro, Curso corto.' },
    });
  });

  it.each([
    ['-3', { en: 'A price cannot be negative.', es: 'Un precio no puede ser negativo.' }],
    [
      '1,234.567',
      { en: 'A price has two decimals at most.', es: 'Un precio tiene dos decimales como mucho.' },
    ],
    [
      '100000000',
      {
        en: 'This price is too high to store.',
        es: 'Este precio es demasiado alto para guardarlo.',
      },
    ],
    [
      'some',
      {
        en: 'This text is not a price. Write a number.',
        es: 'Este texto no es un precio. Escribe un número.',
      },
    ],
  ])('readCell – price "%s" – returns the message of the form', (text, error) => {
    expect(readCell(column('price'), text, findNone)).toEqual({ error });
  });

  it.each<[string, string, unknown]>([
    ['title', '[borrar]', null],
    ['title', ' [Clear] ', null],
    ['title', 'JosÃ©', 'refused'],
    ['title', '#VALEUR!', 'refused'],
    ['title', '9,78849E+12', '9,78849E+12'],
    ['SKU', '9,78849E+12', 'refused'],
    ['SKU', 'A\u200B-1\u2011B', 'A-1-B'],
    ['bookDetails.ISBN', '9,78849E+12', 'refused'],
    ['bookDetails.ISBN', '9780306406158', 'refused'],
    ['bookDetails.ISBN', '0\u2011804\u201142957\u2011x', '0-804-42957-X'],
  ])('readGridCell – %s "%s" – is %p', (name, text, value) => {
    const answer = readGridCell(column('text', { name }), text, findNone);
    expect('value' in answer ? answer.value : 'refused').toEqual(value);
  });

  it('readGridCell – relation with the clear marker – returns no entries', () => {
    expect(readGridCell(column('relation'), '[clear]', findNone)).toEqual({ value: [] });
  });

  it('readCell – relation – returns several entries and refuses unknown or ambiguous names', () => {
    const ana = { documentId: 'a', slug: 'ana', name: 'Ana' };
    const findByName = (name: string): readonly NamedReference[] => {
      if (name === 'twins') return [ana, { ...ana, documentId: 'b' }];
      return name === 'ana' ? [ana] : [];
    };
    const manyRelation = column('relation');
    expect(readCell(manyRelation, 'ana', findByName)).toEqual({ value: [ana] });
    expect(readCell(manyRelation, '', findByName)).toEqual({ value: [] });
    expect(readCell(manyRelation, 'eva, ana', findByName)).toHaveProperty(
      'error.en',
      '“eva, ana” does not exist. Separate several entries by “;”.',
    );
    expect(readCell(manyRelation, 'twins', findByName)).toHaveProperty('error');
    const singleRelation = { ...manyRelation, isMany: false };
    expect(readCell(singleRelation, 'ana; ana', findByName)).toHaveProperty(
      'error.en',
      'The field takes only one entry, and “;”, “|” and line breaks separate several.',
    );
    expect(readCell(singleRelation, 'eva', findByName)).toHaveProperty(
      'error.en',
      '“eva” does not exist.',
    );
  });

  it.each([
    [['ana', 'ana-2'], 'slug of one of them: ana, ana-2.'],
    [['ana', 'ana'], 'id of one of them: a0, a1.'],
    [[null, null], 'id of one of them: a0, a1.'],
    [['ana', null], 'id of one of them: a0, a1.'],
  ])(
    'readCell – name of entries with the slugs %j – is refused with distinct names',
    (slugs, end) => {
      const entries = slugs.map((slug, index) => ({ documentId: `a${index}`, slug, name: 'Ana' }));
      expect(readCell(column('relation'), 'Ana', () => entries)).toMatchObject({
        error: { en: expect.stringContaining(end) as string },
      });
    },
  );

  it.each<[ColumnKind, fc.Arbitrary<unknown>]>([
    ['price', fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100)],
    ['integer', fc.integer()],
    [
      'decimal',
      fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map((cents) => cents / 100),
    ],
    ['float', fc.integer({ min: -1e12, max: 1e12 }).map((thousandths) => thousandths / 1000)],
    [
      'datetime',
      fc
        .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    ],
    ['boolean', fc.boolean()],
    ['choice', fc.constantFrom('Libro', 'Curso corto')],
    ['text', fc.string({ minLength: 1 }).map((text) => `x${text}x`)],
    [
      'date',
      fc
        .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ],
  ])('writeCell, readCell – %s – returns the written value', (kind, values) => {
    fc.assert(
      fc.property(values, fc.constantFrom('en' as const, 'es' as const), (value, language) => {
        const text = writeCell(column(kind), value, language);
        // Adding 0 turns -0 into 0.
        const expected = typeof value === 'number' ? value + 0 : value;
        expect(readCell(column(kind), text, findNone)).toEqual({ value: expected });
      }),
    );
  });

  it('splitNames – any separators – returns the names', () => {
    expect(splitNames('a; b|c\nd;')).toEqual(['a', 'b', 'c', 'd']);
  });
});
