import fc from 'fast-check';
import { formatCode, generateCode, hashOfCode } from './codes';

const purposes = ['reset-password', 'confirm-email'] as const;

const code = fc.stringMatching(/^[2-9A-HJKMNP-Z]{20}$/);
const purpose = fc.constantFrom(...purposes);

describe('codes', () => {
  it('generateCode – returns 20 letters and digits that are not easily confused', () => {
    for (let times = 0; times < 100; times += 1) {
      expect(generateCode()).toMatch(/^[2-9A-HJKMNP-Z]{20}$/);
    }
  });

  it('formatCode – each purpose – is grouped for typing and plain in a link', () => {
    const plain = 'ABCDE23456FGHJK78923';
    expect(formatCode(plain, 'reset-password')).toBe('ABCDE-23456-FGHJK-78923');
    expect(formatCode(plain, 'confirm-email')).toBe('abcde23456fghjk78923');
  });

  it('hashOfCode – other case and separators – is equal', () => {
    const separator = fc.constantFrom('', ' ', '-', ' - ', '\u00a0', '.');
    fc.assert(
      fc.property(
        code,
        purpose,
        fc.array(separator, { minLength: 20, maxLength: 20 }),
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        (plain, use, separators, small) => {
          const typed = Array.from(
            plain,
            (letter, index) =>
              `${small[index] === true ? letter.toLowerCase() : letter}${separators[index] ?? ''}`,
          ).join('');
          expect(hashOfCode(typed, use)).toBe(hashOfCode(plain, use));
          expect(hashOfCode(formatCode(plain, use), use)).toBe(hashOfCode(plain, use));
        },
      ),
    );
  });

  it('hashOfCode – other purpose – is different, and is not the code itself', () => {
    const plain = generateCode();
    const [reset, confirm] = purposes.map((use) => hashOfCode(plain, use));
    expect(reset).not.toBe(confirm);
    expect(reset).toMatch(/^[0-9a-f]{64}$/);
  });

  it('hashOfCode – known codes – equals the hash of earlier releases', () => {
    expect(hashOfCode('ABCDE-23456-FGHJK-78923', 'reset-password')).toBe(
      'c55a7ea75faf490c3d0c282cff1b0c64fb8c74a5489fa0b70e18530e0f5cf2b3',
    );
    expect(hashOfCode('abcde23456fghjk78923', 'confirm-email')).toBe(
      '9c0682771355700a535a28aeefb71c250339fd06aa5cb3c51e186062fea94196',
    );
  });
});
