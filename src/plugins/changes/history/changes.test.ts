import fc from 'fast-check';
import type { ModelAttribute } from '../../../delivery/plan/model';
import { changesBetween, type State } from './changes';

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

const none = { added: 0, removed: 0, changed: 0, isMoved: false };
const between = (before: State, after: State) => changesBetween(model, before, after);
const slide = (description: string) => ({ description, link: null });
const named = (documentId: string, title = documentId) => ({ documentId, title });

describe('what differs between two states', () => {
  it('should be a slide that is gone', () => {
    const before = { slides: [slide('a'), slide('b'), slide('c')] };
    const after = { slides: [slide('a'), slide('c')] };
    expect(between(before, after)).toEqual([
      { field: 'slides', kind: 'component', part: 'page.slide', ...none, removed: 1 },
    ]);
  });

  it('should be a slide that says something else', () => {
    const [change] = between(
      { slides: [slide('a'), slide('b')] },
      { slides: [slide('a'), slide('x')] },
    );
    expect(change).toMatchObject({ ...none, changed: 1 });
  });

  it('should be another order', () => {
    const [change] = between(
      { slides: [slide('a'), slide('b')] },
      { slides: [slide('b'), slide('a')] },
    );
    expect(change).toMatchObject({ ...none, isMoved: true });
  });

  it('should not be another title of what is named', () => {
    expect(between({ products: [named('p', 'A')] }, { products: [named('p', 'B')] })).toEqual([]);
  });

  it('should be one entry in the place of another', () => {
    const [change] = between({ products: [named('p')] }, { products: [named('q')] });
    expect(change).toMatchObject({ added: 1, removed: 1, changed: 0 });
  });

  it('should name what the model does not know any more, last', () => {
    const changes = between({ old: 1, title: 'a' }, { title: 'b' });
    expect(changes.map(({ field, kind }) => [field, kind])).toEqual([
      ['title', 'value'],
      ['old', 'unknown'],
    ]);
  });

  it('should be nothing between equal states, and the mirror image the other way round', () => {
    const item = fc.record({ description: fc.string({ maxLength: 2 }), link: fc.constant(null) });
    const state = fc.record({
      title: fc.string({ maxLength: 2 }),
      slides: fc.array(item, { maxLength: 4 }),
      products: fc.array(fc.constantFrom(named('p'), named('q'), named('r')), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(state, state, (before, after) => {
        expect(between(before, before)).toEqual([]);
        const back = between(after, before).map(({ added, removed, values, ...rest }) => ({
          ...rest,
          ...(values !== undefined && { values: { from: values.to, to: values.from } }),
          added: removed,
          removed: added,
        }));
        expect(back).toEqual(between(before, after));
      }),
    );
  });

  it('changesBetween – a short value changed – has the old and the new value', () => {
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
