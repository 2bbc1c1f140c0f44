import { computeStableHash } from './coordination';

/**
 * Releases that run side by side on one database, and retries after a deployment, recognise
 * requests by these hashes. Another hash would let a customer pay twice.
 */
describe('computeStableHash', () => {
  it.each([
    [
      'a fingerprint of a guest’s request',
      [
        'main',
        'payment',
        {
          priceID: 'price_1',
          productPayID: 'prod_1',
          success_url: 'https://shop.example.com/ok?session={CHECKOUT_SESSION_ID}',
          cancel_url: 'https://shop.example.com/basket',
          customer_email: 'josé@example.com',
          origin: 'main',
          vertical: 'medicina',
          payment_intent_data: { metadata: { b: 1, a: true, '10': 'x', '9': 'y', B: null } },
          metadata: undefined,
        },
      ],
      'b042518bfad67196b7d6634aff9f5661f092686f0d66fe74384b43a85100d6fc',
    ],
    [
      'a fingerprint of an account’s request',
      ['main', 'subscription', { vertical: 'medicina' }, { owner: 7 }],
      '07a67db3e6f45eaacec502cc959aa06ac0810b913e62b75d16814288446deb85',
    ],
    [
      'a key',
      ['main', 'click-1'],
      '362a7833896a555aa104bb0b6724afb8e22617a87091416db20bac925a4c6787',
    ],
    ['nothing', null, '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b'],
  ])('does not change between releases: %s', (_, value, expected) => {
    expect(computeStableHash(value)).toBe(expected);
  });

  it('depends on the order of lists and not of keys', () => {
    expect(computeStableHash({ a: 1, b: { c: [1, 2], d: undefined } })).toBe(
      computeStableHash({ b: { c: [1, 2] }, a: 1 }),
    );
    expect(computeStableHash([1, 2])).not.toBe(computeStableHash([2, 1]));
  });
});
