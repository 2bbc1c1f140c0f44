import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { letTimePass } from '../support/dead-jobs';
import { type ServiceProcess, startProcess } from '../support/process';
import { until } from '../support/until';
import {
  checkoutEnvironment,
  deliverTo,
  fillCatalogue,
  fillProvider,
  onDatabase,
  orderOf,
  ordersIn,
  purchase,
  type Session,
  type StandIn,
  startStandIn,
  untilState,
} from './support';

describe('checkout over several processes', () => {
  let standIn: StandIn;
  let database: TestDatabase;
  let first: ServiceProcess;
  let second: ServiceProcess;

  const start = (): Promise<ServiceProcess> =>
    startProcess({ database, env: { ...checkoutEnvironment(standIn), LOG_LEVEL: 'debug' } });

  const open = async (service: ServiceProcess, body = purchase()): Promise<string> => {
    const { body: answer } = await service.request
      .post('/api/create-checkout-session')
      .send(body)
      .expect(200);
    return (answer as Session).id;
  };

  const countRows = (sql: string) =>
    onDatabase(database, async (client) => {
      const { rows } = await client.query<{ count: string }>(sql);
      return Number(rows[0]?.count);
    });

  const countUnprocessed = () =>
    countRows("select count(*) from checkout_events where outcome = 'received'");

  beforeAll(async () => {
    standIn = await startStandIn();
    database = await createDatabase();
    const app = await startApp({ database, env: checkoutEnvironment(standIn) });
    await fillProvider(standIn);
    await fillCatalogue(app.strapi);
    await app.stop();
    [first, second] = await Promise.all([start(), start()]);
  });

  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await standIn.stop();
    await database.drop();
  });

  beforeEach(() => standIn.control('DELETE', 'faults'));

  it('errors – do not log secret keys', async () => {
    await deliverTo(standIn, first.url);
    await standIn.control('POST', 'faults', { path: '/v1/prices', kind: 'status', status: 401 });
    await first.request.post('/api/create-checkout-session').send(purchase()).expect(502);
    await standIn.control('POST', 'faults', {
      path: '/v1/checkout/sessions',
      kind: 'half',
      times: 9,
    });
    await first.request.post('/api/create-checkout-session').send(purchase()).expect(502);
    await first.request.post('/api/checkout/webhook/main').send({ id: 'evt' }).expect(400);
    await until(() => first.output().includes('could not create a session'));
    expect(first.output()).not.toMatch(/sk_test|whsec/);
  });

  it('requests and events on two processes – are processed once', async () => {
    await deliverTo(standIn, second.url);
    const body = purchase();
    const keyedResponses = await Promise.all(
      [first, second, first, second].map((service) =>
        service.request
          .post('/api/create-checkout-session')
          .set('Idempotency-Key', 'shared-click')
          .send(body),
      ),
    );
    expect(new Set(keyedResponses.map((answer) => (answer.body as Session).id)).size).toBe(1);
    const clickBody = purchase();
    const [a, b] = await Promise.all([open(first, clickBody), open(second, clickBody)]);
    expect(a).toBe(b);
    const customers = await standIn.objects<{ email: string }>('main', 'customer');
    expect(customers.filter(({ email }) => email === clickBody.customer_email)).toHaveLength(1);

    const before = await countRows(
      "select count(*) from checkout_events where outcome = 'applied'",
    );
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, index) => open(index % 2 === 0 ? first : second)),
    );
    await Promise.all(ids.map((id) => standIn.act(id, 'pay')));
    for (const id of ids) await untilState(database, id, 'paid');
    await until(async () => (await countUnprocessed()) === 0, Boolean, 'Every event');
    const appliedCount = await countRows(
      "select count(*) from checkout_events where outcome = 'applied'",
    );
    expect(appliedCount - before).toBe(ids.length * 4);
    const orders = await ordersIn(database);
    expect(new Set(orders.map(({ session_id: id }) => id)).size).toBe(orders.length);
  });

  it('process killed between an event and its effect – loses nothing', async () => {
    // The event's job must run in the process that will be killed.
    await second.stop();
    await deliverTo(standIn, first.url);
    const id = await open(first);
    // When the process is killed, the event is stored and its job waits for the provider.
    await standIn.fault({ method: 'GET', path: '/v1/', kind: 'hang', times: 1_000 });
    await standIn.act(id, 'pay');
    await until(
      async () => (await countRows("select count(*) from jobs.job where state = 'active'")) > 0,
      Boolean,
      'The beginning of the job',
    );
    await first.kill('SIGKILL');
    expect((await orderOf(database, id))?.state).toBe('open');
    await standIn.control('DELETE', 'faults');
    await letTimePass(database);

    const next = await start();
    await until(async () => (await orderOf(database, id))?.state === 'paid');
    // The job of a killed process is released by time only.
    await until(async () => (await countUnprocessed()) === 0, Boolean, 'Every event');
    await next.stop();
  });
});
