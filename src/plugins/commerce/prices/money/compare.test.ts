import fc from 'fast-check';
import { hundredfoldOf } from './compare';

const price = (amount: number) => ({
  account: 'main',
  payID: 'prod',
  amount,
  currency: 'EUR',
  isRecurring: false,
});

describe('an amount that looks a hundred times too high', () => {
  it.each([
    [39050, [390.5], 390.5],
    [42075, [39.9, 420.75], 420.75],
    // Full price of a product sold at a discount.
    [49000, [390.5], 390.5],
    // Price of an instalment, while the provider sells the whole product too.
    [3990, [390, 39.9], 39.9],
  ])('should be noticed: %d beside %j', (amount, amounts, against) => {
    expect(hundredfoldOf(amount, amounts.map(price))).toEqual(price(against));
  });

  it.each([
    [390.5, [390.5]],
    [490, [390.5]],
    [1200, [390]],
    [0, [390]],
    [39050, []],
    [39050, [0]],
  ])('should not be seen in what is none: %d beside %j', (amount, amounts) => {
    expect(hundredfoldOf(amount, amounts.map(price))).toBeNull();
  });

  it('should be noticed whatever the price is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1 }), (cents) => {
        const [one = 0] = cents;
        expect(
          hundredfoldOf(
            one,
            cents.map((amount) => price(amount / 100)),
          ),
        ).not.toBeNull();
      }),
    );
  });
});
