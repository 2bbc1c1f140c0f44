import fc from 'fast-check';
import { movementsOf, type ExportedOrder } from './movements';
import { monthsOf } from './period';

const months = monthsOf({ from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Madrid' });
const first = months[0]?.start ?? 0;
const last = (months.at(-1)?.end ?? 0) - 1;

/** Seconds of the year, often those at which a month begins or ends. */
const second = fc.oneof(
  fc.integer({ min: first, max: last }),
  fc.constantFrom(...months.flatMap(({ start, end }) => [start, end - 1])),
);

const orderOf = (paidAt: number, refundedAt: number): ExportedOrder => ({
  id: 1,
  sessionId: 'cs_1',
  productTitle: 'ECG',
  productSKU: 'ECG-1',
  productDocumentId: 'ecg',
  vertical: 'medicina',
  origin: 'main',
  customerEmail: null,
  payments: [
    {
      id: 'ch_1',
      intent: 'pi_1',
      status: 'succeeded',
      at: paidAt,
      amount: 5490,
      currency: 'eur',
      captured: 5490,
      refunded: 5490,
      failure: null,
      presentment: null,
      refunds: [
        {
          id: 're_1',
          at: refundedAt,
          amount: 5490,
          currency: 'eur',
          status: 'succeeded',
          presentment: null,
        },
      ],
      disputes: [],
      readMs: 0,
    },
  ],
});

describe('movementsOf', () => {
  it('movementsOf – a refund that failed – no refund', () => {
    const order = orderOf(first, first);
    const payments = (order.payments ?? []).map((payment) => ({
      ...payment,
      refunds: payment.refunds.map((refund) => ({ ...refund, status: 'failed' })),
    }));
    const found = months.flatMap((month) => movementsOf({ ...order, payments }, month));
    expect(found.map(({ kind }) => kind)).toEqual(['payment']);
  });

  it('movementsOf – a payment and its refund at any second – each in the month of its second, and in no other', () => {
    fc.assert(
      fc.property(second, second, (paidAt, refundedAt) => {
        const order = orderOf(paidAt, refundedAt);
        const movements = months.flatMap((month) =>
          movementsOf(order, month).map(({ id }) => `${id} ${month.name}`),
        );
        const nameAt = (at: number): string =>
          months.findLast(({ start }) => start <= at)?.name ?? '';
        expect(movements.toSorted()).toEqual([
          `ch_1 ${nameAt(paidAt)}`,
          `re_1 ${nameAt(refundedAt)}`,
        ]);
      }),
    );
  });
});
