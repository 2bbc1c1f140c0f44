import { yup } from '@strapi/utils';
import fc from 'fast-check';
import { boundEmailChecks } from './email-checks';

/** Printed with every failure, so that the same cases can be repeated. */
const schema = yup.string().email();

const expressionOf = (): RegExp => (schema.describe().tests[0]?.params as { regex: RegExp }).regex;

const original = new RegExp(expressionOf());

beforeAll(() => {
  boundEmailChecks();
  boundEmailChecks();
});

it(`boundEmailChecks – a short text – is an address as before`, () => {
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
])('boundEmailChecks – %.30s – is no address, and the check ends', (text) => {
  expect(schema.isValidSync(text)).toBe(false);
});
