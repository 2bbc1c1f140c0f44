import fc from 'fast-check';
import { type ExportedOrder, listMonths, listMovements, periodSchema } from './movements';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const timeZone = fc.constantFrom('UTC', 'Europe/Madrid', 'America/Bogota', 'Pacific/Auckland');

describe('listMonths', () => {
  it('listMonths – month with a change to summer time – returns 30 days and 23 hours', () => {
    const months = listMonths({ from: '2026-03-01', to: '2026-03-31', timeZone: 'Europe/Madrid' });
    expect(months).toEqual([
      {
        name: '2026-03',
        start: Date.parse('2026-02-28T23:00:00Z') / 1000,
        end: Date.parse('2026-03-31T22:00:00Z') / 1000,
      },
    ]);
  });

  it('listMonths – any period – returns consecutive months without a gap', () => {
    fc.assert(
      fc.property(day, day, timeZone, (day1, day2, zone) => {
        const [from, to] = day1 <= day2 ? [day1, day2] : [day2, day1];
        const months = listMonths({ from, to, timeZone: zone });
        expect(months[0]?.name).toBe(from.slice(0, 7));
        expect(months.at(-1)?.name).toBe(to.slice(0, 7));
        months.forEach(({ start, end }, index) => {
          expect(start).toBeLessThan(end);
          if (index > 0) expect(start).toBe(months[index - 1]?.end);
        });
      }),
    );
  });
});

it.each([
  ['the last day before the first', { from: '2026-02-01', to: '2026-01-31' }],
  ['more than 36 months', { from: '2020-01-01', to: '2023-01-02' }],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
  ['a day that does not exist', { to: '2026-02-30' }],
])('periodSchema – %s – is refused', (_, changes) => {
  const valid = { from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Madrid' };
  expect(periodSchema.safeParse(valid).success).toBe(true);
  expect(periodSchema.safeParse({ ...valid, ...changes }).success).toBe(false);
});

const months = listMonths({ from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Madrid' });
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

describe('listMovements', () => {
  it('listMovements – a refund that failed – no refund', () => {
    const order = orderOf(first, first);
    const payments = (order.payments ?? []).map((payment) => ({
      ...payment,
      refunds: payment.refunds.map((refund) => ({ ...refund, status: 'failed' })),
    }));
    const movements = months.flatMap((month) => listMovements({ ...order, payments }, month));
    expect(movements.map(({ kind }) => kind)).toEqual(['payment']);
  });

  it('listMovements – a payment and its refund at any second – each in the month of its second, and in no other', () => {
    fc.assert(
      fc.property(second, second, (paidAt, refundedAt) => {
        const order = orderOf(paidAt, refundedAt);
        const movements = months.flatMap((month) =>
          listMovements(order, month).map(({ id }) => `${id} ${month.name}`),
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
