import {
  keepExistingRows,
  isSame,
  collectChangedFields,
  rebaseEdits,
  formatValue,
} from './unsaved-changes';

const relation = (...connect: object[]) => ({ connect, disconnect: [] });

describe('unsaved changes', () => {
  it('collectChangedFields – values and initial values – returns each field that differs', () => {
    const initial = { title: 'A', text: undefined, order: 1, channel: relation() };
    const values = { title: 'B', text: '', order: 1, channel: relation({ label: 'X' }) };
    expect(collectChangedFields(values, initial)).toEqual({
      title: { mine: 'B', base: 'A' },
      channel: { mine: relation({ label: 'X' }), base: relation() },
    });
    expect(isSame(null, undefined)).toBe(true);
  });

  it('collectChangedFields – files – returns a field with another file, not one whose file was replaced', () => {
    const file = (id: number, name: string) => ({ id, name, mime: 'image/png', url: `/${name}` });
    const initial = { image: file(1, 'a.png'), slides: [{ id: 7, image: file(2, 'b.png') }] };
    const replaced = { image: file(1, 'c.png'), slides: [{ id: 7, image: file(2, 'd.png') }] };
    expect(collectChangedFields(replaced, initial)).toEqual({});
    const chosen = { ...replaced, image: file(3, 'a.png') };
    expect(Object.keys(collectChangedFields(chosen, initial))).toEqual(['image']);
  });

  it('formatValue – blocks, relations, files and components – returns their text', () => {
    expect(formatValue([{ type: 'paragraph', children: [{ type: 'text', text: 'Hello' }] }])).toBe(
      'Hello',
    );
    expect(formatValue(relation({ label: 'Elena' }))).toBe('+ Elena');
    expect(formatValue({ id: 3, name: 'a.png', mime: 'image/png', url: '/a.png' })).toBe('a.png');
    expect(formatValue([{ __component: 'home.card', id: 1, title: 'One', isOn: true }])).toBe(
      'One · true',
    );
  });

  it('keepExistingRows – rows – removes the ids of rows that no longer exist', () => {
    const theirs = [
      { id: 11, title: 'a', __temp_key__: 'a0' },
      { id: 12, title: 'b', __temp_key__: 'a1' },
    ];
    const mine = [
      { id: 12, title: 'B', __temp_key__: 'a0' },
      { id: 99, title: 'C', __temp_key__: 'a1' },
      { id: 98, title: 'D', __temp_key__: 'a2' },
    ];
    expect(keepExistingRows(mine, theirs)).toEqual([
      { id: 12, title: 'B', __temp_key__: 'a0' },
      { title: 'C', __temp_key__: 'a1' },
      { title: 'D', __temp_key__: 'a2' },
    ]);
    expect(keepExistingRows('text', 'other')).toBe('text');
  });
});

describe('rebaseEdits', () => {
  const relationOf = (connect: string[], disconnect: string[] = []) => ({
    connect: connect.map((documentId) => ({ documentId })),
    disconnect: disconnect.map((documentId) => ({ documentId })),
  });

  it('relation – omits additions and removals that were saved', () => {
    expect(rebaseEdits(relationOf(['a', 'b'], ['c']), relationOf(['a'], ['c']))).toEqual(
      relationOf(['b']),
    );
  });

  it('other field – returns the edited value', () => {
    for (const mine of ['text', null, 7, [{ id: 1 }]])
      expect(rebaseEdits(mine, 'saved')).toBe(mine);
  });
});
