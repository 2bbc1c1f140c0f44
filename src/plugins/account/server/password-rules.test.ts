import fc from 'fast-check';
import { readPasswordPattern } from '../password-pattern';
import { isCommon } from './common-passwords';
import {
  bcryptInput,
  findPasswordProblem,
  formsOf,
  LONGEST,
  normalPassword,
  SHORTEST,
} from './password-rules';

const usual = {
  pattern: readPasswordPattern('(?=.*\\p{Ll})(?=.*\\p{Lu})(?=.*\\d)'),
  refusesCommon: true,
};
const isGoodPassword = (...of: Parameters<typeof findPasswordProblem>): boolean =>
  findPasswordProblem(...of) === null;

const anything = { pattern: readPasswordPattern(''), refusesCommon: true };

describe('a password', () => {
  it.each(['Sunny-Kettle-42', 'aB3dE5fG', 'Ñandú-corre-7', 'Xk9mQ2vL'])('may be %s', (password) => {
    expect(isGoodPassword(password, usual)).toBe(true);
  });

  it.each([
    ['short', 'too-short', 'Abc12de'],
    ['without a capital', 'pattern', 'sunny-kettle-42'],
    ['without a figure', 'pattern', 'Sunny-Kettle-Foo'],
    ['longer than anybody types', 'too-long', 'Sunny-Kettle-42'.padEnd(LONGEST + 1, '-rainy.day')],
    ['among the first that are tried', 'common', 'Password123'],
    ['everybody knows, disguised', 'common', 'P@ssw0rd!'],
    ['of the keyboard', 'common', 'Qwerty123456'],
    ['of runs', 'common', 'Abcd1234'],
  ])('may not be %s: %s', (_what, problem, password) => {
    expect(findPasswordProblem(password, usual)).toBe(problem);
  });

  it.each(['Password123!', 'Test1234!'])(
    'findPasswordProblem – where common ones are taken – takes %s',
    (password) => {
      expect(isGoodPassword(password, usual)).toBe(false);
      expect(isGoodPassword(password, { ...usual, refusesCommon: false })).toBe(true);
      expect(isGoodPassword(password.toLowerCase(), { ...usual, refusesCommon: false })).toBe(
        false,
      );
    },
  );

  it('findPasswordProblem – the length-only rule of the documentation – takes words without figures', () => {
    const lengthOnly = { pattern: readPasswordPattern('^.{15,}$'), refusesCommon: true };
    expect(isGoodPassword('correct horse battery staple', lengthOnly)).toBe(true);
    expect(isGoodPassword('Sunny-Kettle-4', lengthOnly)).toBe(false);
    expect(isGoodPassword('abc'.repeat(6), lengthOnly)).toBe(false);
  });

  it('findPasswordProblem – any text – has a least number of bytes and a largest of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 1_200 }), (password) => {
        const kept = password.normalize('NFC');
        const fits = Buffer.byteLength(kept) >= SHORTEST && kept.length <= LONGEST;
        expect(isGoodPassword(password, anything)).toBe(fits && !isCommon(password));
      }),
    );
  });
});

describe('bcryptInput', () => {
  it('bcryptInput – up to 72 bytes – is the password itself', () => {
    for (const password of ['Sunny-Kettle-42', 'x'.repeat(72), 'ñ'.repeat(36)]) {
      expect(bcryptInput(password)).toBe(password);
    }
  });

  it('bcryptInput – more – is a digest that fits and depends on every character', () => {
    const long = 'ñ'.repeat(37);
    expect(bcryptInput(long)).toBe('gNHPwkKoo3/Xf0jKdChJyXB4NV5Bgc7yPYEZzh7SBTE=');
    expect(bcryptInput(`${long}a`)).not.toBe(bcryptInput(`${long}b`));
    expect(Buffer.byteLength(bcryptInput('x'.repeat(LONGEST)))).toBeLessThanOrEqual(72);
  });
});

describe('the ways to type a password', () => {
  it('should be one where nothing can be written otherwise', () => {
    expect(formsOf('Sunny-Kettle-42')).toEqual(['Sunny-Kettle-42']);
  });

  it('should begin with what was typed, and be the same for all of them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const forms = formsOf(typed);
        expect(forms[0]).toBe(typed);
        expect(forms.length).toBeLessThanOrEqual(3);
        expect(new Set(forms.map(normalPassword)).size).toBe(1);
        for (const form of forms) expect(formsOf(form)).toContain(normalPassword(typed));
      }),
    );
  });

  it('should not make one of letters that only look alike', () => {
    expect(formsOf('ﬁ-Å-²')).not.toContain('fi-Å-2');
  });
});

describe('a common password', () => {
  const word = fc.constantFrom('password', 'contrasena', 'qwerty', 'bienvenida', 'medicina');
  const ending = fc.stringMatching(/^[0-9!.#*-]{0,6}$/);

  it('should be one whatever its capitals and what stands around it', () => {
    const capitals = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(word, capitals, ending, ending, (plain, isCapital, before, after) => {
        const mixed = Array.from(plain, (letter, at) =>
          isCapital[at] === true ? letter.toUpperCase() : letter,
        ).join('');
        expect(isCommon(`${before}${mixed}${after}`)).toBe(true);
      }),
    );
  });

  it.each([
    'P@ssw0rd!',
    'C0ntr4señ4',
    'Qwerty123456',
    'Abcd1234',
    'Aa123456',
    'abcabcabc',
    '98765432',
    '1q2w3e4R!',
    '1Qaz2Wsx!',
    '!QAZ2wsx',
    'Zaq12wsx',
    'Qwe123!@#',
    'Q1w2e3r4t5',
    'Asdf7890+',
    'Aq147258369',
    'W3lc0m3!',
    'P4$$w0rd2026!',
    'He11oW0r1d',
    'M3d1c1n4#1',
    'C0ntr@s3ñ@!!',
    '$3cr3t0$2026',
    'Adm1nAdm1n!',
    'Hola.Mundo.1',
    'Pass-Word-99',
  ])('should be %s', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  it.each([
    'Sunny-Kettle-42',
    'Were-Reds-Fred-4',
    'Tr4in-Gr33n-L4mp',
    'Gat0-Perr0-Lor0',
    'Xk9mQ2vL',
    'Dresser-Sweater9',
  ])('should not be %s', (password) => {
    expect(isCommon(password)).toBe(false);
  });

  it('should be told in no time, however long a text is', () => {
    const start = process.cpuUsage();
    for (const text of [
      'a'.repeat(1024),
      'aA1'.repeat(341),
      '1a'.repeat(512),
      '1'.repeat(512) + 'a' + '1'.repeat(511),
    ])
      isCommon(text);
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(200_000);
  });
});
