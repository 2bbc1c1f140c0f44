import fc from 'fast-check';
import Stripe from 'stripe';
import { getStripeId, type Deadline, type PaymentAccount } from './client';
import { type Payment, toPayment } from './payments';
import { readAll, readPayments, withTaxes } from './snapshot';

const DAY = 86_400;
const NOW = new Date('2026-11-01T12:00:00.000Z');
const SECONDS = NOW.getTime() / 1000;

type Page = { limit?: number; starting_after?: string };

/** Returns a page of two entries, so that every list has several pages. */
const pageOf = <T extends { id: string }>(all: readonly T[], { starting_after: after }: Page) => {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return Promise.resolve({ data: all.slice(start, start + 2), has_more: start + 2 < all.length });
};

type Bank = { charges: Stripe.Charge[]; refunds: Stripe.Refund[]; disputes: Stripe.Dispute[] };

const createReading = (
  { charges, refunds, disputes }: Bank,
  readMs: number,
  calls: string[] = [],
) => {
  const refundsIn = (id: string) => refunds.filter(({ charge }) => charge === id);
  const client = {
    charges: {
      list: ({ payment_intent: intent, ...page }: Page & { payment_intent?: string }) => {
        calls.push(intent ?? 'customer');
        const all = charges
          .filter((candidate) => intent === undefined || candidate.payment_intent === intent)
          .map((candidate) => ({
            ...candidate,
            disputed: disputes.some(
              ({ charge, status }) => charge === candidate.id && !status.startsWith('warning_'),
            ),
            refunds: {
              data: refundsIn(candidate.id).slice(0, 1),
              has_more: refundsIn(candidate.id).length > 1,
            },
          }));
        return pageOf(all, page);
      },
    },
    refunds: {
      list: ({ charge, ...page }: Page & { charge: string }) => pageOf(refundsIn(charge), page),
    },
    disputes: {
      list: ({ charge, ...page }: Page & { charge: string }) =>
        pageOf(
          disputes.filter((candidate) => candidate.charge === charge),
          page,
        ),
    },
  };
  return {
    account: { client } as unknown as PaymentAccount,
    deadline: { call: (run: (options: object) => unknown) => run({}) } as unknown as Deadline,
    readMs,
  };
};

const chargeOf = (nth: number, daysAgo: number): Stripe.Charge =>
  ({
    id: `ch_${nth}`,
    payment_intent: `pi_${nth}`,
    status: 'succeeded',
    created: SECONDS - daysAgo * DAY,
    amount: 900,
    amount_captured: 900,
    amount_refunded: 0,
    currency: 'eur',
    failure_code: null,
  }) as Stripe.Charge;

const withoutTimes = (payments: readonly Payment[]) =>
  payments.map((payment) => ({ ...payment, readMs: 0 }));

const intentsOf = ({ charges }: Bank) =>
  charges.map((candidate) => getStripeId(candidate.payment_intent) ?? '');

type Change = { nth: number; kind: 'refund' | 'fail' | 'dispute' | 'close' };

const applyChange = (bank: Bank, { nth, kind }: Change): Bank => {
  const charge = `ch_${nth}`;
  const id = `${kind}_${nth}_${bank.refunds.length}_${bank.disputes.length}`;
  const created = { id, charge, created: SECONDS, currency: 'eur', amount: 100 };
  if (kind === 'refund') {
    const refund = { ...created, status: 'succeeded' } as Stripe.Refund;
    return { ...bank, refunds: [...bank.refunds, refund] };
  }
  if (kind === 'dispute') {
    const dispute = { ...created, status: 'needs_response', evidence_details: { due_by: null } };
    return { ...bank, disputes: [...bank.disputes, dispute as Stripe.Dispute] };
  }
  const end = <T extends { charge: unknown; status: unknown }>(all: T[], status: string): T[] =>
    all.map((candidate) => (candidate.charge === charge ? { ...candidate, status } : candidate));
  return kind === 'fail'
    ? { ...bank, refunds: end(bank.refunds, 'failed') }
    : { ...bank, disputes: end(bank.disputes, 'lost') };
};

const histories = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    changes: fc.array(
      fc.record<Change>({
        nth: fc.nat(count - 1),
        kind: fc.constantFrom('refund', 'fail', 'dispute', 'close'),
      }),
      { maxLength: 8 },
    ),
    /** Picks the events that arrive, in any order and repeatedly. */
    seed: fc.array(fc.nat(100), { maxLength: 20 }),
  }),
);

it('readPayments – any payments, any repetition of events – equals a first reading', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ count, changes, seed }) => {
      // One charge a month, so that most are too old to be read again without an event.
      const initialBank: Bank = {
        charges: Array.from({ length: count }, (_, nth) => chargeOf(nth, (count - nth) * 30)),
        refunds: [],
        disputes: [],
      };
      const options = { customer: 'cus_1', now: NOW };
      let bank = initialBank;
      let payments = await readPayments(createReading(bank, 0), intentsOf(bank), {
        ...options,
        previous: [],
      });
      for (const change of changes) bank = applyChange(bank, change);
      const events = changes.map(({ nth }) => `pi_${nth}`);
      const repeated = seed.flatMap((at) => events[at % Math.max(1, events.length)] ?? []);
      for (const eventIntent of [...repeated, ...events.toReversed()]) {
        payments = await readPayments(createReading(bank, 1), intentsOf(bank), {
          ...options,
          previous: payments,
          namedIntent: eventIntent,
        });
      }
      const fresh = await readPayments(createReading(bank, 2), intentsOf(bank), {
        ...options,
        previous: [],
      });
      expect(withoutTimes(payments)).toEqual(withoutTimes(fresh));
    }),
    { numRuns: 60 },
  );
});

