import { type Attribute, createCopyMerge, type Model } from './merge-copied-values';

const model = (
  uid: string,
  attributes: Record<string, Attribute & Record<string, unknown>>,
): Model & { uid: string } => ({
  uid,
  attributes,
});

const text = { type: 'string' };
const ROW = model('page.row', {
  ...{ title: text, secret: text, data: { type: 'json' } },
  inner: { type: 'component', component: 'page.inner', repeatable: true },
});
const INNER = model('page.inner', { title: text, secret: text });
const PAGE = model('api::page.page', {
  ...{ title: text, data: { type: 'json' }, files: { type: 'media', multiple: true } },
  one: { type: 'component', component: ROW.uid },
  rows: { type: 'component', component: ROW.uid, repeatable: true },
  zone: { type: 'dynamiczone', components: [ROW.uid, INNER.uid] },
  links: { type: 'relation', relation: 'manyToMany' },
});

const modelOf = (uid: string): Model | undefined =>
  [ROW, INNER].find((candidate) => candidate.uid === uid);

const refuse = (fields: readonly string[]): never => {
  throw new Error(fields.join());
};

const copyOf = (source: object, sent: object, hidden = 'secret'): Record<string, unknown> => {
  const view = { modelOf, sees: (_: Model, name: string) => name !== hidden };
  const copy = createCopyMerge(view, refuse)(PAGE, { ...source }, { ...sent });
  return { ...copy.source, ...copy.sent };
};

const [A, B] = ['a', 'b'].map((title, index) => ({ id: index + 1, title, secret: `of ${title}` }));

describe('createCopyMerge', () => {
  it.each([
    ['JSON', { data: { a: 1, b: 2 } }, { data: { a: 1 } }],
    ['files', { files: [{ id: 5 }, { id: 6 }] }, { files: [6] }],
    ['no rows', { rows: [A, B] }, { rows: [] }],
    ['no component', { one: A }, { one: null }],
    ['a relation', { links: [{ id: 5 }] }, { links: { set: [{ id: 6 }] } }],
  ])('%s – returns the sent value', (_, source, sent) => {
    expect(copyOf(source, sent)).toEqual(sent);
  });

  it('fields that were not sent – returns the values of the source', () => {
    const source = { title: 'x', data: { a: 1 }, rows: [A], links: [{ id: 5 }] };
    expect(copyOf(source, { links: { connect: [], disconnect: [] } })).toEqual(source);
  });

  it.each(['rows', 'zone'])('rows of %s – keep hidden values by their id', (name) => {
    const inZone = name === 'zone' && { __component: ROW.uid };
    const [a, b] = [A, B].map((row) => ({ ...row, ...inZone, inner: [B] }));
    const sent = [
      { id: 2, ...inZone, title: 'c', inner: [] },
      { ...inZone, title: 'new' },
      { id: 1, ...inZone, title: 'a' },
    ];
    expect(copyOf({ [name]: [a, b] }, { [name]: sent })).toEqual({
      [name]: [
        { ...inZone, title: 'c', secret: 'of b', inner: [] },
        { ...inZone, title: 'new' },
        { ...inZone, title: 'a', secret: 'of a', inner: [B] },
      ],
    });
  });

  it('component without an id – keeps only the hidden values of the source', () => {
    const source = { one: { ...A, data: { a: 1 } } };
    expect(copyOf(source, { one: { title: 'c' } })).toEqual({
      one: { title: 'c', secret: 'of a' },
    });
    expect(copyOf(source, { one: { id: 1, title: 'c' } })).toEqual({
      one: { title: 'c', secret: 'of a', data: { a: 1 } },
    });
  });

  it('rows without ids – throws if hidden values would be lost', () => {
    expect(() => copyOf({ rows: [A] }, { rows: [{ title: 'a' }] })).toThrow('rows.secret');
    expect(() => copyOf({ rows: [{ id: 1, inner: [B] }] }, { rows: [{ title: 'a' }] })).toThrow(
      'rows.inner.secret',
    );
    const sent = { rows: [{ title: 'a' }] };
    expect(copyOf({ rows: [{ id: 1, title: 'x', secret: null }] }, sent)).toEqual(sent);
    expect(copyOf({ rows: [A] }, sent, 'nothing')).toEqual(sent);
  });

  it('changed relation – keeps the entries that were not removed', () => {
    const sent = { links: { connect: [{ id: 8 }, { id: 6 }], disconnect: [{ id: 5 }] } };
    expect(copyOf({ links: [{ id: 5 }, { id: 6 }, { id: 7 }] }, sent)).toEqual({
      links: { connect: [{ id: 7 }, { id: 8 }, { id: 6 }] },
    });
  });
});
