import type Stripe from 'stripe';
import { amountIn, fixedAmountsOf, hasOtherCurrencies } from './price-amounts';

const price = {
  currency: 'eur',
  unit_amount: 1_000,
  currency_options: {
    eur: { unit_amount: 1_000 },
    jpy: { unit_amount: 1_600 },
    usd: { unit_amount: null },
  },
  recurring: null,
} as unknown as Stripe.Price;

const metered = { ...price, recurring: { usage_type: 'metered' } } as Stripe.Price;

it.each<[string, Stripe.Price, Record<string, number | null>, Record<string, number>]>([
  [
    'several currencies',
    price,
    { eur: 1_000, jpy: 1_600, usd: null, mxn: null },
    { eur: 1_000, jpy: 1_600 },
  ],
  ['another currency only', { ...price, unit_amount: null }, { eur: null }, { jpy: 1_600 }],
  ['usage', metered, { eur: null, jpy: null }, {}],
])('amountIn – a price by %s – its fixed amounts', (_, one, amounts, fixed) => {
  const found = Object.keys(amounts).map((code) => [code, amountIn(one, code)]);
  expect(Object.fromEntries(found)).toEqual(amounts);
  expect(Object.fromEntries(fixedAmountsOf(one))).toEqual(fixed);
});

it.each([
  ['its own', ['eur'], false],
  ['another one without a fixed amount', ['eur', 'usd'], true],
  ['another one with a fixed amount', ['eur', 'jpy'], true],
])('hasOtherCurrencies – a price in %s – %p, %p', (_, codes, expected) => {
  const options = Object.entries(price.currency_options ?? {});
  const currency_options = Object.fromEntries(options.filter(([code]) => codes.includes(code)));
  expect(hasOtherCurrencies({ ...price, currency_options })).toBe(expected);
});
