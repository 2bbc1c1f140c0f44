import { createBaseVersions, createSaveKeys } from './base-versions';

const entry = { model: 'api::live.live', documentId: 'a', locale: 'es' };

describe('base versions', () => {
  it('no open form – returns undefined', () => {
    expect(createBaseVersions().of(entry)).toBeUndefined();
  });

  it('open form – returns its version, per locale', () => {
    const versions = createBaseVersions();
    const close = versions.show(entry, '1');
    versions.show({ ...entry, locale: 'en' }, '2');
    expect(versions.of(entry)).toBe('1');
    close();
    expect(versions.of(entry)).toBeUndefined();
  });

  it('own saves – move the version on, before and after a reload of the form', () => {
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

  it('discarded saves – returns the version before them', () => {
    const versions = createBaseVersions();
    versions.show(entry, '1')();
    const otherLocale = { ...entry, locale: 'en' };
    versions.show(otherLocale, '1');
    versions.saved(otherLocale, '2');
    const close = versions.show(entry, '1');
    versions.saved(entry, '2');
    versions.setBack(entry, '2');
    expect(versions.of(entry)).toBe('2');
    versions.setBack(entry, '1');
    versions.show(entry, '1');
    close();
    expect([versions.of(entry), versions.of(otherLocale)]).toEqual(['1', '2']);
    versions.saved(entry, '3');
    expect(versions.of(entry)).toBe('3');
  });

  it('entry open twice – returns the older version', () => {
    const versions = createBaseVersions();
    versions.show(entry, '1');
    const close = versions.show(entry, '2');
    expect(versions.of(entry)).toBe('1');
    close();
    expect(versions.of(entry)).toBe('1');
  });
});

describe('createSaveKeys', () => {
  const form = { model: 'api::live.live', form: 'create', locale: 'es' };

  const createKeys = () => {
    let count = 0;
    return createSaveKeys(() => `key ${(count += 1)}`);
  };

  it('same form – returns the same key until a save was answered', () => {
    const { of, answered } = createKeys();
    expect([of(form), of(form)]).toEqual(['key 1', 'key 1']);
    answered(form);
    expect(of(form)).toBe('key 2');
  });

  it('different forms – return different keys', () => {
    const { of } = createKeys();
    const forms = [
      form,
      { ...form, locale: 'en' },
      { ...form, locale: null },
      { ...form, form: 'a' },
      { ...form, model: 'api::product.product' },
    ];
    expect(new Set(forms.map(of)).size).toBe(forms.length);
  });
});
