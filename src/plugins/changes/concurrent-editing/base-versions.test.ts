import { createBaseVersions } from './base-versions';

const entry = { model: 'api::live.live', documentId: 'a', locale: 'es' };

describe('The version that a form was made from', () => {
  it('is not known where no form is open', () => {
    expect(createBaseVersions().of(entry)).toBeUndefined();
  });

  it('is the one that the form shows, per language', () => {
    const versions = createBaseVersions();
    const close = versions.show(entry, '1');
    versions.show({ ...entry, locale: 'en' }, '2');
    expect(versions.of(entry)).toBe('1');
    close();
    expect(versions.of(entry)).toBeUndefined();
  });

  it('moves on with one’s own saves, before the form is loaded again and after', () => {
    const versions = createBaseVersions();
    const close = versions.show(entry, '1');
    versions.saved(entry, '2');
    expect(versions.of(entry)).toBe('2');
    versions.saved(entry, '3');
    expect(versions.of(entry)).toBe('3');
    versions.show(entry, '3');
    close();
    expect(versions.of(entry)).toBe('3');
  });

  it('is the one from before one’s own saves where those were discarded', () => {
    const versions = createBaseVersions();
    versions.show(entry, '1')();
    const other = { ...entry, locale: 'en' };
    versions.show(other, '1');
    versions.saved(other, '2');
    const close = versions.show(entry, '1');
    versions.saved(entry, '2');
    versions.setBack(entry, '2');
    expect(versions.of(entry)).toBe('2');
    versions.setBack(entry, '1');
    versions.show(entry, '1');
    close();
    expect([versions.of(entry), versions.of(other)]).toEqual(['1', '2']);
    versions.saved(entry, '3');
    expect(versions.of(entry)).toBe('3');
  });

  it('is the older one where an entry is open twice', () => {
    const versions = createBaseVersions();
    versions.show(entry, '1');
    const close = versions.show(entry, '2');
    expect(versions.of(entry)).toBe('1');
    close();
    expect(versions.of(entry)).toBe('1');
  });
});
