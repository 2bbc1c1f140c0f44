import fc from 'fast-check';
import { slugify } from './slug';

describe('slugify', () => {
  it.each([
    ['Cardiología pediátrica: ¿qué hay de nuevo?', 'cardiologia-pediatrica-que-hay-de-nuevo'],
    ['  Máster en Psicología (2.ª edición) ', 'master-en-psicologia-2-edicion'],
    ['Straße & Übung', 'strasse-ubung'],
    ['Søren Kjær', 'soren-kjaer'],
    ['Đorđe Łukasz', 'dorde-lukasz'],
    ['Œuvre, Þór, ĳs, ﬁn', 'oeuvre-thor-ijs-fin'],
    ['İstanbul', 'istanbul'],
    ['Кардиология', 'kardiologiya'],
    ['Ελλάδα', 'ellada'],
    ['医学', 'yi-xue'],
    ['１２', '12'],
    ['STRAẞE', 'strasse'],
    ['Gəncə, ƏLİYEV', 'gence-eliyev'],
    ['Әлем', 'elem'],
    ['Гӏалгӏай', 'galgay'],
    ['Қазақ', 'kazak'],
    ['Татьяна', 'tatyana'],
    ['ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ', 'sakartvelo'],
    ['𝐀natomía', 'anatomia'],
    ['① ½ № 3', '1-1-2-no-3'],
    ['Kinesio™', 'kinesio'],
    ['L´Hospital', 'l-hospital'],
    ['', ''],
    [' \u200b', ''],
  ])('%j – is %j', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  it('text of a megabyte – takes less than 0.5 s of CPU time', () => {
    const start = process.cpuUsage();
    expect(slugify('a.'.repeat(2 ** 19))).toBe('a-'.repeat(80).slice(0, -1));
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(500_000);
  });

  it.each(['الطب', 'רפואה', 'การแพทย์', 'चिकित्सा', '의학', '医療', '¡¿…?!', '🫀', '—'])(
    '%j – is not empty',
    (title) => {
      expect(slugify(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    },
  );

  it('title in decomposed characters – returns the slug of the composed title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (title) => {
        expect(slugify(title.normalize('NFD'))).toBe(slugify(title.normalize('NFC')));
      }),
    );
  });

  it('any title – returns a slug that the models accept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (title) => {
        const slug = slugify(title);
        const isBlank = /^[\s\p{C}]*$/u.test(title);
        expect(slug === '' ? isBlank : /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(160);
      }),
    );
  });
});
