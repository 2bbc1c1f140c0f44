import fc from 'fast-check';
import { readPasswordPattern } from '../password-pattern';
import { isCommon } from './common-passwords';
import {
  toBcryptInput,
  findPasswordProblem,
  listPasswordForms,
  LONGEST,
  normalizePassword,
  SHORTEST,
} from './passwords';

const defaultRules = {
  pattern: readPasswordPattern('(?=.*\\p{Ll})(?=.*\\p{Lu})(?=.*\\d)'),
  refusesCommon: true,
};
const isGoodPassword = (...args: Parameters<typeof findPasswordProblem>): boolean =>
  findPasswordProblem(...args) === null;

const anyPattern = { pattern: readPasswordPattern(''), refusesCommon: true };

describe('findPasswordProblem', () => {
  it.each(['Sunny-Kettle-42', 'aB3dE5fG', 'Ñandú-corre-7', 'Xk9mQ2vL'])(
    '%s – is accepted',
    (password) => {
      expect(isGoodPassword(password, defaultRules)).toBe(true);
    },
  );

  it.each([
    ['short', 'too-short', 'Abc12de'],
    ['without a capital letter', 'pattern', 'sunny-kettle-42'],
    ['without a digit', 'pattern', 'Sunny-Kettle-Foo'],
    ['too long', 'too-long', 'Sunny-Kettle-42'.padEnd(LONGEST + 1, '-rainy.day')],
    ['common', 'common', 'Password123'],
    ['common with substituted letters', 'common', 'P@ssw0rd!'],
    ['keyboard sequence', 'common', 'Qwerty123456'],
    ['letter and digit sequences', 'common', 'Abcd1234'],
  ])('%s – returns %s', (_what, problem, password) => {
    expect(findPasswordProblem(password, defaultRules)).toBe(problem);
  });

  it.each(['Password123!', 'Test1234!'])(
    'findPasswordProblem – common passwords allowed – accepts %s',
    (password) => {
      expect(isGoodPassword(password, defaultRules)).toBe(false);
      expect(isGoodPassword(password, { ...defaultRules, refusesCommon: false })).toBe(true);
      expect(
        isGoodPassword(password.toLowerCase(), { ...defaultRules, refusesCommon: false }),
      ).toBe(false);
    },
  );

  it('findPasswordProblem – length-only rule of the documentation – accepts words without digits', () => {
    const lengthOnly = { pattern: readPasswordPattern('^.{15,}$'), refusesCommon: true };
    expect(isGoodPassword('correct horse battery staple', lengthOnly)).toBe(true);
    expect(isGoodPassword('Sunny-Kettle-4', lengthOnly)).toBe(false);
    expect(isGoodPassword('abc'.repeat(6), lengthOnly)).toBe(false);
  });

  it('findPasswordProblem – any text – enforces the minimum bytes and the maximum characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 1_200 }), (password) => {
        const normalized = password.normalize('NFC');
        const fits = Buffer.byteLength(normalized) >= SHORTEST && normalized.length <= LONGEST;
        expect(isGoodPassword(password, anyPattern)).toBe(fits && !isCommon(password));
      }),
    );
  });
});

describe('toBcryptInput', () => {
  it('toBcryptInput – up to 72 bytes – returns the password', () => {
    for (const password of ['Sunny-Kettle-42', 'x'.repeat(72), 'ñ'.repeat(36)]) {
      expect(toBcryptInput(password)).toBe(password);
    }
  });

  it('toBcryptInput – more than 72 bytes – returns a digest that depends on each character', () => {
    const long = 'ñ'.repeat(37);
    expect(toBcryptInput(long)).toBe('gNHPwkKoo3/Xf0jKdChJyXB4NV5Bgc7yPYEZzh7SBTE=');
    expect(toBcryptInput(`${long}a`)).not.toBe(toBcryptInput(`${long}b`));
    expect(Buffer.byteLength(toBcryptInput('x'.repeat(LONGEST)))).toBeLessThanOrEqual(72);
  });
});

describe('listPasswordForms', () => {
  it('password with one form – returns only it', () => {
    expect(listPasswordForms('Sunny-Kettle-42')).toEqual(['Sunny-Kettle-42']);
  });

  it('any password – returns the typed form first and at most three equivalent forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const forms = listPasswordForms(typed);
        expect(forms[0]).toBe(typed);
        expect(forms.length).toBeLessThanOrEqual(3);
        expect(new Set(forms.map(normalizePassword)).size).toBe(1);
        for (const form of forms)
          expect(listPasswordForms(form)).toContain(normalizePassword(typed));
      }),
    );
  });

  it('compatibility characters – are not replaced by similar letters', () => {
    expect(listPasswordForms('ﬁ-Å-²')).not.toContain('fi-Å-2');
  });
});

describe('isCommon', () => {
  const word = fc.constantFrom('password', 'contrasena', 'qwerty', 'bienvenida', 'medicina');
  const ending = fc.stringMatching(/^[0-9!.#*-]{0,6}$/);

  it('common word with other case and affixes – is common', () => {
    const capitals = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(word, capitals, ending, ending, (plain, isCapital, before, after) => {
        const mixed = Array.from(plain, (letter, index) =>
          isCapital[index] === true ? letter.toUpperCase() : letter,
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
  ])('%s – is common', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  it.each([
    'Sunny-Kettle-42',
    'Were-Reds-Fred-4',
    'Tr4in-Gr33n-L4mp',
    'Gat0-Perr0-Lor0',
    'Xk9mQ2vL',
    'Dresser-Sweater9',
  ])('%s – is not common', (password) => {
    expect(isCommon(password)).toBe(false);
  });

  it('long texts – take less than 0.2 s of CPU time', () => {
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
