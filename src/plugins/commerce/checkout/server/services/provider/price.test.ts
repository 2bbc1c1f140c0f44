import type Stripe from 'stripe';
import fc from 'fast-check';
import { findFixedAmount, listFixedAmounts, hasOtherCurrencies, parseInstalments } from './price';
import { fetchSoldAmount } from './snapshot';

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
  'findFixedAmount, listFixedAmounts – price by %s – return its fixed amounts',
  (_, subject, amounts, fixed) => {
    const entries = Object.keys(amounts).map((code) => [code, findFixedAmount(subject, code)]);
    expect(Object.fromEntries(entries)).toEqual(amounts);
    expect(Object.fromEntries(listFixedAmounts(subject))).toEqual(fixed);
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

type Price = Parameters<typeof parseInstalments>[0];

const priceWith = (metadata: Stripe.Metadata, overrides: Partial<Price> = {}): Price => ({
  type: 'recurring',
  metadata,
  product: 'prod_1',
  ...overrides,
});

const productWith = (metadata: Stripe.Metadata) => ({ metadata }) as Stripe.Product;

describe('parseInstalments', () => {
  it.each<[string, Price, ReturnType<typeof parseInstalments>]>([
    ['no metadata', priceWith({ level: 'a' }), { count: null }],
    ['a number', priceWith({ instalments: ' 10 ' }), { count: 10 }],
    ['the other spelling', priceWith({ Installments: '10' }), { count: 10 }],
    ['both spellings alike', priceWith({ instalments: '10', installments: '10' }), { count: 10 }],
    ['no value', priceWith({ instalments: ' ' }), { unclear: '' }],
    ['a word', priceWith({ instalments: 'ten' }), { unclear: 'ten' }],
    ['one payment', priceWith({ instalments: '1' }), { unclear: '1' }],
    ['too many', priceWith({ instalments: '61' }), { unclear: '61' }],
    ['a fraction', priceWith({ instalments: '2.5' }), { unclear: '2.5' }],
    ['two numbers', priceWith({ instalments: '3', installments: '10' }), { unclear: '3, 10' }],
    [
      'its product only',
      priceWith({}, { product: productWith({ instalments: '3' }) }),
      { unclear: '3' },
    ],
    [
      'itself and its product',
      priceWith({ instalments: '6' }, { product: productWith({ instalments: '3' }) }),
      { count: 6 },
    ],
    ['a price paid once', priceWith({ instalments: 'ten' }, { type: 'one_time' }), { count: null }],
  ])('parseInstalments – %s – returns the expected count', (_, subject, expected) => {
    expect(parseInstalments(subject)).toEqual(expected);
  });

  it('parseInstalments – any text – returns a count from 2 to 60, or unclear', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (text) => {
        const result = parseInstalments(priceWith({ instalments: text }));
        const isCount = 'count' in result && result.count !== null;
        expect(isCount).toBe(/^(?:0*[2-9]|0*[1-5]\d|0*60)$/.test(text.trim()));
      }),
    );
  });
});

it.each<[string, number | null, string, number | null]>([
  ['eur', 999, 'eur', 1_650],
  ['mxn', null, 'mxn', 33_000],
  ['mxn', 0, 'mxn', 33_000],
  ['mxn', 1_650, 'eur', 33_000],
  ['mxn', 30_000, 'mxn', 30_000],
  ['mxn', 40_000, 'mxn', 33_000],
  ['usd', null, 'usd', null],
  ['usd', 2_000, 'usd', 2_000],
])(
  'fetchSoldAmount – price in eur and mxn, subscription in %s, sold for %p %s – returns %p',
  async (currency, amountSubtotal, soldIn, amount) => {
    const price = { id: 'price_1', currency: 'eur', unit_amount: 1_650 };
    const subscription = {
      currency,
      items: { data: [{ price }] },
    } as unknown as Stripe.Subscription;
    // Prices expanded within a subscription lack `currency_options`.
    const currency_options = { mxn: { unit_amount: 33_000 }, usd: { unit_amount: null } };
    const retrieve = () => ({ ...price, currency_options });
    const account = { client: { prices: { retrieve } } };
    const deadline = { call: (run: (options: object) => unknown) => run({}) };
    const sale = { priceId: 'price_1', amountSubtotal, currency: soldIn };
    expect(await fetchSoldAmount(account as never, subscription, sale, deadline as never)).toBe(
      amount,
    );
  },
);
