import Stripe from 'stripe';
import type { App } from '../support/app';
import { seededRandom, shuffled } from '../support/random';
import { until } from '../support/until';
import { reconcile } from '#plugins/commerce/checkout/server/jobs/reconcile';
import { fetchUnseen } from '#plugins/commerce/checkout/server/services/events/fetch';
import type { PaymentAccount } from '#plugins/commerce/checkout/server/services/provider/client';
import { syncOrder } from '#plugins/commerce/checkout/server/services/orders/sync';
import {
  accounts,
  codeOf,
  deliverTo,
  enrol,
  holdEvents,
  onDatabase,
  openShop,
  orderOf,
  purchase,
  type Session,
  type StandIn,
  subscription,
  untilState,
} from './support';

const [main, partners] = accounts;
const WEBHOOK = '/api/checkout/webhook/main';
const signer = new Stripe('sk_test_signer');

type StoredEvent = { id: string; type: string; data: { object: object } };

const random = seededRandom();

/** Makes every order overdue, and fetches no events. */
const EVERYTHING = { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 0 };

describe('checkout events', () => {
  let standIn: StandIn;
  let app: App;

  const signature = (payload: string, secret: string, timestamp?: number) =>
    signer.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(timestamp !== undefined && { timestamp }),
    });

  const sendPayload = (payload: string, header: string, path = WEBHOOK) =>
    app.request
      .post(path)
      .set('Content-Type', 'application/json')
      .set('Stripe-Signature', header)
      .send(payload);

  const deliver = (event: object) => {
    const payload = JSON.stringify(event, null, 2);
    return sendPayload(payload, signature(payload, main.webhookSecret));
  };

  const openCheckout = async (body = purchase(), kind = 'session'): Promise<string> => {
    const { body: answer } = await app.request
      .post(`/api/create-checkout-${kind}`)
      .send(body)
      .expect(200);
    return (answer as Session).id;
  };

  const openSubscription = () => openCheckout(subscription(), 'subscription');

  const storedEvents = () => standIn.objects<StoredEvent>('main', 'event');

  const eventCount = (id: string) =>
    onDatabase(app.database, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        'select count(*) from checkout_events where event_id = $1',
        [id],
      );
      return Number(rows[0]?.count);
    });

  const countUnprocessed = () =>
    onDatabase(app.database, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        "select count(*) from checkout_events where outcome = 'received'",
      );
      return Number(rows[0]?.count);
    });

  const timelineKinds = async (id: string) =>
    (await orderOf(app.database, id))?.timeline.map(({ kind }) => kind);

  beforeAll(async () => {
    ({ standIn, app } = await openShop());
    await holdEvents(standIn);
  });

  afterAll(async () => {
    await app.stop();
    await standIn.stop();
  });

  beforeEach(() => standIn.control('DELETE', 'faults'));

  describe('signatures', () => {
    const payload = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'x', data: {} });

    it('valid signature – is verified over the raw bytes', async () => {
      await openCheckout();
      const event = {
        id: 'evt_spaced',
        object: 'event',
        type: 'product.updated',
        data: { object: { id: 'prod_ñ', object: 'product', name: 'Ñandú 🐦' } },
      };
      const answer = await deliver(event).expect(200);
      expect(answer.body).toEqual({ received: true });
      expect(await eventCount('evt_spaced')).toBe(1);
    });

    it.each([
      ['no signature', () => ''],
      ['an invalid signature', () => 't=1,v1=00'],
      ['a signature of another text', () => signature(`${payload} `, main.webhookSecret)],
      ['a signature of another account', () => signature(payload, partners.webhookSecret)],
      [
        'an expired signature',
        () => signature(payload, main.webhookSecret, Math.floor(Date.now() / 1000) - 3_600),
      ],
    ])('reject %s and store nothing', async (_, header) => {
      const response = await sendPayload(payload, header());
      expect([response.status, codeOf(response)]).toEqual([400, 'INVALID_SIGNATURE']);
      expect(await eventCount('evt_forged')).toBe(0);
    });

    it.each([
      [],
      {},
      { id: 1 },
      { id: 'evt_odd', type: 1 },
      { id: 'evt_odd', type: 'checkout.session.completed' },
      { id: 'evt_odd', type: 'checkout.session.completed', data: null },
      { id: 'e'.repeat(5_000), type: 'checkout.session.completed', data: { object: {} } },
    ])('signed payload that is no event – is rejected: %j', async (event) => {
      const response = await deliver(event);
      expect([response.status, codeOf(response)]).toEqual([400, 'INVALID_REQUEST']);
      expect(await eventCount('evt_odd')).toBe(0);
    });

    it('unknown account – is rejected', async () => {
      const response = await sendPayload(
        payload,
        signature(payload, main.webhookSecret),
        '/api/checkout/webhook/nobody',
      );
      expect([response.status, codeOf(response)]).toEqual([400, 'UNKNOWN_ORIGIN']);
    });
  });

  describe('states', () => {
    beforeAll(() => deliverTo(standIn, app.url));
    afterAll(() => holdEvents(standIn));

    it('follow a payment to a full refund', async () => {
      const id = await openCheckout();
      await standIn.act(id, 'decline');
      await untilState(app.database, id, 'failed');
      await standIn.act(id, 'pay');
      await untilState(app.database, id, 'paid');
      expect(await orderOf(app.database, id)).toMatchObject({ session_status: 'complete' });
      expect(await timelineKinds(id)).toEqual(['opened', 'payment_failed', 'paid', 'completed']);
      await standIn.act(id, 'refund', { amount: 1_000 });
      await untilState(app.database, id, 'partially_refunded');
      expect(await orderOf(app.database, id)).toMatchObject({ amount_refunded: 1_000 });
      await standIn.act(id, 'refund');
      await untilState(app.database, id, 'refunded');
      expect(await orderOf(app.database, id)).toMatchObject({ amount_refunded: 4_900 });
    });

    it('follow a dispute', async () => {
      const id = await openCheckout();
      await standIn.act(id, 'pay');
      await standIn.act(id, 'dispute');
      await untilState(app.database, id, 'disputed');
      await standIn.act(id, 'close-dispute', { status: 'won' });
      await untilState(app.database, id, 'paid');
      expect((await timelineKinds(id))?.slice(-2)).toEqual(['disputed', 'dispute_won']);
    });

    it('wait for a payment that settles later, and follow its success or failure', async () => {
      const [settled, failed] = [await openCheckout(), await openCheckout()];
      for (const id of [settled, failed]) await standIn.act(id, 'pay-later');
      await untilState(app.database, settled, 'complete');
      await untilState(app.database, failed, 'complete');
      await standIn.act(settled, 'settle');
      await standIn.act(failed, 'settle', { works: false });
      await untilState(app.database, settled, 'paid');
      await untilState(app.database, failed, 'failed');
    });

    it('follow an expired page', async () => {
      const id = await openCheckout();
      await standIn.act(id, 'expire');
      await untilState(app.database, id, 'expired');
    });

    it('follow a subscription', async () => {
      const id = await openSubscription();
      await standIn.act(id, 'pay');
      await untilState(app.database, id, 'paid');
      await standIn.act(id, 'renew', { works: false });
      await untilState(app.database, id, 'failed');
      await standIn.act(id, 'renew');
      await untilState(app.database, id, 'paid');
      await standIn.act(id, 'dispute');
      await untilState(app.database, id, 'disputed');
      await standIn.act(id, 'close-dispute', { status: 'lost' });
      await until(async () => (await timelineKinds(id))?.includes('dispute_lost') === true);
      await standIn.act(id, 'cancel');
      await until(async () => (await timelineKinds(id))?.includes('subscription_ended') === true);
    });
  });

  it('200 shuffled, repeated, parallel events – lead to the right states', async () => {
    const knownIds = new Set((await storedEvents()).map(({ id }) => id));
    const expectedStates = new Map<string, string>();
    const buy = async (state: string, ...actions: [string, object?][]): Promise<void> => {
      const id = await openCheckout();
      for (const [action, body] of actions) await standIn.act(id, action, { ...body });
      expectedStates.set(id, state);
    };
    for (let round = 0; round < 3; round += 1) {
      await buy('paid', ['decline'], ['pay']);
      await buy('refunded', ['pay'], ['refund', { amount: 900 }], ['refund']);
      await buy('partially_refunded', ['pay'], ['refund', { amount: 900 }]);
      await buy('disputed', ['pay'], ['dispute']);
      await buy('expired', ['decline'], ['expire']);
      await buy('failed', ['pay-later'], ['settle', { works: false }]);
    }
    const newEvents = (await storedEvents()).filter(({ id }) => !knownIds.has(id));
    const repeatedEvents = Array.from(
      { length: 200 },
      (_, index) => newEvents[index % newEvents.length],
    );
    const queue = shuffled(random, repeatedEvents);
    const worker = async (): Promise<void> => {
      for (let event = queue.pop(); event !== undefined; event = queue.pop()) {
        await deliver(event).expect(200);
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    for (const [id, state] of expectedStates) await untilState(app.database, id, state);
    await until(async () => (await countUnprocessed()) === 0, Boolean, 'The end of all events');
    for (const { id } of newEvents) expect(await eventCount(id)).toBe(1);
    for (const [id, state] of expectedStates) {
      const order = await orderOf(app.database, id);
      expect(order?.state).toBe(state);
      const keys = order?.timeline.map(({ key }) => key) ?? [];
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  describe('events of other API versions', () => {
    const findOutcome = (id: string) =>
      onDatabase(app.database, async (client) => {
        const { rows } = await client.query<{ outcome: string }>(
          'select outcome from checkout_events where event_id = $1',
          [id],
        );
        return rows[0]?.outcome;
      });

    const findLatest = async (type: string): Promise<StoredEvent> => {
      const match = (await storedEvents()).find((event) => event.type === type);
      if (match === undefined) throw new Error(`No event ${type}`);
      return match;
    };

    const findVersion = async (id: string) => (await orderOf(app.database, id))?.version ?? 0;

    afterEach(() =>
      standIn.control('POST', 'webhooks', { account: 'main', apiVersion: '2026-10-28.endive' }),
    );

    it.each([
      ['2024-06-20', (object: object) => object],
      [
        'unknown',
        ({ parent: _, subscription: __, lines: ___, ...rest }: Record<string, unknown>) => rest,
      ],
    ])(
      'POST /checkout/webhook – invoice in the format of %s – updates the order',
      async (version, of) => {
        const id = await openSubscription();
        await standIn.act(id, 'pay');
        await deliver(await findLatest('checkout.session.completed')).expect(200);
        await untilState(app.database, id, 'paid');
        await standIn.control('POST', 'webhooks', { account: 'main', apiVersion: version });
        await standIn.act(id, 'renew');
        const event = await findLatest('invoice.paid');
        const object = of(event.data.object as Record<string, unknown>);
        expect(object).not.toHaveProperty('parent');
        const before = await findVersion(id);
        await deliver({ ...event, data: { object } }).expect(200);
        await until(async () => (await findOutcome(event.id)) === 'applied');
        expect(await findVersion(id)).toBeGreaterThan(before);
      },
    );

    it.each([
      ['without a reference', 'customer.updated', { id: 'cus_1', object: 'customer' }],
      ['without an order', 'payment_intent.succeeded', { id: 'pi_no', object: 'payment_intent' }],
      ['with invalid ids', 'charge.updated', { id: 'c'.repeat(300), object: 'charge' }],
    ])(
      'POST /checkout/webhook – event %s – is logged once, with type and version',
      async (_, type, object) => {
        const warn = jest.spyOn(app.strapi.log, 'warn');
        const id = `evt_${type}`;
        const event = { id, object: 'event', type, api_version: '2020-08-27', data: { object } };
        for (let turn = 0; turn < 2; turn += 1) await deliver(event).expect(200);
        await until(async () => (await findOutcome(id)) === 'ignored');
        const lines = warn.mock.calls.map(([line]) => line as unknown as string);
        warn.mockRestore();
        expect(lines.filter((line) => line.includes(id))).toEqual([
          expect.stringContaining(`: ${type}, API version 2020-08-27`),
        ]);
      },
    );
  });

  it('provider cannot be read – retries', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    const events = await storedEvents();
    await standIn.fault({ method: 'GET', path: '/v1/', kind: 'status', status: 500, times: 4 });
    const completed = events.find(
      ({ type, data }) =>
        type === 'checkout.session.completed' && (data.object as { id: string }).id === id,
    );
    await deliver(completed ?? {}).expect(200);
    await untilState(app.database, id, 'paid');
  });

  it('slow provider – responds at once and processes the event later', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    const completed = (await storedEvents()).find(
      ({ type, data }) =>
        type === 'checkout.session.completed' && (data.object as { id: string }).id === id,
    );
    await standIn.fault({ method: 'GET', path: '/v1/', kind: 'hang', times: 99 });
    await deliver(completed ?? {}).expect(200);
    // The provider does not respond yet.
    expect(await countUnprocessed()).toBe(1);
    await standIn.control('DELETE', 'faults');
    await untilState(app.database, id, 'paid');
  });

  it('session created elsewhere – is ignored, and its event logged once', async () => {
    const warn = jest.spyOn(app.strapi.log, 'warn');
    await deliver({
      id: 'evt_foreign',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_foreign', object: 'checkout.session' } },
    }).expect(200);
    await until(async () => (await countUnprocessed()) === 0);
    expect(await orderOf(app.database, 'cs_foreign')).toBeUndefined();
    const lines = warn.mock.calls.map(([line]) => line as unknown as string);
    warn.mockRestore();
    expect(lines.filter((line) => line.includes('evt_foreign'))).toEqual([
      expect.stringContaining('checkout.session.completed'),
    ]);
  });

  describe('with invalid object ids', () => {
    const listOutcomes = (prefix: string) =>
      onDatabase(app.database, async (client) => {
        const { rows } = await client.query<{ outcome: string }>(
          "select outcome from checkout_events where event_id like $1 || '%'",
          [prefix],
        );
        return rows.map(({ outcome }) => outcome);
      });

    it.each<[string, object]>([
      ['session', { id: { $ne: null }, object: 'checkout.session' }],
      ['number', { id: 7, object: 'checkout.session' }],
      ['nothing', { id: '', object: 'checkout.session' }],
      ['payment', { id: 'ch_1', object: 'charge', payment_intent: { id: { a: 1 } } }],
      ['subscription', { id: ['sub_1'], object: 'subscription' }],
      ['product', { id: { a: 1 }, object: 'product' }],
    ])('are accepted, ignored and logged once: %s', async (name, object) => {
      const id = `evt_unusable_${name}`;
      const warnSpy = jest.spyOn(app.strapi.log, 'warn');
      const findLines = (words: string) =>
        warnSpy.mock.calls.filter((line) => JSON.stringify(line).includes(words));
      const { body } = await deliver({
        ...{ id, object: 'event', type: 'checkout.session.completed' },
        data: { object },
      }).expect(200);
      expect(body).toEqual({ received: true });
      await until(async () => (await listOutcomes(id))[0] === 'ignored', Boolean, 'Its end');
      expect(findLines(id)).toHaveLength(1);
      warnSpy.mockClear();
      await reconcile(
        { strapi: app.strapi },
        { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 0 },
      );
      expect(findLines('event')).toEqual([]);
      warnSpy.mockRestore();
    });
  });

  it('session without an order – gets its order stored by the event', async () => {
    const id = await openCheckout();
    await app.strapi.db.query('plugin::checkout.order').deleteMany({ where: { sessionId: id } });
    await standIn.act(id, 'pay');
    const completed = (await storedEvents()).find(({ type }) => type.endsWith('.completed'));
    await deliver(completed ?? {}).expect(200);
    await untilState(app.database, id, 'paid');
    expect(await orderOf(app.database, id)).toMatchObject({ product_title: 'Curso de prueba' });
  });

  describe('reconciliation', () => {
    it('missed events of a session – are recovered', async () => {
      const [paid, expired, untouched] = [
        await openCheckout(),
        await openCheckout(),
        await openCheckout(),
      ];
      await standIn.act(paid, 'pay');
      await standIn.act(expired, 'expire');
      await reconcile({ strapi: app.strapi }, EVERYTHING, AbortSignal.abort());
      expect((await orderOf(app.database, paid))?.state).toBe('open');
      await reconcile({ strapi: app.strapi }, EVERYTHING);
      expect((await orderOf(app.database, paid))?.state).toBe('paid');
      expect((await orderOf(app.database, expired))?.state).toBe('expired');
      expect((await orderOf(app.database, untouched))?.state).toBe('open');
    });

    it('undelivered events of refunds – are recovered', async () => {
      const id = await openCheckout();
      await standIn.act(id, 'pay');
      await reconcile(
        { strapi: app.strapi },
        { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 0 },
      );
      await standIn.act(id, 'refund');
      await reconcile(
        { strapi: app.strapi },
        { overdueMs: 600_000, undeliveredMs: 600_000, unseenMs: 0 },
      );
      await untilState(app.database, id, 'refunded');
    });

    it('order last read by an earlier release – gets its payments read', async () => {
      const id = await openCheckout();
      await standIn.act(id, 'pay');
      await reconcile({ strapi: app.strapi }, EVERYTHING);
      const readCaptured = () =>
        onDatabase(app.database, async (client) => {
          const { rows } = await client.query<{ captured: number | null }>(
            "select (payments->0->'captured')::int as captured from checkout_orders where session_id = $1",
            [id],
          );
          return rows[0]?.captured;
        });
      expect(await readCaptured()).toBe(4_900);
      await onDatabase(app.database, (client) =>
        client.query(
          'update checkout_orders set payments = null, amounts = null where session_id = $1',
          [id],
        ),
      );
      await reconcile({ strapi: app.strapi }, { ...EVERYTHING, overdueMs: 600_000 });
      expect(await readCaptured()).toBe(4_900);
    });

    it('events delivered before a database restore – are fetched again', async () => {
      const restoredSession = await openCheckout();
      await standIn.act(restoredSession, 'pay');
      await reconcile(
        { strapi: app.strapi },
        { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 1 },
      );
      await deliverTo(standIn, app.url);
      const lostSession = await openCheckout();
      await standIn.act(lostSession, 'pay');
      await untilState(app.database, lostSession, 'paid');
      await standIn.act(restoredSession, 'refund');
      await untilState(app.database, restoredSession, 'refunded');
      await holdEvents(standIn);

      // The database now looks as if it was restored to the time of that reconciliation.
      await onDatabase(app.database, async (client) => {
        await client.query('delete from checkout_orders where session_id = $1', [lostSession]);
        await client.query(
          "update checkout_orders set state = 'paid', payment_status = 'paid' where session_id = $1",
          [restoredSession],
        );
        await client.query(
          "delete from checkout_events where received_ms > (select value::numeric from strapi_core_store_settings where key = 'plugin_checkout_seen.main')",
        );
      });
      const limits = { overdueMs: 600_000, undeliveredMs: 0, unseenMs: 600_000 };
      await reconcile({ strapi: app.strapi }, limits);
      await untilState(app.database, lostSession, 'paid');
      await untilState(app.database, restoredSession, 'refunded');
      await until(async () => (await countUnprocessed()) === 0);
      // Known events cause no change.
      const listEvents = () =>
        onDatabase(app.database, async (client) => {
          const { rows } = await client.query<{ id: number }>(
            'select id from checkout_events order by id',
          );
          return rows;
        });
      const eventsBefore = await listEvents();
      await reconcile({ strapi: app.strapi }, limits);
      expect(await listEvents()).toEqual(eventsBefore);
    });

    it('no time left – fetches one page, and continues there in the next run', async () => {
      const [latest, middle, oldest] = ['evt_gap_3', 'evt_gap_2', 'evt_gap_1'] as const;
      const events = [latest, middle, oldest];
      const requestedCursors: (string | undefined)[] = [];
      const list = ({ starting_after: after }: { starting_after?: string }) => {
        requestedCursors.push(after);
        const position = after === undefined ? 0 : events.indexOf(after as typeof latest) + 1;
        const data = [{ id: events[position], type: 'price.updated', data: { object: {} } }];
        return Promise.resolve({ data, has_more: position < events.length - 1 });
      };
      const account = { name: 'gap', client: { events: { list } } } as unknown as PaymentAccount;
      const fetchPages = (isOver: boolean) =>
        fetchUnseen({ strapi: app.strapi }, account, { now: 1, since: 0, isOver: () => isOver });
      const countStored = () => Promise.all([...events].map((id) => eventCount(id)));

      await fetchPages(true);
      expect([requestedCursors, await countStored()]).toEqual([[undefined], [1, 0, 0]]);
      await fetchPages(true);
      expect([requestedCursors, await countStored()]).toEqual([
        [undefined, latest],
        [1, 1, 0],
      ]);
      await fetchPages(false);
      expect(await countStored()).toEqual([1, 1, 1]);
      expect(requestedCursors.slice(2, 4)).toEqual([middle, undefined]);
    });

    it('order that cannot be read – does not stop the run', async () => {
      const [first, second] = [await openCheckout(), await openCheckout()];
      for (const id of [first, second]) await standIn.act(id, 'pay');
      await standIn.fault({ path: first, kind: 'status', status: 400, times: 9 });
      await reconcile(
        { strapi: app.strapi },
        { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 0 },
      );
      expect((await orderOf(app.database, first))?.state).toBe('open');
      expect((await orderOf(app.database, second))?.state).toBe('paid');
    });

    it.each([
      ['that cannot be reached', { kind: 'reset' }],
      ['with a rate limit', { kind: 'status', status: 429 }],
    ])(
      'payment account %s – is skipped, and continued after the failed order in the next run',
      async (_, fault) => {
        await reconcile({ strapi: app.strapi }, EVERYTHING);
        const partnerProduct = {
          origin: 'partners',
          vertical: 'medicina',
          productPayID: 'prod_partner',
        };
        const first = await openCheckout();
        const second = await openCheckout();
        const partnerSession = await openCheckout(
          purchase({ ...partnerProduct, priceID: 'price_prod_partner' }),
        );
        // Open pages come last.
        await onDatabase(app.database, (client) =>
          client.query(
            "update checkout_orders set updated_at = '2020-01-01'::timestamptz + (session_id <> $1)::int * interval '1 day' where session_id = any($2)",
            [first, [first, second]],
          ),
        );
        // These changes send no event, because events would be fetched.
        for (const id of [first, second, partnerSession]) {
          await standIn.act(id, 'change', { of: 'session', set: { status: 'expired' } });
        }
        await standIn.fault({ path: first, ...fault, times: 99 });
        const readStates = () =>
          Promise.all(
            [first, second, partnerSession].map(
              async (id) => (await orderOf(app.database, id))?.state,
            ),
          );
        await reconcile({ strapi: app.strapi }, EVERYTHING);
        expect(await readStates()).toEqual(['open', 'open', 'expired']);
        await reconcile({ strapi: app.strapi }, EVERYTHING);
        expect(await readStates()).toEqual(['open', 'expired', 'expired']);
      },
    );
  });

  it('event that names a payment – reads it, although the order was read since', async () => {
    const id = await openCheckout();
    await standIn.act(id, 'pay');
    await standIn.act(id, 'dispute', { status: 'warning_needs_response', flagged: false });
    const find = () =>
      app.strapi.db
        .query('plugin::checkout.order')
        .findOne({ where: { sessionId: id } }) as Promise<{ id: number; paymentIntentId: string }>;
    const { id: orderId } = await find();
    // The charge does not mention the inquiry, so the inquiry is not read.
    await syncOrder({ strapi: app.strapi }, orderId);
    const readOrder = await find();
    expect(readOrder).toMatchObject({ state: 'paid', disputePhase: 'none' });
    await syncOrder({ strapi: app.strapi }, orderId, 0, readOrder.paymentIntentId);
    expect(await find()).toMatchObject({ disputePhase: 'inquiry' });
  });

  describe('old events', () => {
    const DAYS = 86_400_000;

    const LIMITS = { overdueMs: 600_000, undeliveredMs: 0, unseenMs: 0 };

    const deleteOldEvents = () => reconcile({ strapi: app.strapi }, LIMITS);

    /** Creates events of the given age for a removed account, which cannot be processed. */
    const insertEvents = (prefix: string, outcome: string, days: number, count = 1) =>
      onDatabase(app.database, (client) =>
        client.query(
          `insert into checkout_events
             (document_id, event_id, origin, type, subject, outcome, received_ms, created_at)
           select md5(random()::text), $1 || n, 'gone', 'charge.refunded', '{"sessionId":"cs_gone"}', $2,
                  (extract(epoch from now()) * 1000)::bigint - $3::bigint, now()
           from generate_series(1, $4::int) as n`,
          [prefix, outcome, days * DAYS, count],
        ),
      );

    const countEvents = (prefix: string) =>
      onDatabase(app.database, async (client) => {
        const { rows } = await client.query<{ count: string }>(
          "select count(*) from checkout_events where event_id like $1 || '%'",
          [prefix],
        );
        return Number(rows[0]?.count);
      });

    it('are deleted after ninety days, unless unprocessed', async () => {
      await insertEvents('evt_old_applied', 'applied', 91);
      await insertEvents('evt_old_ignored', 'ignored', 91);
      await insertEvents('evt_old_received', 'received', 91);
      await insertEvents('evt_new_applied', 'applied', 89);
      await insertEvents('evt_new_ignored', 'ignored', 89);
      await deleteOldEvents();
      const names = ['old_applied', 'old_ignored', 'old_received', 'new_applied', 'new_ignored'];
      expect(await Promise.all(names.map((name) => countEvents(`evt_${name}`)))).toEqual([
        0, 0, 1, 1, 1,
      ]);
    });

    it('are deleted in batches of 5,000', async () => {
      await insertEvents('evt_many', 'ignored', 91, 7_000);
      await deleteOldEvents();
      expect(await countEvents('evt_many')).toBe(2_000);
      await deleteOldEvents();
      expect(await countEvents('evt_many')).toBe(0);
    });

    it('deleted event that arrives again – changes nothing', async () => {
      const id = await openCheckout();
      await standIn.act(id, 'pay');
      await standIn.act(id, 'refund', { amount: 1_000 });
      const completedEvent = (await storedEvents()).find(
        ({ type, data }) =>
          type === 'checkout.session.completed' && (data.object as { id: string }).id === id,
      );
      if (completedEvent === undefined) throw new Error('nothing was told of it');
      await deliver(completedEvent).expect(200);
      await untilState(app.database, id, 'partially_refunded');
      const before = await orderOf(app.database, id);
      const countMails = () =>
        onDatabase(app.database, async (client) => {
          const { rows } = await client.query<{ count: string }>(
            "select count(*) from jobs.job where name = 'account.mail'",
          );
          return Number(rows[0]?.count);
        });
      const mailsBefore = await countMails();

      await onDatabase(app.database, (client) =>
        client.query(
          "update checkout_events set received_ms = received_ms - $1::bigint where event_id = $2 and outcome = 'applied'",
          [91 * DAYS, completedEvent.id],
        ),
      );
      await deleteOldEvents();
      expect(await eventCount(completedEvent.id)).toBe(0);
      await deliver(completedEvent).expect(200);
      await until(async () => (await orderOf(app.database, id))?.version !== before?.version);
      const { state, amount_refunded: refunded, timeline } = before ?? {};
      expect(await orderOf(app.database, id)).toMatchObject({
        state,
        amount_refunded: refunded,
        timeline,
      });
      expect(await countMails()).toBe(mailsBefore);
    });
  });

  describe('orders of a student', () => {
    const requestOrders = (bearer: string, query = '') =>
      app.request.get(`/api/user-endpoints/orders${query}`).set('Authorization', bearer);

    it('are the student’s only, newest first, by token or by e-mail address', async () => {
      const eva = await enrol(app.strapi, 'eva@example.com');
      const otherStudent = await enrol(app.strapi, 'other@example.com');
      const first = await openCheckout(purchase({ customer_email: 'Eva@example.com' }));
      const { body: answer } = await app.request
        .post('/api/create-checkout-session')
        .set('Authorization', eva.bearer)
        .send(purchase({ customer_email: 'a-present@example.com' }))
        .expect(200);
      await openCheckout(purchase({ customer_email: 'other@example.com' }));
      const { body } = await requestOrders(eva.bearer).expect(200);
      const { data, meta } = body as { data: Record<string, unknown>[]; meta: unknown };
      expect(data).toHaveLength(2);
      expect(meta).toEqual({
        pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 },
      });
      expect(data[0]).toEqual({
        documentId: expect.any(String) as string,
        createdAt: expect.stringMatching(/Z$/) as string,
        state: 'open',
        sessionStatus: 'open',
        paymentStatus: 'pending',
        mode: 'payment',
        product: {
          documentId: expect.any(String) as string,
          title: 'Curso de prueba',
          SKU: 'COURSE-1',
        },
        vertical: 'medicina',
        amountSubtotal: 4_900,
        amountTotal: 4_900,
        amountPaid: 0,
        amountRefunded: 0,
        refundStatus: 'none',
        presentment: null,
        dispute: null,
        currency: 'eur',
        paidAt: null,
        sessionId: (answer as Session).id,
        subscriptionStatus: null,
        periodEndsAt: null,
        renewsAt: null,
        endsAt: null,
        graceEndsAt: null,
        pause: null,
        priceID: 'price_prod_course',
        discount: null,
        instalments: null,
        access: { granted: false, until: null },
      });
      expect(data[1]).toMatchObject({ sessionId: first });
      const { body: page } = await requestOrders(eva.bearer, '?page=2&pageSize=1').expect(200);
      expect((page as { data: unknown[] }).data).toEqual([data[1]]);
      const { body: otherOrders } = await requestOrders(otherStudent.bearer).expect(200);
      expect((otherOrders as { data: unknown[] }).data).toHaveLength(1);
    });

    it('invalid token – is rejected', async () => {
      const blocked = await enrol(app.strapi, 'blocked@example.com');
      await app.strapi.db
        .query('plugin::users-permissions.user')
        .update({ where: { id: blocked.id }, data: { blocked: true } });
      for (const bearer of ['', 'Bearer x', 'Basic abc', blocked.bearer]) {
        const response = await requestOrders(bearer);
        expect([response.status, codeOf(response)]).toEqual([401, 'UNAUTHENTICATED']);
      }
    });
  });

  it('document service – rejects writes of orders', async () => {
    const orders = app.strapi.documents('plugin::checkout.order' as never);
    await expect(orders.create({ data: {} } as never)).rejects.toThrow(/not by hand/);
  });

  it('generated API – has no routes of orders', async () => {
    for (const path of ['/api/orders', '/api/checkout/orders', '/api/checkout/events']) {
      expect((await app.request.get(path)).status).toBe(404);
    }
  });
});
