import fc from 'fast-check';
import { type EntitlingOrder, entitlementsIn } from './entitlements';

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

const documentIdsOf = (one: ReturnType<typeof entitlementsIn>): string[] =>
  one.map(({ product }) => product.documentId);

describe('what orders entitle to', () => {
  it('should be each product once, by orders that are named, whatever their order', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const found = entitlementsIn(all, NOW);
        expect(new Set(documentIdsOf(found)).size).toBe(found.length);
        expect(found.every((one) => one.orders.length > 0)).toBe(true);
        const turned = entitlementsIn(all.toReversed(), NOW);
        expect(documentIdsOf(turned).sort()).toEqual(documentIdsOf(found).sort());
        for (const one of found) {
          const other = turned.find(({ product }) => product.documentId === one.product.documentId);
          expect(other).toMatchObject({ mode: one.mode, since: one.since, until: one.until });
        }
      }),
    );
  });

  it('should rest on every order whose access is open, and on no other', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const open = all.filter(
          ({ access: { granted, until } }) => granted && (until === null || new Date(until) > NOW),
        );
        expect(
          entitlementsIn(all, NOW)
            .flatMap((one) => one.orders)
            .sort(),
        ).toEqual(open.map(({ documentId }) => documentId).sort());
      }),
    );
  });

  it('should not end where one of the orders has no end', () => {
    fc.assert(
      fc.property(orders, (all) => {
        for (const { orders: named, until } of entitlementsIn(all, NOW)) {
          const own = all.filter(({ documentId }) => named.includes(documentId));
          expect(until === null).toBe(own.some(({ access }) => access.until === null));
        }
      }),
    );
  });
});
