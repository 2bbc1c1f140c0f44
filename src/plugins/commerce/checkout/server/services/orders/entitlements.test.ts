import fc from 'fast-check';
import { type EntitlingOrder, computeEntitlements } from './entitlements';

const NOW = new Date('2026-03-01T12:00:00.000Z');

const moments = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const orders = fc.array(
  fc.record<EntitlingOrder>({
    documentId: fc.uuid(),
    mode: fc.constantFrom('payment', 'subscription'),
    product: fc
      .constantFrom('a', 'b', 'c')
      .map((documentId) => ({ documentId, title: 'T', SKU: 'S' })),
    paidAt: fc.option(moments),
    createdAt: moments,
    access: fc.record({ granted: fc.boolean(), until: fc.option(moments) }),
    instalments: fc.option(fc.record({ total: fc.constant(3), paid: fc.nat(3) })),
  }),
);

const documentIdsOf = (entitlements: ReturnType<typeof computeEntitlements>): string[] =>
  entitlements.map(({ product }) => product.documentId);

describe('computeEntitlements', () => {
  it('any orders – returns each product once with its orders, in any sequence of orders', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const entitlements = computeEntitlements(all, NOW);
        expect(new Set(documentIdsOf(entitlements)).size).toBe(entitlements.length);
        expect(entitlements.every((entitlement) => entitlement.orders.length > 0)).toBe(true);
        const reversedEntitlements = computeEntitlements(all.toReversed(), NOW);
        expect(documentIdsOf(reversedEntitlements).sort()).toEqual(
          documentIdsOf(entitlements).sort(),
        );
        for (const entitlement of entitlements) {
          const counterpart = reversedEntitlements.find(
            ({ product }) => product.documentId === entitlement.product.documentId,
          );
          expect(counterpart).toMatchObject({
            mode: entitlement.mode,
            since: entitlement.since,
            until: entitlement.until,
          });
        }
      }),
    );
  });

  it('any orders – uses exactly the orders with open access', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const open = all.filter(
          ({ access: { granted, until } }) => granted && (until === null || new Date(until) > NOW),
        );
        expect(
          computeEntitlements(all, NOW)
            .flatMap((entitlement) => entitlement.orders)
            .sort(),
        ).toEqual(open.map(({ documentId }) => documentId).sort());
      }),
    );
  });

  it('any orders – has no end if one of its orders has none', () => {
    fc.assert(
      fc.property(orders, (all) => {
        for (const { orders: orderIds, until } of computeEntitlements(all, NOW)) {
          const ordersOfEntitlement = all.filter(({ documentId }) => orderIds.includes(documentId));
          expect(until === null).toBe(
            ordersOfEntitlement.some(({ access }) => access.until === null),
          );
        }
      }),
    );
  });
});
