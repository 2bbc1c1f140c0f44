import { createSaveKeys } from './save-keys';

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
