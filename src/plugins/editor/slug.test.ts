import fc from 'fast-check';
import { slugOf } from './slug';

describe('The slug of a title', () => {
  it.each([
    ['Cardiología pediátrica: ¿qué hay de nuevo?', 'cardiologia-pediatrica-que-hay-de-nuevo'],
    ['  Máster en Psicología (2.ª edición) ', 'master-en-psicologia-2-edicion'],
    ['Straße & Übung', 'strasse-ubung'],
    ['¡¿…?!', ''],
  ])('should be made of letters and digits: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('should be one that the models take, whatever the title is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (title) => {
        const slug = slugOf(title);
        expect(slug === '' || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(160);
      }),
    );
  });
});
