import fc from 'fast-check';
import { refusalOf } from './refusal';

const es = { lines: null, locales: ['es'] };

describe('Somebody limited to lines', () => {
  const medicina = [{ lines: ['med'], locales: null }];

  it.each([
    ['of their line', ['med'], null],
    ['of another', ['psi'], { kind: 'lines', lines: ['psi'] }],
    ['of both', ['med', 'psi'], { kind: 'lines', lines: ['psi'] }],
    ['of none', [], { kind: 'no-line' }],
  ])('writes what is %s, or is told why not', (_, lines, refusal) => {
    expect(refusalOf(medicina, { lines, locales: [null] }, true)).toEqual(refusal);
  });

  it('writes what lines share as long as no other has it', () => {
    expect(refusalOf(medicina, { lines: [], locales: ['es'] }, false)).toBeNull();
    expect(refusalOf(medicina, { lines: ['psi'], locales: ['es'] }, false)).toMatchObject({
      kind: 'lines',
    });
  });

  it('has the lines of all their roles together', () => {
    const both = [...medicina, { lines: ['psi'], locales: null }];
    expect(refusalOf(both, { lines: ['med', 'psi'], locales: ['es'] }, true)).toBeNull();
  });

  it('has a language only where a role gives it for that line', () => {
    const roles = [
      { lines: ['med'], locales: ['es', 'en'] },
      { lines: ['psi'], locales: ['es'] },
    ];
    const write = (lines: string[], locales: string[]) =>
      refusalOf(roles, { lines, locales }, true);
    expect(write(['med'], ['es', 'en'])).toBeNull();
    expect(write(['psi'], ['es'])).toBeNull();
    expect(write(['psi'], ['en'])).toEqual({ kind: 'languages', locales: ['en'] });
    expect(write(['med', 'psi'], ['en', 'es'])).toEqual({ kind: 'languages', locales: ['en'] });
  });

  it('is told of the line before the language', () => {
    const roles = [{ lines: ['med'], locales: ['es'] }];
    expect(refusalOf(roles, { lines: ['psi'], locales: ['en'] }, true)).toMatchObject({
      kind: 'lines',
    });
  });
});

describe('Somebody limited to languages', () => {
  it('writes every line in these', () => {
    expect(refusalOf([es], { lines: ['psi'], locales: ['es'] }, true)).toBeNull();
    expect(refusalOf([es], { lines: [], locales: ['es'] }, true)).toBeNull();
    expect(refusalOf([es], { lines: [], locales: [null] }, true)).toBeNull();
  });

  it.each([[[]], [['psi']]])('writes no other, of lines %j', (lines) => {
    expect(refusalOf([es], { lines, locales: ['en'] }, true)).toEqual({
      kind: 'languages',
      locales: ['en'],
    });
    expect(refusalOf([es], { lines, locales: ['en'] }, false)).toEqual({
      kind: 'languages',
      locales: ['en'],
    });
  });
});

it('never takes a write that no permission covers', () => {
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
      (limits, held, languages) => {
        const isCovered = (held.length === 0 ? [null] : held).every((line) =>
          languages.every((language) =>
            limits.some(
              (one) =>
                (one.lines === null || (line !== null && one.lines.includes(line))) &&
                (one.locales === null || one.locales.includes(language)),
            ),
          ),
        );
        expect(refusalOf(limits, { lines: held, locales: languages }, true) === null).toBe(
          isCovered,
        );
      },
    ),
  );
});
