import { yup } from '@strapi/utils';
import fc from 'fast-check';
import { boundEmailChecks } from './email-checks';

const schema = yup.string().email();

const expressionOf = (): RegExp => (schema.describe().tests[0]?.params as { regex: RegExp }).regex;

const original = new RegExp(expressionOf());

beforeAll(() => {
  boundEmailChecks();
  boundEmailChecks();
});

it(`boundEmailChecks – short text – gives the result of the original expression`, () => {
  const sign = fc.constantFrom('a', 'b', '1', 'é', '.', '-', '_', '~', '@', '"', '!', ' ', '\\');
  const text = fc.array(sign, { maxLength: 10 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((domain) => `a@${domain}`),
      ),
      (address) => {
        expect(expressionOf().test(address)).toBe(original.test(address));
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
])('boundEmailChecks – %.30s – is not an address, and the check ends', (text) => {
  expect(schema.isValidSync(text)).toBe(false);
});
