import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { yup } from '@strapi/utils';
import fc from 'fast-check';

const schema = yup.string().email();

const boundedExpression = (schema.describe().tests[0]?.params as { regex: RegExp }).regex;

/** Returns yup's expression, which the patched file still contains. */
const readOriginalExpression = (): RegExp => {
  const fromUtils = createRequire(require.resolve('@strapi/utils'));
  const source = readFileSync(fromUtils.resolve('yup/lib/string.js'), 'utf8');
  const [, expression = ''] = /^let rEmail = \/(.+)\/i;/m.exec(source) ?? [];
  return new RegExp(expression, 'i');
};

it('patch of yup – short text – gives the result of the original expression', () => {
  const original = readOriginalExpression();
  expect(original.test('a@b.es')).toBe(true);
  expect(boundedExpression.source).not.toBe(original.source);
  const sign = fc.constantFrom('a', 'b', '1', 'é', '.', '-', '_', '~', '@', '"', '!', ' ', '\\');
  const text = fc.array(sign, { maxLength: 10 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((domain) => `a@${domain}`),
      ),
      (address) => {
        expect(boundedExpression.test(address)).toBe(original.test(address));
      },
    ),
    { numRuns: 2_000 },
  );
});

it.each([
  `a@${'a.'.repeat(100)}`,
  `a@${'a.'.repeat(500_000)}`,
  `${'a.'.repeat(500_000)}@a.aa`,
  `"${' \t'.repeat(500_000)}`,
])('patch of yup – %.30s – is not an address, and the check ends', (text) => {
  expect(schema.isValidSync(text)).toBe(false);
});
