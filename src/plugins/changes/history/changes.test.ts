import fc from 'fast-check';
import type { ModelAttribute } from '#delivery/plan/model';
import { compareStates, type FieldChange, findFirstComparison, type State } from './changes';

const attribute = (kind: ModelAttribute['kind'], more: Partial<ModelAttribute> = {}) => ({
  kind,
  type: null,
  target: undefined,
  isMany: false,
  mappedBy: undefined,
  zone: [],
  ...more,
});

const model = {
  title: attribute('value'),
  slides: attribute('component', { target: 'page.slide', isMany: true }),
  parts: attribute('zone', { isMany: true }),
  products: attribute('relation', { target: 'api::product.product', isMany: true }),
};

const noChange = { added: 0, removed: 0, changed: 0, isMoved: false };
const between = (before: State, after: State) => compareStates(model, before, after);
const slide = (description: string) => ({ description, link: null });
const entry = (documentId: string, title = documentId) => ({ documentId, title });

describe('compareStates', () => {
  it('removed component – returns one removal', () => {
    const before = { slides: [slide('a'), slide('b'), slide('c')] };
    const after = { slides: [slide('a'), slide('c')] };
    expect(between(before, after)).toEqual([
      { field: 'slides', kind: 'component', part: 'page.slide', ...noChange, removed: 1 },
    ]);
  });

  it('edited component – returns one change', () => {
    const [change] = between(
      { slides: [slide('a'), slide('b')] },
      { slides: [slide('a'), slide('x')] },
    );
    expect(change).toMatchObject({ ...noChange, changed: 1 });
  });

  it('reordered components – returns isMoved', () => {
    const [change] = between(
      { slides: [slide('a'), slide('b')] },
      { slides: [slide('b'), slide('a')] },
    );
    expect(change).toMatchObject({ ...noChange, isMoved: true });
  });

  it('other title of a related entry – returns no change', () => {
    expect(between({ products: [entry('p', 'A')] }, { products: [entry('p', 'B')] })).toEqual([]);
  });

  it('replaced related entry – returns one addition and one removal', () => {
    const [change] = between({ products: [entry('p')] }, { products: [entry('q')] });
    expect(change).toMatchObject({ added: 1, removed: 1, changed: 0 });
  });

  it('attribute removed from the model – is returned last as unknown', () => {
    const changes = between({ old: 1, title: 'a' }, { title: 'b' });
    expect(changes.map(({ field, kind }) => [field, kind])).toEqual([
      ['title', 'value'],
      ['old', 'unknown'],
    ]);
  });

  it('any states – equal states have no changes, and swapped states have mirrored changes', () => {
    const item = fc.record({ description: fc.string({ maxLength: 2 }), link: fc.constant(null) });
    const state = fc.record({
      title: fc.string({ maxLength: 2 }),
      slides: fc.array(item, { maxLength: 4 }),
      products: fc.array(fc.constantFrom(entry('p'), entry('q'), entry('r')), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(state, state, (before, after) => {
        expect(between(before, before)).toEqual([]);
        const reversed = between(after, before).map(({ added, removed, values, ...rest }) => ({
          ...rest,
          ...(values !== undefined && { values: { from: values.to, to: values.from } }),
          added: removed,
          removed: added,
        }));
        expect(reversed).toEqual(between(before, after));
      }),
    );
  });

  it('compareStates – changed short value – returns the old and the new value', () => {
    const values = (before: State, after: State) =>
      between(before, after).map((change) => change.values);
    expect(values({ title: '43.90' }, { title: '54.90' })).toEqual([
      { from: '43.90', to: '54.90' },
    ]);
    expect(values({ title: 'a' }, { title: '' })).toEqual([{ from: 'a', to: null }]);
    expect(values({ title: 'a' }, { title: 'b'.repeat(61) })).toEqual([undefined]);
    expect(values({ old: 1 }, {})).toEqual([undefined]);
  });
});

const titleChange = [{ field: 'title', kind: 'value' }] as unknown as readonly FieldChange[];

describe('findFirstComparison', () => {
  it('no versions – returns null', () => {
    expect(findFirstComparison([])).toBeNull();
  });

  it('one version – compares it with itself', () => {
    expect(findFirstComparison([{ id: '1', changes: null }])).toEqual({ from: '1', to: '1' });
  });

  it('publication after a save – compares with the version before the save', () => {
    const events = [
      { id: '3', changes: [] },
      { id: '2', changes: titleChange },
      { id: '1', changes: null },
    ];
    expect(findFirstComparison(events)).toEqual({ from: '1', to: '3' });
  });

  it('versions without changes – compares the last two', () => {
    const events = [
      { id: '2', changes: [] },
      { id: '1', changes: null },
    ];
    expect(findFirstComparison(events)).toEqual({ from: '1', to: '2' });
  });
});
