import fc from 'fast-check';
import { PatternError, readPasswordPattern } from './password-pattern';

const patterns = [
  '(?=.*\\p{Ll})(?=.*\\p{Lu})(?=.*\\d)',
  '^(?=.*#)',
  '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$',
  '^(?=.*[A-Za-z])(?=.*\\d)(?=.*[@$!%*#?&])[A-Za-z\\d@$!%*#?&]{8,}$',
  '^(?!.*\\s)(?=.{8,72}$)(?=.*\\W).*$',
  '(?=.*[)(\\]|])(?!.*aa).+',
  '(?=[a-z]\\d)(?!.*#)',
  '^(?=(?:.*\\d){2})(?:[a-z]|\\d|#)+$',
  '[A-Z].*\\d|\\d.*[A-Z]',
  '^(a+)+$',
  '\\u{1F600}|ñ',
];

const password = fc.string({
  unit: fc.constantFrom(...Array.from('aabAB12#@$ ()]|ñÑ😀')),
  maxLength: 14,
});

describe('readPasswordPattern', () => {
  it.each(patterns)('%s – accepts the texts that JavaScript accepts', (source) => {
    const native = new RegExp(source, 'u');
    const pattern = readPasswordPattern(source);
    expect(pattern.source).toBe(native.source);
    fc.assert(
      fc.property(password, (text) => {
        expect(pattern.test(text)).toBe(native.test(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['^(a+)+$', `${'a'.repeat(69)}!`],
    ['^(?=.*\\d)(?=(a+)+$)', `1${'a'.repeat(68)}!`],
    ['(?=(\\w+\\s?)+$)(?!(.*a.*)+#)', `${'a'.repeat(69)}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(70)],
  ])('%s – takes less than 0.5 s of CPU time', (source, text) => {
    const pattern = readPasswordPattern(source);
    const start = process.cpuUsage();
    pattern.test(text);
    // CPU time in microseconds, which other load on the machine does not increase.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(500_000);
  });

  it.each([
    ['(', 'regular expression'],
    ['(.)\\1', 'back-references'],
    ['^(?!.*(.)\\1\\1).*$', 'back-references'],
    ['a(?=b)', 'beginning'],
    ['^(?:(?=a)b)', 'beginning'],
    ['^(?=a)b|c', 'in a group'],
    ['(?=.*a)(?=^b)', 'begin with ^'],
    ['(?=.*\\bword)', 'begin with ^'],
  ])('%s – throws PatternError with the reason', (source, reason) => {
    expect(() => readPasswordPattern(source)).toThrow(PatternError);
    expect(() => readPasswordPattern(source)).toThrow(reason);
  });
});
