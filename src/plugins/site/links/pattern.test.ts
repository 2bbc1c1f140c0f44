import { buildAddress, formatAddressPart, findPatternProblem } from './pattern';

describe('patterns of addresses', () => {
  it.each(['/{slug}', '/{lang}/cursos/{slug}', '/{lang}/{type}/{slug}?a=1', '/año/{slug}'])(
    'findPatternProblem – %s – is accepted',
    (pattern) => {
      expect(findPatternProblem(pattern, true)).toBeNull();
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
  ])('findPatternProblem – %s – is refused: %s', (pattern, problem) => {
    expect(findPatternProblem(pattern, true)).toBe(problem);
  });

  it('findPatternProblem – {type} without types – is refused', () => {
    expect(findPatternProblem('/{type}/{slug}', false)).toBe('unknown');
  });

  it('buildAddress – placeholders – returns the address', () => {
    const placeholders = { slug: 'x', lang: 'es', type: 'libro' };
    expect(buildAddress('/{lang}/{type}/{slug}/{slug}', placeholders)).toBe('/es/libro/x/x');
  });

  it.each([
    ['Curso corto', 'curso-corto'],
    ['Máster', 'master'],
    [' ¡Ñandú & Co.! ', 'nandu-co'],
    ['', ''],
  ])('formatAddressPart – "%s" – is %s', (value, part) => {
    expect(formatAddressPart(value)).toBe(part);
  });
});
