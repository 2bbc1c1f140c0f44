import fc from 'fast-check';
import type Stripe from 'stripe';
import { instalmentsIn } from './instalments';
import { soldAmountOf } from './snapshot';

type Price = Parameters<typeof instalmentsIn>[0];

const price = (metadata: Stripe.Metadata, overrides: Partial<Price> = {}): Price => ({
  type: 'recurring',
  metadata,
  product: 'prod_1',
  ...overrides,
});

const productWith = (metadata: Stripe.Metadata) => ({ metadata }) as Stripe.Product;

describe('instalmentsIn', () => {
  it.each<[string, Price, ReturnType<typeof instalmentsIn>]>([
    ['no metadata', price({ level: 'a' }), { count: null }],
    ['a number', price({ instalments: ' 10 ' }), { count: 10 }],
    ['the other spelling', price({ Installments: '10' }), { count: 10 }],
    ['both spellings alike', price({ instalments: '10', installments: '10' }), { count: 10 }],
    ['no value', price({ instalments: ' ' }), { unclear: '' }],
    ['a word', price({ instalments: 'ten' }), { unclear: 'ten' }],
    ['one payment', price({ instalments: '1' }), { unclear: '1' }],
    ['too many', price({ instalments: '61' }), { unclear: '61' }],
    ['a fraction', price({ instalments: '2.5' }), { unclear: '2.5' }],
    ['two numbers', price({ instalments: '3', installments: '10' }), { unclear: '3, 10' }],
    [
      'its product only',
      price({}, { product: productWith({ instalments: '3' }) }),
      { unclear: '3' },
    ],
    [
      'itself and its product',
      price({ instalments: '6' }, { product: productWith({ instalments: '3' }) }),
      { count: 6 },
    ],
    ['a price paid once', price({ instalments: 'ten' }, { type: 'one_time' }), { count: null }],
  ])('instalmentsIn – %s – returns the expected count', (_, subject, expected) => {
    expect(instalmentsIn(subject)).toEqual(expected);
  });

  it('instalmentsIn – any text – returns a count from 2 to 60, or unclear', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (text) => {
        const result = instalmentsIn(price({ instalments: text }));
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
  'soldAmountOf – price in eur and mxn, subscription in %s, sold for %p %s – returns %p',
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
    expect(await soldAmountOf(account as never, subscription, sale, deadline as never)).toBe(
      amount,
    );
  },
);
