import Stripe from 'stripe';
import type { App } from '../support/app';
import { seededRandom, shuffled } from '../support/random';
import { until } from '../support/until';
import { reconcile } from '../../src/plugins/commerce/checkout/server/jobs/reconcile';
import { fetchUnseen } from '../../src/plugins/commerce/checkout/server/services/events/fetch';
import type { PaymentAccount } from '../../src/plugins/commerce/checkout/server/services/provider/client';
import { syncOrder } from '../../src/plugins/commerce/checkout/server/services/orders/sync';
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

/** Makes every order overdue, and no event is fetched. */
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

  const send = (payload: string, header: string, path = WEBHOOK) =>
    app.request
      .post(path)
      .set('Content-Type', 'application/json')
      .set('Stripe-Signature', header)
      .send(payload);

  const deliver = (event: object) => {
    const payload = JSON.stringify(event, null, 2);
    return send(payload, signature(payload, main.webhookSecret));
  };

  const open = async (body = purchase(), kind = 'session'): Promise<string> => {
    const { body: answer } = await app.request
      .post(`/api/create-checkout-${kind}`)
      .send(body)
      .expect(200);
    return (answer as Session).id;
  };

  const openSubscription = () => open(subscription(), 'subscription');

  const storedEvents = () => standIn.objects<StoredEvent>('main', 'event');

  const eventCount = (id: string) =>
    onDatabase(app.database, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        'select count(*) from checkout_events where event_id = $1',
        [id],
      );
      return Number(rows[0]?.count);
    });

  const unfinished = () =>
    onDatabase(app.database, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        "select count(*) from checkout_events where outcome = 'received'",
      );
      return Number(rows[0]?.count);
    });

  const kinds = async (id: string) =>
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

    it('should take a valid one, over the bytes as they came', async () => {
      await open();
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
      ['none', () => ''],
      ['a made-up one', () => 't=1,v1=00'],
      ['one of another text', () => signature(`${payload} `, main.webhookSecret)],
      ['another account’s', () => signature(payload, partners.webhookSecret)],
      [
        'one too old',
        () => signature(payload, main.webhookSecret, Math.floor(Date.now() / 1000) - 3_600),
      ],
    ])('should refuse %s and store nothing', async (_, header) => {
      const response = await send(payload, header());
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
    ])('should refuse what is signed and no event: %j', async (event) => {
      const response = await deliver(event);
      expect([response.status, codeOf(response)]).toEqual([400, 'INVALID_REQUEST']);
      expect(await eventCount('evt_odd')).toBe(0);
    });

    it('should refuse an account that does not exist', async () => {
      const response = await send(
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

    it('should follow a payment to its end', async () => {
      const id = await open();
      await standIn.act(id, 'decline');
      await untilState(app.database, id, 'failed');
      await standIn.act(id, 'pay');
      await untilState(app.database, id, 'paid');
      expect(await orderOf(app.database, id)).toMatchObject({ session_status: 'complete' });
      expect(await kinds(id)).toEqual(['opened', 'payment_failed', 'paid', 'completed']);
      await standIn.act(id, 'refund', { amount: 1_000 });
      await untilState(app.database, id, 'partially_refunded');
      expect(await orderOf(app.database, id)).toMatchObject({ amount_refunded: 1_000 });
      await standIn.act(id, 'refund');
      await untilState(app.database, id, 'refunded');
      expect(await orderOf(app.database, id)).toMatchObject({ amount_refunded: 4_900 });
    });

    it('should follow a dispute', async () => {
      const id = await open();
      await standIn.act(id, 'pay');
      await standIn.act(id, 'dispute');
      await untilState(app.database, id, 'disputed');
      await standIn.act(id, 'close-dispute', { status: 'won' });
      await untilState(app.database, id, 'paid');
      expect((await kinds(id))?.slice(-2)).toEqual(['disputed', 'dispute_won']);
    });

    it('should wait for a payment that settles later, whichever way it ends', async () => {
      const [good, bad] = [await open(), await open()];
      for (const id of [good, bad]) await standIn.act(id, 'pay-later');
      await untilState(app.database, good, 'complete');
      await untilState(app.database, bad, 'complete');
      await standIn.act(good, 'settle');
      await standIn.act(bad, 'settle', { works: false });
      await untilState(app.database, good, 'paid');
      await untilState(app.database, bad, 'failed');
    });

    it('should follow an abandoned page', async () => {
      const id = await open();
      await standIn.act(id, 'expire');
      await untilState(app.database, id, 'expired');
    });

    it('should follow a subscription', async () => {
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
      await until(async () => (await kinds(id))?.includes('dispute_lost') === true);
      await standIn.act(id, 'cancel');
      await until(async () => (await kinds(id))?.includes('subscription_ended') === true);
    });
  });

  it('should reach the right states from 200 shuffled, repeated, concurrent events', async () => {
    const known = new Set((await storedEvents()).map(({ id }) => id));
    const wanted = new Map<string, string>();
    const bought = async (state: string, ...actions: [string, object?][]): Promise<void> => {
      const id = await open();
      for (const [action, body] of actions) await standIn.act(id, action, { ...body });
      wanted.set(id, state);
    };
    for (let round = 0; round < 3; round += 1) {
      await bought('paid', ['decline'], ['pay']);
      await bought('refunded', ['pay'], ['refund', { amount: 900 }], ['refund']);
      await bought('partially_refunded', ['pay'], ['refund', { amount: 900 }]);
      await bought('disputed', ['pay'], ['dispute']);
      await bought('expired', ['decline'], ['expire']);
      await bought('failed', ['pay-later'], ['settle', { works: false }]);
    }
    const once = (await storedEvents()).filter(({ id }) => !known.has(id));
    const many = Array.from({ length: 200 }, (_, index) => once[index % once.length]);
    const waiting = shuffled(random, many);
    const worker = async (): Promise<void> => {
      for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
        await deliver(event).expect(200);
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    for (const [id, state] of wanted) await untilState(app.database, id, state);
    await until(async () => (await unfinished()) === 0, Boolean, 'The end of all events');
    for (const { id } of once) expect(await eventCount(id)).toBe(1);
    for (const [id, state] of wanted) {
      const order = await orderOf(app.database, id);
      expect(order?.state).toBe(state);
      const keys = order?.timeline.map(({ key }) => key) ?? [];
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  describe('events of other API versions', () => {
    const outcomeOf = (id: string) =>
      onDatabase(app.database, async (client) => {
        const { rows } = await client.query<{ outcome: string }>(
          'select outcome from checkout_events where event_id = $1',
          [id],
        );
        return rows[0]?.outcome;
      });

    const latest = async (type: string): Promise<StoredEvent> => {
      const found = (await storedEvents()).find((event) => event.type === type);
      if (found === undefined) throw new Error(`No event ${type}`);
      return found;
    };

    const versionOf = async (id: string) => (await orderOf(app.database, id))?.version ?? 0;

    afterEach(() =>
      standIn.control('POST', 'webhooks', { account: 'main', apiVersion: '2026-10-28.endive' }),
    );

    it.each([
      ['2024-06-20', (object: object) => object],
      [
        'unknown',
        ({ parent: _, subscription: __, lines: ___, ...rest }: Record<string, unknown>) => rest,
      ],
    ])('POST /checkout/webhook – an invoice as of %s – the order is read', async (version, of) => {
      const id = await openSubscription();
      await standIn.act(id, 'pay');
      await deliver(await latest('checkout.session.completed')).expect(200);
      await untilState(app.database, id, 'paid');
      await standIn.control('POST', 'webhooks', { account: 'main', apiVersion: version });
      await standIn.act(id, 'renew');
      const event = await latest('invoice.paid');
      const object = of(event.data.object as Record<string, unknown>);
      expect(object).not.toHaveProperty('parent');
      const before = await versionOf(id);
      await deliver({ ...event, data: { object } }).expect(200);
      await until(async () => (await outcomeOf(event.id)) === 'applied');
      expect(await versionOf(id)).toBeGreaterThan(before);
    });

    it.each([
      ['that refers to nothing', 'customer.updated', { id: 'cus_1', object: 'customer' }],
      ['about no order', 'payment_intent.succeeded', { id: 'pi_no', object: 'payment_intent' }],
      ['whose ids are none', 'charge.updated', { id: 'c'.repeat(300), object: 'charge' }],
    ])(
      'POST /checkout/webhook – an event %s – is logged once, with type and version',
      async (_, type, object) => {
        const warn = jest.spyOn(app.strapi.log, 'warn');
        const id = `evt_${type}`;
        const event = { id, object: 'event', type, api_version: '2020-08-27', data: { object } };
        for (let turn = 0; turn < 2; turn += 1) await deliver(event).expect(200);
        await until(async () => (await outcomeOf(id)) === 'ignored');
        const lines = warn.mock.calls.map(([line]) => line as unknown as string);
        warn.mockRestore();
        expect(lines.filter((line) => line.includes(id))).toEqual([
          expect.stringContaining(`: ${type}, API version 2020-08-27`),
        ]);
      },
    );
  });

  it('should try again when the provider cannot be read', async () => {
    const id = await open();
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

  it('should answer at once, however slow the provider is to read', async () => {
    const id = await open();
    await standIn.act(id, 'pay');
    const completed = (await storedEvents()).find(
      ({ type, data }) =>
        type === 'checkout.session.completed' && (data.object as { id: string }).id === id,
    );
    await standIn.fault({ method: 'GET', path: '/v1/', kind: 'hang', times: 99 });
    await deliver(completed ?? {}).expect(200);
    // The provider still does not respond.
    expect(await unfinished()).toBe(1);
    await standIn.control('DELETE', 'faults');
    await untilState(app.database, id, 'paid');
  });

  it('should leave sessions alone that were not made here, and log their events once', async () => {
    const warn = jest.spyOn(app.strapi.log, 'warn');
    await deliver({
      id: 'evt_foreign',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_foreign', object: 'checkout.session' } },
    }).expect(200);
    await until(async () => (await unfinished()) === 0);
    expect(await orderOf(app.database, 'cs_foreign')).toBeUndefined();
    const lines = warn.mock.calls.map(([line]) => line as unknown as string);
    warn.mockRestore();
    expect(lines.filter((line) => line.includes('evt_foreign'))).toEqual([
      expect.stringContaining('checkout.session.completed'),
    ]);
  });

  describe('about something that no provider has', () => {
    const outcomesOf = (prefix: string) =>
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
    ])('should be taken, left aside and told once: %s', async (name, object) => {
      const id = `evt_unusable_${name}`;
      const warned = jest.spyOn(app.strapi.log, 'warn');
      const lines = (words: string) =>
        warned.mock.calls.filter((line) => JSON.stringify(line).includes(words));
      const { body } = await deliver({
        ...{ id, object: 'event', type: 'checkout.session.completed' },
        data: { object },
      }).expect(200);
      expect(body).toEqual({ received: true });
      await until(async () => (await outcomesOf(id))[0] === 'ignored', Boolean, 'Its end');
      expect(lines(id)).toHaveLength(1);
      warned.mockClear();
      await reconcile(
        { strapi: app.strapi },
        { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 0 },
      );
      expect(lines('event')).toEqual([]);
      warned.mockRestore();
    });
  });

  it('should record the order of a session that was made and never recorded', async () => {
    const id = await open();
    await app.strapi.db.query('plugin::checkout.order').deleteMany({ where: { sessionId: id } });
    await standIn.act(id, 'pay');
    const completed = (await storedEvents()).find(({ type }) => type.endsWith('.completed'));
    await deliver(completed ?? {}).expect(200);
    await untilState(app.database, id, 'paid');
    expect(await orderOf(app.database, id)).toMatchObject({ product_title: 'Curso de prueba' });
  });

  describe('reconciliation', () => {
    it('should find what became of sessions whose events never came', async () => {
      const [paid, expired, untouched] = [await open(), await open(), await open()];
      await standIn.act(paid, 'pay');
      await standIn.act(expired, 'expire');
      await reconcile({ strapi: app.strapi }, EVERYTHING, AbortSignal.abort());
      expect((await orderOf(app.database, paid))?.state).toBe('open');
      await reconcile({ strapi: app.strapi }, EVERYTHING);
      expect((await orderOf(app.database, paid))?.state).toBe('paid');
      expect((await orderOf(app.database, expired))?.state).toBe('expired');
      expect((await orderOf(app.database, untouched))?.state).toBe('open');
    });

    it('should find refunds whose events could not be delivered', async () => {
      const id = await open();
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

    it('should read the payments of orders that an earlier release read last', async () => {
      const id = await open();
      await standIn.act(id, 'pay');
      await reconcile({ strapi: app.strapi }, EVERYTHING);
      const payments = () =>
        onDatabase(app.database, async (client) => {
          const { rows } = await client.query<{ captured: number | null }>(
            "select (payments->0->'captured')::int as captured from checkout_orders where session_id = $1",
            [id],
          );
          return rows[0]?.captured;
        });
      expect(await payments()).toBe(4_900);
      await onDatabase(app.database, (client) =>
        client.query(
          'update checkout_orders set payments = null, amounts = null where session_id = $1',
          [id],
        ),
      );
      await reconcile({ strapi: app.strapi }, { ...EVERYTHING, overdueMs: 600_000 });
      expect(await payments()).toBe(4_900);
    });

    it('should get back what was delivered to a database that has been put back to an earlier moment', async () => {
      const before = await open();
      await standIn.act(before, 'pay');
      await reconcile(
        { strapi: app.strapi },
        { overdueMs: -60_000, undeliveredMs: 0, unseenMs: 1 },
      );
      await deliverTo(standIn, app.url);
      const after = await open();
      await standIn.act(after, 'pay');
      await untilState(app.database, after, 'paid');
      await standIn.act(before, 'refund');
      await untilState(app.database, before, 'refunded');
      await holdEvents(standIn);

      // The state of a database that was restored to the time of that reconciliation.
      await onDatabase(app.database, async (client) => {
        await client.query('delete from checkout_orders where session_id = $1', [after]);
        await client.query(
          "update checkout_orders set state = 'paid', payment_status = 'paid' where session_id = $1",
          [before],
        );
        await client.query(
          "delete from checkout_events where received_ms > (select value::numeric from strapi_core_store_settings where key = 'plugin_checkout_seen.main')",
        );
      });
      const reach = { overdueMs: 600_000, undeliveredMs: 0, unseenMs: 600_000 };
      await reconcile({ strapi: app.strapi }, reach);
      await untilState(app.database, after, 'paid');
      await untilState(app.database, before, 'refunded');
      await until(async () => (await unfinished()) === 0);
      // Known events cause no change.
      const events = () =>
        onDatabase(app.database, async (client) => {
          const { rows } = await client.query<{ id: number }>(
            'select id from checkout_events order by id',
          );
          return rows;
        });
      const known = await events();
      await reconcile({ strapi: app.strapi }, reach);
      expect(await events()).toEqual(known);
    });

    it('should fetch one page where no time is left, and continue there in the next run', async () => {
      const [latest, middle, oldest] = ['evt_gap_3', 'evt_gap_2', 'evt_gap_1'] as const;
      const events = [latest, middle, oldest];
      const asked: (string | undefined)[] = [];
      const list = ({ starting_after: after }: { starting_after?: string }) => {
        asked.push(after);
        const at = after === undefined ? 0 : events.indexOf(after as typeof latest) + 1;
        const data = [{ id: events[at], type: 'price.updated', data: { object: {} } }];
        return Promise.resolve({ data, has_more: at < events.length - 1 });
      };
      const account = { name: 'gap', client: { events: { list } } } as unknown as PaymentAccount;
      const run = (isOver: boolean) =>
        fetchUnseen({ strapi: app.strapi }, account, { now: 1, since: 0, isOver: () => isOver });
      const isStored = () => Promise.all([...events].map((id) => eventCount(id)));

      await run(true);
      expect([asked, await isStored()]).toEqual([[undefined], [1, 0, 0]]);
      await run(true);
      expect([asked, await isStored()]).toEqual([
        [undefined, latest],
        [1, 1, 0],
      ]);
      await run(false);
      expect(await isStored()).toEqual([1, 1, 1]);
      expect(asked.slice(2, 4)).toEqual([middle, undefined]);
    });

    it('should go on after an order that cannot be read', async () => {
      const [first, second] = [await open(), await open()];
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
      ['whose calls the provider limits', { kind: 'status', status: 429 }],
    ])('should leave an account %s, and go on behind the order that failed', async (_, fault) => {
      await reconcile({ strapi: app.strapi }, EVERYTHING);
      const ofPartner = { origin: 'partners', vertical: 'medicina', productPayID: 'prod_partner' };
      const first = await open();
      const second = await open();
      const other = await open(purchase({ ...ofPartner, priceID: 'price_prod_partner' }));
      // Pages that are still open come last.
      await onDatabase(app.database, (client) =>
        client.query(
          "update checkout_orders set updated_at = '2020-01-01'::timestamptz + (session_id <> $1)::int * interval '1 day' where session_id = any($2)",
          [first, [first, second]],
        ),
      );
      // Without an event, because events would be fetched.
      for (const id of [first, second, other]) {
        await standIn.act(id, 'change', { of: 'session', set: { status: 'expired' } });
      }
      await standIn.fault({ path: first, ...fault, times: 99 });
      const statesOf = () =>
        Promise.all(
          [first, second, other].map(async (id) => (await orderOf(app.database, id))?.state),
        );
      await reconcile({ strapi: app.strapi }, EVERYTHING);
      expect(await statesOf()).toEqual(['open', 'open', 'expired']);
      await reconcile({ strapi: app.strapi }, EVERYTHING);
      expect(await statesOf()).toEqual(['open', 'expired', 'expired']);
    });
  });

  it('should read a payment that an event names, though the order was read since', async () => {
    const id = await open();
    await standIn.act(id, 'pay');
    await standIn.act(id, 'dispute', { status: 'warning_needs_response', flagged: false });
    const find = () =>
      app.strapi.db
        .query('plugin::checkout.order')
        .findOne({ where: { sessionId: id } }) as Promise<{ id: number; paymentIntentId: string }>;
    const { id: orderId } = await find();
    // The charge does not mention the inquiry, so it is not read.
    await syncOrder({ strapi: app.strapi }, orderId);
    const read = await find();
    expect(read).toMatchObject({ state: 'paid', disputePhase: 'none' });
    await syncOrder({ strapi: app.strapi }, orderId, 0, read.paymentIntentId);
    expect(await find()).toMatchObject({ disputePhase: 'inquiry' });
  });

  describe('events of long ago', () => {
    const DAYS = 86_400_000;

    const REACH = { overdueMs: 600_000, undeliveredMs: 0, unseenMs: 0 };

    const forget = () => reconcile({ strapi: app.strapi }, REACH);

    /** Creates events of the given age for a removed account, which cannot be processed. */
    const leave = (prefix: string, outcome: string, days: number, count = 1) =>
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

    const left = (prefix: string) =>
      onDatabase(app.database, async (client) => {
        const { rows } = await client.query<{ count: string }>(
          "select count(*) from checkout_events where event_id like $1 || '%'",
          [prefix],
        );
        return Number(rows[0]?.count);
      });

    it('should be kept for ninety days, and for as long as they are not acted on', async () => {
      await leave('evt_old_applied', 'applied', 91);
      await leave('evt_old_ignored', 'ignored', 91);
      await leave('evt_old_received', 'received', 91);
      await leave('evt_new_applied', 'applied', 89);
      await leave('evt_new_ignored', 'ignored', 89);
      await forget();
      const kept = ['old_applied', 'old_ignored', 'old_received', 'new_applied', 'new_ignored'];
      expect(await Promise.all(kept.map((name) => left(`evt_${name}`)))).toEqual([0, 0, 1, 1, 1]);
    });

    it('should go a part at a time where there are many', async () => {
      await leave('evt_many', 'ignored', 91, 7_000);
      await forget();
      expect(await left('evt_many')).toBe(2_000);
      await forget();
      expect(await left('evt_many')).toBe(0);
    });

    it('should change nothing when one comes once more that is forgotten', async () => {
      const id = await open();
      await standIn.act(id, 'pay');
      await standIn.act(id, 'refund', { amount: 1_000 });
      const told = (await storedEvents()).find(
        ({ type, data }) =>
          type === 'checkout.session.completed' && (data.object as { id: string }).id === id,
      );
      if (told === undefined) throw new Error('nothing was told of it');
      await deliver(told).expect(200);
      await untilState(app.database, id, 'partially_refunded');
      const before = await orderOf(app.database, id);
      const mails = () =>
        onDatabase(app.database, async (client) => {
          const { rows } = await client.query<{ count: string }>(
            "select count(*) from jobs.job where name = 'account.mail'",
          );
          return Number(rows[0]?.count);
        });
      const mailsBefore = await mails();

      await onDatabase(app.database, (client) =>
        client.query(
          "update checkout_events set received_ms = received_ms - $1::bigint where event_id = $2 and outcome = 'applied'",
          [91 * DAYS, told.id],
        ),
      );
      await forget();
      expect(await eventCount(told.id)).toBe(0);
      await deliver(told).expect(200);
      await until(async () => (await orderOf(app.database, id))?.version !== before?.version);
      const { state, amount_refunded: refunded, timeline } = before ?? {};
      expect(await orderOf(app.database, id)).toMatchObject({
        state,
        amount_refunded: refunded,
        timeline,
      });
      expect(await mails()).toBe(mailsBefore);
    });
  });

  describe('orders of a student', () => {
    const orders = (bearer: string, query = '') =>
      app.request.get(`/api/user-endpoints/orders${query}`).set('Authorization', bearer);

    it('should be theirs only, newest first, by token or by e-mail address', async () => {
      const eva = await enrol(app.strapi, 'eva@example.com');
      const other = await enrol(app.strapi, 'other@example.com');
      const first = await open(purchase({ customer_email: 'Eva@example.com' }));
      const { body: answer } = await app.request
        .post('/api/create-checkout-session')
        .set('Authorization', eva.bearer)
        .send(purchase({ customer_email: 'a-present@example.com' }))
        .expect(200);
      await open(purchase({ customer_email: 'other@example.com' }));
      const { body } = await orders(eva.bearer).expect(200);
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
      const { body: page } = await orders(eva.bearer, '?page=2&pageSize=1').expect(200);
      expect((page as { data: unknown[] }).data).toEqual([data[1]]);
      const { body: others } = await orders(other.bearer).expect(200);
      expect((others as { data: unknown[] }).data).toHaveLength(1);
    });

    it('should be nobody’s without a valid token', async () => {
      const blocked = await enrol(app.strapi, 'blocked@example.com');
      await app.strapi.db
        .query('plugin::users-permissions.user')
        .update({ where: { id: blocked.id }, data: { blocked: true } });
      for (const bearer of ['', 'Bearer x', 'Basic abc', blocked.bearer]) {
        const response = await orders(bearer);
        expect([response.status, codeOf(response)]).toEqual([401, 'UNAUTHENTICATED']);
      }
    });
  });

  it('should not let orders be written through documents', async () => {
    const orders = app.strapi.documents('plugin::checkout.order' as never);
    await expect(orders.create({ data: {} } as never)).rejects.toThrow(/not by hand/);
  });

  it('should have no order in the generated API', async () => {
    for (const path of ['/api/orders', '/api/checkout/orders', '/api/checkout/events']) {
      expect((await app.request.get(path)).status).toBe(404);
    }
  });
});
