import fc from 'fast-check';
import { convertFormToEntry } from './form-entry';
import type { AttributeShape, Shapes } from './models';

const models: Readonly<Record<string, Readonly<Record<string, AttributeShape>>>> = {
  page: {
    title: { type: 'string' },
    line: { type: 'relation', relation: 'manyToOne', target: 'line' },
    channels: { type: 'relation', relation: 'manyToMany', target: 'channel' },
    seo: { type: 'component', component: 'seo' },
    shelves: { type: 'component', component: 'shelf', repeatable: true },
    zone: { type: 'dynamiczone', components: ['shelf', 'seo'] },
  },
  seo: { title: { type: 'string' } },
  shelf: {
    title: { type: 'string' },
    products: { type: 'relation', relation: 'oneToMany', target: 'product' },
  },
};
const shapes: Shapes = (uid) => models[uid];

const documents = (...ids: string[]) => ids.map((documentId) => ({ documentId }));

describe('convertFormToEntry', () => {
  it('relations – returns the stored entries with additions and removals', () => {
    const entry = convertFormToEntry(
      shapes,
      'page',
      {
        title: 'Typed',
        channels: {
          connect: [{ id: 9, apiData: { documentId: 'c' } }],
          disconnect: [{ id: 1, apiData: { documentId: 'a' } }],
        },
        line: { connect: [{ apiData: { documentId: 'new' } }], disconnect: [] },
      },
      { title: 'Stored', channels: documents('a', 'b'), line: documents('old') },
    );
    expect(entry).toMatchObject({
      title: 'Typed',
      channels: documents('b', 'c'),
      line: documents('new'),
    });
  });

  it('reordered components – keep their stored relations', () => {
    const shelf = (id: number, ...products: string[]) => ({ id, products: documents(...products) });
    const entry = convertFormToEntry(
      shapes,
      'page',
      {
        shelves: [
          { id: 2, title: 'Second' },
          { id: 1, title: 'First', products: { disconnect: [{ documentId: 'a' }] } },
          { title: 'New', products: { connect: [{ apiData: { documentId: 'x' } }] } },
        ],
        zone: [
          { __component: 'seo', id: 1, title: 'None' },
          { __component: 'shelf', id: 1, title: 'Own' },
        ],
        seo: null,
      },
      {
        shelves: [shelf(1, 'a', 'b'), shelf(2, 'c')],
        zone: [{ __component: 'shelf', ...shelf(1, 'z') }],
      },
    );
    expect(entry).toMatchObject({
      shelves: [
        { title: 'Second', products: documents('c') },
        { title: 'First', products: documents('b') },
        { title: 'New', products: documents('x') },
      ],
      zone: [
        { __component: 'seo', title: 'None' },
        { __component: 'shelf', products: documents('z') },
      ],
      seo: null,
    });
  });

  it('any additions and removals – returns each document once', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(ids, ids, ids, (stored, connect, disconnect) => {
        const { channels } = convertFormToEntry(
          shapes,
          'page',
          { channels: { connect: documents(...connect), disconnect: documents(...disconnect) } },
          { channels: documents(...stored) },
        );
        const documentIds = (channels as { documentId: string }[]).map(
          ({ documentId }) => documentId,
        );
        expect([...documentIds].sort()).toEqual(
          [...new Set([...stored.filter((id) => !disconnect.includes(id)), ...connect])].sort(),
        );
      }),
    );
  });
});
