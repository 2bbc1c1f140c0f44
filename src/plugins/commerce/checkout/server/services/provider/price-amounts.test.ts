import type Stripe from 'stripe';
import { amountIn, otherCurrenciesOf } from './price-amounts';

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

it.each<[string, Stripe.Price, Record<string, number | null>, string[]]>([
  ['several currencies', price, { eur: 1_000, jpy: 1_600, usd: null, mxn: null }, ['jpy']],
  ['what is used', metered, { eur: null, jpy: null }, []],
])('amountIn – a price by %s – its fixed amounts', (_, one, amounts, others) => {
  const found = Object.keys(amounts).map((code) => [code, amountIn(one, code)]);
  expect(Object.fromEntries(found)).toEqual(amounts);
  expect(otherCurrenciesOf(one)).toEqual(others);
});
