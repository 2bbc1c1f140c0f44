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
])(
  'amountIn, fixedAmountsOf – price by %s – return its fixed amounts',
  (_, subject, amounts, fixed) => {
    const entries = Object.keys(amounts).map((code) => [code, amountIn(subject, code)]);
    expect(Object.fromEntries(entries)).toEqual(amounts);
    expect(Object.fromEntries(fixedAmountsOf(subject))).toEqual(fixed);
  },
);

it.each([
  ['its own currency', ['eur'], false],
  ['another currency without a fixed amount', ['eur', 'usd'], true],
  ['another currency with a fixed amount', ['eur', 'jpy'], true],
])('hasOtherCurrencies – price in %s – %p, returns %p', (_, codes, expected) => {
  const options = Object.entries(price.currency_options ?? {});
  const currency_options = Object.fromEntries(options.filter(([code]) => codes.includes(code)));
  expect(hasOtherCurrencies({ ...price, currency_options })).toBe(expected);
});