it('readPayments – many payments of a deleted customer – are read one by one', async () => {
  const bank: Bank = {
    charges: Array.from({ length: 12 }, (_, nth) => chargeOf(nth, nth)),
    refunds: [],
    disputes: [],
  };
  const options = { previous: [], now: NOW };
  const reading = createReading(bank, 0);
  const { charges } = reading.account.client;
  const list = charges.list.bind(charges);
  charges.list = ((filter: { customer?: string }) =>
    filter.customer === undefined
      ? list(filter)
      : Promise.reject(
          new Stripe.errors.StripeInvalidRequestError({
            type: 'invalid_request_error',
            code: 'resource_missing',
          }),
        )) as typeof list;
  const read = await readPayments(reading, intentsOf(bank), { ...options, customer: 'cus_gone' });
  expect(read).toEqual(
    await readPayments(createReading(bank, 0), intentsOf(bank), { ...options, customer: null }),
  );
  expect(read).toHaveLength(12);
});

it('withTaxes – an invoice paid in any parts – the taxes of the parts add up to that of the invoice', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(parts, fc.nat(100), (amounts, tax) => {
      const payments = amounts.map((captured, nth) => ({
        ...toPayment(chargeOf(nth, 1), { refunds: [], disputes: [], readMs: 0 }),
        captured,
      }));
      const invoice = {
        total: amounts.reduce((sum, amount) => sum + amount, 0),
        total_taxes: [{ amount: tax }],
        payments: { data: payments.map(({ intent }) => ({ payment: { payment_intent: intent } })) },
      } as Stripe.Invoice;
      const session = { payment_intent: null } as Stripe.Checkout.Session;
      const taxes = withTaxes(payments, { session, invoices: [invoice] }).map((item) => item.tax);
      expect(taxes.reduce((sum = 0, item = NaN) => sum + item, 0)).toBe(tax);
    }),
  );
});

it('readPayments – a long history that is known – asks only for what may have changed', async () => {
  const bank: Bank = {
    charges: Array.from({ length: 60 }, (_, nth) => chargeOf(nth, (60 - nth) * 30)),
    refunds: [],
    disputes: [],
  };
  const options = { customer: 'cus_1', now: NOW };
  const payments = await readPayments(createReading(bank, 0), intentsOf(bank), {
    ...options,
    previous: [],
  });
  const calls: string[] = [];
  await readPayments(createReading(bank, 1, calls), intentsOf(bank), {
    ...options,
    previous: payments,
    namedIntent: 'pi_5',
  });
  expect(calls.sort()).toEqual(['pi_5', 'pi_57', 'pi_58', 'pi_59']);
});

it('readPayments – inquiry of an event, charge not marked as disputed – is read and stored', async () => {
  const inquiry = {
    id: 'dp_1',
    charge: 'ch_0',
    created: SECONDS,
    currency: 'eur',
    amount: 900,
    status: 'warning_needs_response',
    evidence_details: { due_by: null },
  } as Stripe.Dispute;
  const bank: Bank = { charges: [chargeOf(0, 200)], refunds: [], disputes: [inquiry] };
  const read = (now: Bank, payments: readonly Payment[], eventIntent?: string) =>
    readPayments(createReading(now, 0), intentsOf(now), {
      previous: payments,
      namedIntent: eventIntent,
      customer: 'cus_1',
      now: NOW,
    });
  const statusesIn = (payments: readonly Payment[]) =>
    payments.flatMap(({ disputes }) => disputes.map(({ status }) => status));
  const before = await read({ ...bank, disputes: [] }, []);
  const afterEvent = await read(bank, before, 'pi_0');
  expect(statusesIn(afterEvent)).toEqual(['warning_needs_response']);
  // The next reading has no event, and the inquiry is still open.
  const nextReading = await read(bank, afterEvent);
  expect(statusesIn(nextReading)).toEqual(['warning_needs_response']);
  const closed = { ...bank, disputes: [{ ...inquiry, status: 'warning_closed' as const }] };
  expect(statusesIn(await read(closed, nextReading))).toEqual(['warning_closed']);
});

it('toPayment – charge that fails after pending – keeps the time of the first failed reading', () => {
  const read = (status: string, readMs: number, before?: Payment): Payment =>
    toPayment({ id: 'ch_1', status, created: SECONDS } as Stripe.Charge, {
      refunds: [],
      disputes: [],
      readMs,
      before,
    });
  const at = (days: number) => (SECONDS + days * DAY) * 1000;
  const pending = read('pending', at(1));
  const failed = read('failed', at(6), pending);
  const laterFailed = read('failed', at(9), failed);
  const failedAtOnce = read('failed', at(1));
  const failedAtOnceLater = read('failed', at(2), failedAtOnce);
  expect(
    [pending, failed, laterFailed, failedAtOnce, failedAtOnceLater].map(({ failedAt }) => failedAt),
  ).toEqual([null, SECONDS + 6 * DAY, SECONDS + 6 * DAY, null, null]);
});

it('readAll – provider that repeats pages without end – throws', async () => {
  const pages = [['a', 'b'], ['c'], ['d', 'b']];
  let calls = 0;
  const list = () => {
    const ids = pages[calls % pages.length] ?? [];
    calls += 1;
    return Promise.resolve({ data: ids.map((id) => ({ id })), has_more: true });
  };
  await expect(readAll(list)).rejects.toThrow('repeats');
  expect(calls).toBe(3);
});
