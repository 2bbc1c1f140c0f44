import fc from 'fast-check';
import { entitlementsIn } from './entitlements';

type Order = Parameters<typeof entitlementsIn>[0][number];

const moments = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const orders = fc.array(
  fc.record<Order>({
    documentId: fc.uuid(),
    mode: fc.constantFrom('payment', 'subscription'),
    productDocumentId: fc.constantFrom('a', 'b', 'c'),
    productTitle: fc.constant('T'),
    productSKU: fc.constant('S'),
    paymentStatus: fc.constantFrom(
      'pending',
      'paid',
      'failed',
      'partially_refunded',
      'refunded',
      'disputed',
    ),
    subscriptionStatus: fc.constantFrom(null, 'active', 'trialing', 'past_due', 'canceled'),
    paidAt: fc.option(moments),
    createdAt: moments,
    periodEndsAt: fc.option(moments),
    renewsAt: fc.option(moments),
    instalments: fc.option(fc.constant(3)),
    instalmentsPaid: fc.option(fc.nat(3)),
  }),
);

const documentIdsOf = (one: ReturnType<typeof entitlementsIn>): string[] =>
  one.map(({ product }) => product.documentId);

describe('what orders entitle to', () => {
  it('should be each product once, by orders that are named, whatever their order', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const found = entitlementsIn(all);
        expect(new Set(documentIdsOf(found)).size).toBe(found.length);
        expect(found.every((one) => one.orders.length > 0)).toBe(true);
        const turned = entitlementsIn(all.toReversed());
        expect(documentIdsOf(turned).sort()).toEqual(documentIdsOf(found).sort());
        for (const one of found) {
          const other = turned.find(({ product }) => product.documentId === one.product.documentId);
          expect(other).toMatchObject({ mode: one.mode, since: one.since, until: one.until });
        }
      }),
    );
  });

  it('should never rest on what was given back, contested, or never paid', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const resting = new Set(entitlementsIn(all).flatMap((one) => one.orders));
        for (const order of all) {
          const { documentId, paymentStatus, mode, subscriptionStatus } = order;
          const { instalments, instalmentsPaid } = order;
          if (['refunded', 'disputed'].includes(paymentStatus)) {
            expect(resting).not.toContain(documentId);
          }
          if (mode === 'payment' && ['pending', 'failed'].includes(paymentStatus)) {
            expect(resting).not.toContain(documentId);
          }
          if (
            mode === 'subscription' &&
            (instalments === null || (instalmentsPaid ?? 0) < instalments) &&
            ['canceled', 'past_due', null].includes(subscriptionStatus)
          ) {
            expect(resting).not.toContain(documentId);
          }
        }
      }),
    );
  });

  it('should not end where it was bought for good, or where a subscription goes on', () => {
    fc.assert(
      fc.property(orders, (all) => {
        for (const { orders: named, until } of entitlementsIn(all)) {
          const own = all.filter(({ documentId }) => named.includes(documentId));
          const isOpen = own.some(
            ({ mode, renewsAt, periodEndsAt, instalments, instalmentsPaid }) =>
              mode === 'payment' ||
              renewsAt !== null ||
              periodEndsAt === null ||
              (instalments !== null && instalmentsPaid === instalments),
          );
          expect(until === null).toBe(isOpen);
        }
      }),
    );
  });
});
