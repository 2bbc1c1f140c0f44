import fc from 'fast-check';
import { findRefusal } from './refusal';

const spanishOnly = { lines: null, locales: ['es'] };

describe('findRefusal – limited to lines', () => {
  const medicina = [{ lines: ['med'], locales: null }];

  it.each([
    ['own line', ['med'], null],
    ['another line', ['psi'], { kind: 'lines', lines: ['psi'] }],
    ['both lines', ['med', 'psi'], { kind: 'lines', lines: ['psi'] }],
    ['no line', [], { kind: 'no-line' }],
  ])('entry of %s – returns null or the reason', (_, lines, refusal) => {
    expect(findRefusal(medicina, { lines, locales: [null] }, true)).toEqual(refusal);
  });

  it('shared entry – is refused only if another line uses it', () => {
    expect(findRefusal(medicina, { lines: [], locales: ['es'] }, false)).toBeNull();
    expect(findRefusal(medicina, { lines: ['psi'], locales: ['es'] }, false)).toMatchObject({
      kind: 'lines',
    });
  });

  it('several roles – allows the lines of all roles', () => {
    const bothRoles = [...medicina, { lines: ['psi'], locales: null }];
    expect(findRefusal(bothRoles, { lines: ['med', 'psi'], locales: ['es'] }, true)).toBeNull();
  });

  it('roles with lines and locales – allows a locale only in the lines of its role', () => {
    const roles = [
      { lines: ['med'], locales: ['es', 'en'] },
      { lines: ['psi'], locales: ['es'] },
    ];
    const write = (lines: string[], locales: string[]) =>
      findRefusal(roles, { lines, locales }, true);
    expect(write(['med'], ['es', 'en'])).toBeNull();
    expect(write(['psi'], ['es'])).toBeNull();
    expect(write(['psi'], ['en'])).toEqual({ kind: 'languages', locales: ['en'] });
    expect(write(['med', 'psi'], ['en', 'es'])).toEqual({ kind: 'languages', locales: ['en'] });
  });

  it('refused line and locale – returns the line', () => {
    const roles = [{ lines: ['med'], locales: ['es'] }];
    expect(findRefusal(roles, { lines: ['psi'], locales: ['en'] }, true)).toMatchObject({
      kind: 'lines',
    });
  });
});

describe('findRefusal – limited to locales', () => {
  it('allowed locale – allows any line', () => {
    expect(findRefusal([spanishOnly], { lines: ['psi'], locales: ['es'] }, true)).toBeNull();
    expect(findRefusal([spanishOnly], { lines: [], locales: ['es'] }, true)).toBeNull();
    expect(findRefusal([spanishOnly], { lines: [], locales: [null] }, true)).toBeNull();
  });

  it.each([[[]], [['psi']]])('another locale, lines %j – is refused', (lines) => {
    expect(findRefusal([spanishOnly], { lines, locales: ['en'] }, true)).toEqual({
      kind: 'languages',
      locales: ['en'],
    });
    expect(findRefusal([spanishOnly], { lines, locales: ['en'] }, false)).toEqual({
      kind: 'languages',
      locales: ['en'],
    });
  });
});

it('findRefusal – any limits – allows a write only if the limits cover each line and locale', () => {
  const lines = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
  const locales = fc.uniqueArray(fc.constantFrom('es', 'en'), { minLength: 1 });
  const limit = fc.record({
    lines: fc.option(lines),
    locales: fc.option(fc.uniqueArray(fc.constantFrom('es', 'en'))),
  });
  fc.assert(
    fc.property(
      fc.array(limit, { minLength: 1, maxLength: 4 }),
      lines,
      locales,
      (limits, entryLines, languages) => {
        const isCovered = (entryLines.length === 0 ? [null] : entryLines).every((line) =>
          languages.every((language) =>
            limits.some(
              (limit) =>
                (limit.lines === null || (line !== null && limit.lines.includes(line))) &&
                (limit.locales === null || limit.locales.includes(language)),
            ),
          ),
        );
        expect(findRefusal(limits, { lines: entryLines, locales: languages }, true) === null).toBe(
          isCovered,
        );
      },
    ),
  );
});
