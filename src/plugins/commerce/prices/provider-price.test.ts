import fc from 'fast-check';
import { findHundredfoldPrice } from './provider-price';

const price = (amount: number) => ({
  account: 'main',
  payID: 'prod',
  amount,
  currency: 'EUR',
  isRecurring: false,
});

describe('findHundredfoldPrice', () => {
  it.each([
    [39050, [390.5], 390.5],
    [42075, [39.9, 420.75], 420.75],
    // Full price of a product sold at a discount.
    [49000, [390.5], 390.5],
    // Price of an instalment, while the provider sells the whole product too.
    [3990, [390, 39.9], 39.9],
  ])(
    '%d beside %j – returns the price a hundred times lower',
    (amount, amounts, expectedAmount) => {
      expect(findHundredfoldPrice(amount, amounts.map(price))).toEqual(price(expectedAmount));
    },
  );

  it.each([
    [390.5, [390.5]],
    [490, [390.5]],
    [1200, [390]],
    [0, [390]],
    [39050, []],
    [39050, [0]],
  ])('%d beside %j – returns null', (amount, amounts) => {
    expect(findHundredfoldPrice(amount, amounts.map(price))).toBeNull();
  });

  it('any price in cents – returns a price', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1 }), (cents) => {
        const [amountInCents = 0] = cents;
        expect(
          findHundredfoldPrice(
            amountInCents,
            cents.map((amount) => price(amount / 100)),
          ),
        ).not.toBeNull();
      }),
    );
  });
});
