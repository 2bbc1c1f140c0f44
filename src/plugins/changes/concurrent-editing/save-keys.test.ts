import { createSaveKeys } from './save-keys';

describe('The key under which a form saves', () => {
  const form = { model: 'api::live.live', form: 'create', locale: 'es' };

  const keys = () => {
    let made = 0;
    return createSaveKeys(() => `key ${(made += 1)}`);
  };

  it('is the same until a save was answered', () => {
    const { of, answered } = keys();
    expect([of(form), of(form)]).toEqual(['key 1', 'key 1']);
    answered(form);
    expect(of(form)).toBe('key 2');
  });

  it('is another one for each form', () => {
    const { of } = keys();
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
