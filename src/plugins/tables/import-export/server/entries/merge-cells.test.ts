import fc from 'fast-check';
import type { Column, Field } from '#plugins/tables/bulk-edit';
import { parseFieldPath } from '../columns/field-paths';
import { createMerge, type Write } from './merge-cells';

const cell = (name: string): Field => {
  const label = { en: name, es: name };
  const column: Column = {
    ...{ name, label, kind: 'text', isLocalized: true },
    ...{ choices: [], timeZone: null, target: null, isMany: false },
  };
  return { name, label, kind: 'cell', column, isText: true };
};

const label = { en: 'x', es: 'x' };

const fields: Record<string, readonly Field[]> = {
  page: [
    cell('title'),
    { name: 'seo', label, kind: 'part', component: 'part' },
    { name: 'plans', label, kind: 'list', component: 'part' },
    { name: 'sections', label, kind: 'zone' },
  ],
  part: [cell('title'), cell('text')],
};

const merge = createMerge({
  fieldsOf: (uid) => fields[uid] ?? [],
  language: 'en',
  referencesNamed: () => () => [],
  currenciesIn: () => [],
});

const stored = {
  title: 'Home',
  plans: [
    { id: 1, title: 'One' },
    { id: 2, title: 'Two' },
  ],
  sections: [{ __component: 'part', id: 3, title: 'Three' }],
};

const writeTo = (place: string, text = 'New'): Write => ({ place: parseFieldPath(place), text });

const wrongPlaces = (...writes: readonly Write[]): readonly string[] =>
  merge('page', stored, writes).errors.map(({ place }) => place);

describe('createMerge', () => {
  it.each([
    ...['plans', 'plans.', 'plans.title', 'plans.x.title', 'plans.Infinity.title'],
    ...['plans.999999999.title', 'plans.9999.title', 'plans.4.title', 'plans.0.title'],
    ...['plans.01.title', 'plans.-1.title', 'plans.1e0.title', 'plans.1', 'plans.1.nothing'],
    ...['sections.2.title', 'sections.Infinity.title', 'sections.x.title', 'sections'],
    ...['seo', 'seo.nothing', 'nothing', 'title.more', 'plans.1.title.more'],
  ])('write to %s – is an error at that place', (place) => {
    expect(wrongPlaces(writeTo('plans.1.text'), writeTo(place))).toEqual([place]);
  });

  it('new components of a list – are added in order', () => {
    const { data, errors } = merge('page', stored, [
      ...[writeTo('plans.4.title', 'Four'), writeTo('plans.3.title', 'Three')],
      writeTo('plans.5.title', ''),
    ]);
    expect(errors).toEqual([]);
    expect(data).toEqual({ plans: [{ id: 1 }, { id: 2 }, { title: 'Three' }, { title: 'Four' }] });
  });

  it('any place – stores or refuses its text, and stores the other texts', () => {
    const name = fc.constantFrom('title', 'seo', 'plans', 'sections', 'text', '');
    const position = fc.oneof(fc.integer({ min: -1, max: 5 }).map(String), fc.string());
    const place = fc.tuple(name, fc.array(fc.oneof(name, position), { maxLength: 3 }));
    fc.assert(
      fc.property(place, ([first, rest]) => {
        const write: Write = { place: [first, ...rest], text: 'A new text' };
        const others = [writeTo('plans.1.text', 'Another text')];
        const { data, errors } = merge('page', stored, [...others, write]);
        expect(JSON.stringify(data).includes('A new text')).toBe(errors.length === 0);
        expect(JSON.stringify(data)).toContain('Another text');
      }),
    );
  });
});
