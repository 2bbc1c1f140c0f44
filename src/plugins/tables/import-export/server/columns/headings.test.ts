import { textHeadingsOf } from './headings';

describe('textHeadingsOf', () => {
  it('a site in Indonesian – `id` is the key and then the locale', () => {
    const headings = textHeadingsOf(['es', 'id'], ['id', 'place', 'es', 'id', 'version (id)']);
    expect(headings).toEqual([
      { kind: 'key', of: 'id' },
      { kind: 'place' },
      { kind: 'text', locale: 'es' },
      { kind: 'text', locale: 'id' },
      { kind: 'version', locale: 'id' },
    ]);
  });

  it('a site without Indonesian – a second `id` stays a key', () => {
    const headings = textHeadingsOf(['es'], ['id', 'id']);
    expect(headings).toEqual([
      { kind: 'key', of: 'id' },
      { kind: 'key', of: 'id' },
    ]);
  });
});
