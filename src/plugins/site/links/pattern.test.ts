import { addressBy, addressPart, problemOfPattern } from './pattern';

describe('the pattern of addresses', () => {
  it.each(['/{slug}', '/{lang}/cursos/{slug}', '/{lang}/{type}/{slug}?a=1', '/año/{slug}'])(
    'should be taken: %s',
    (pattern) => {
      expect(problemOfPattern(pattern, true)).toBeNull();
    },
  );

  it.each([
    ['', 'path'],
    ['{slug}', 'path'],
    ['//evil.example/{slug}', 'path'],
    ['https://example.com/{slug}', 'path'],
    ['/cursos', 'slug'],
    ['/cursos/{lang}', 'slug'],
    ['/{slg}', 'unknown'],
    ['/{slug}/{}', 'unknown'],
    ['/{slug}{', 'characters'],
    ['/cursos {slug}', 'characters'],
    ['/<script>{slug}', 'characters'],
    [`/${'x'.repeat(500)}{slug}`, 'tooLong'],
  ])('should be refused: %s (%s)', (pattern, problem) => {
    expect(problemOfPattern(pattern, true)).toBe(problem);
  });

  it('should name a type only where there are some', () => {
    expect(problemOfPattern('/{type}/{slug}', false)).toBe('unknown');
  });

  it('should give an address', () => {
    const places = { slug: 'x', lang: 'es', type: 'libro' };
    expect(addressBy('/{lang}/{type}/{slug}/{slug}', places)).toBe('/es/libro/x/x');
  });

  it.each([
    ['Curso corto', 'curso-corto'],
    ['Máster', 'master'],
    [' ¡Ñandú & Co.! ', 'nandu-co'],
    ['', ''],
  ])('should have "%s" in it as %s', (value, part) => {
    expect(addressPart(value)).toBe(part);
  });
});
