import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  apiToken,
  bearer,
  generous,
  logIn,
  type Mailbox,
  openMailbox,
  registerSomeone,
  someEmail,
} from '../account/support/accounts';
import { reconcile } from '#plugins/commerce/checkout/server/jobs/reconcile';
import {
  checkoutEnvironment,
  deliverTo,
  fillCatalogue,
  fillProvider,
  ordersIn,
  purchase,
  type Session,
  type StandIn,
  startStandIn,
  untilState,
} from '../checkout/support';
import { callsOf, callsWithoutDatabase, type Tokens } from '../database/support/calls';
import { signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { ensureLanguages } from '../support/content';
import { freePort } from '../support/ports';
import { until } from '../support/until';
import { type Archive, createArchive, describeWithArchive, type Server } from './archived-postgres';

const PRODUCT = 'api::product.product';

/** The commands of docs/how-to/move-to-another-machine.md that pack the database and the uploads and load them elsewhere. */
const movingCommands = (): [pack: string, load: string] => {
  const page = readFileSync(
    path.resolve(__dirname, '../../docs/how-to/move-to-another-machine.md'),
    'utf8',
  );
  const [pack = '', load = ''] = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(
    ([, commands = '']) => commands,
  );
  return [pack, load];
};

describeWithArchive('A database that is lost and put back as of a minute', () => {
  let archive: Archive;
  let server: Server;
  let mailbox: Mailbox;
  let standIn: StandIn;
  let app: App;
  let tokens: Tokens;

  const serve = async (from: Server): Promise<App> => {
    const database = from.database('cms');
    mkdirSync(path.join(database.publicDir, 'uploads'), { recursive: true });
    return startApp({
      database,
      env: {
        ...generous,
        ...mailbox.env,
        ...mailbox.runtimeEnv,
        ...checkoutEnvironment(standIn),
        PAY_TIMEOUT_MS: '5000',
        PUBLIC_URL: 'https://cms.example.com',
      },
    });
  };

  /** Buys a product; returns the address and the paid session. */
  const buy = async (): Promise<{ email: string; session: string }> => {
    const { email } = await registerSomeone(app);
    const { body } = await app.request
      .post('/api/create-checkout-session')
      .send(purchase({ customer_email: email }))
      .expect(200);
    const session = (body as Session).id;
    await standIn.act(session, 'pay');
    await untilState(app.database, session, 'paid');
    return { email, session };
  };

  const rename = async (product: string, acronym: string): Promise<void> => {
    await app.strapi.documents(PRODUCT).update({
      documentId: product,
      locale: 'es',
      data: { acronym },
      status: 'published',
    } as never);
  };

  /** Returns the response of every address that is read, byte for byte. */
  const answers = async (calls: ReturnType<typeof callsOf>): Promise<Record<string, string>> => {
    const all: Record<string, string> = {};
    for (const { name, path: at, method, caller } of calls) {
      if (method !== 'GET') continue;
      // Errors contain their request id.
      const request = app.request.get(at).set('X-Request-Id', 'the-drill');
      const answer = await (caller === 'anyone' ? request : request.set(...bearer(tokens[caller])));
      all[`${name} ${at}`] = `${answer.status} ${answer.text}`;
    }
    return all;
  };

  beforeAll(async () => {
    [archive, standIn, mailbox] = await Promise.all([
      createArchive(),
      startStandIn(),
      openMailbox({ port: await freePort() }),
    ]);
    server = await archive.first();
    app = await serve(server);
    await fillProvider(standIn);
    await fillCatalogue(app.strapi);
    await ensureLanguages(app);
    await deliverTo(standIn, app.url);
  });

  afterAll(async () => {
    await app.stop();
    await server.kill();
    await Promise.all([standIn.stop(), mailbox.close()]);
    archive.remove();
  });

  it('answers as at the backup, resumes its jobs, and recovers the orders of the lost minutes', async () => {
    const course = (await app.strapi
      .documents(PRODUCT)
      .findFirst({ filters: { slug: 'course-1' }, locale: 'es' } as never)) as {
      documentId: string;
    } | null;
    const product = course?.documentId ?? '';

    // A base backup while customers buy and an editor publishes.
    const progress = { isBackedUp: false };
    const backup = archive.backup().finally(() => (progress.isBackedUp = true));
    const bought: { email: string; session: string }[] = [];
    do {
      bought.push(await buy());
      await rename(product, `B${bought.length}`);
    } while (!progress.isBackedUp || bought.length < 3);
    await backup;

    // Data that must be kept: orders, a file, tokens, an unsent letter.
    bought.push(await buy());
    for (const { email } of bought) await mailbox.to(email, 2);
    const uploads = path.join(app.database.publicDir, 'uploads');
    writeFileSync(path.join(uploads, 'kept.txt'), 'kept');
    await archive.script('uploads.sh', [uploads, archive.folder('copies')]);
    const { email: student } = await registerSomeone(app);
    tokens = {
      student: await logIn(app, student),
      server: await apiToken(app.strapi),
      editor: (await signIn(app, 'strapi-super-admin')).token,
    };
    await mailbox.to(student);
    await mailbox.close();
    const waiting = someEmail();
    await registerSomeone(app, { email: waiting });
    const calls = [...callsOf({ email: student, product }), ...callsWithoutDatabase];
    const before = await answers(calls);
    expect(Object.keys(before).length).toBeGreaterThan(40);
    const orders = await ordersIn(app.database);
    const [{ now } = { now: '' }] = await server.query('SELECT clock_timestamp()::text AS now');

    // Data that is lost: an order, a refund, an account, a publication.
    const lost = await buy();
    await standIn.act(bought[0]?.session ?? '', 'refund');
    await untilState(app.database, bought[0]?.session ?? '', 'refunded');
    await rename(product, 'lost');
    rmSync(path.join(uploads, 'kept.txt'));
    writeFileSync(path.join(uploads, 'later.txt'), 'later');
    const gone = await registerSomeone(app);
    const goneToken = await logIn(app, gone.email);
    const [{ wal } = { wal: '' }] = await server.query(
      'SELECT pg_walfile_name(pg_switch_wal()) AS wal',
    );
    await until(
      () => server.query('SELECT last_archived_wal AS wal FROM pg_stat_archiver'),
      ([row]) => String(row?.wal) >= String(wal),
    );
    await server.kill();
    await app.stop().catch(() => undefined);
    // The five-minute reconciliation must not run before the comparison.
    await standIn.fault({ path: '/v1/events', kind: 'status', status: 503, times: 1_000 });

    // On another machine: only the archive of the first one is used.
    rmSync(archive.folder('first'), { recursive: true });
    const uploadsOfThen = archive.folder('uploads');
    await expect(
      archive.script('restore-uploads.sh', [String(now), archive.folder('nowhere'), uploadsOfThen]),
    ).rejects.toThrow('There are no copies of uploads');
    const since = performance.now();
    await archive.restore(archive.folder('second'), [
      '--type=time',
      `--target=${String(now)}`,
      '--target-action=promote',
    ]);
    await archive.script('restore-uploads.sh', [
      String(now),
      archive.folder('copies'),
      uploadsOfThen,
    ]);
    server = await archive.start(archive.folder('second'), await freePort());
    mailbox = await openMailbox({ port: mailbox.port });
    app = await serve(server);
    const took = (performance.now() - since) / 1000;
    process.stdout.write(`the drill: restored and serving after ${took.toFixed(1)} s\n`);
    expect(readFileSync(path.join(uploadsOfThen, 'kept.txt'), 'utf8')).toBe('kept');

    const after = await answers(calls);
    for (const [name, answer] of Object.entries(before))
      expect([name, after[name]]).toEqual([name, answer]);
    expect(await ordersIn(app.database)).toEqual(orders);
    await app.request
      .get('/api/user-endpoints/me')
      .set(...bearer(goneToken))
      .expect(401);

    // The waiting letter is sent once; sent letters are not repeated.
    await mailbox.to(waiting);
    await standIn.control('DELETE', 'faults');
    await deliverTo(standIn, app.url);
    await reconcile(app);
    await untilState(app.database, lost.session, 'paid');
    await untilState(app.database, bought[0]?.session ?? '', 'refunded');
    await until(
      () =>
        server.query(
          `SELECT name, state FROM jobs.job WHERE state < 'completed' AND start_after <= now() AND name NOT LIKE '\\_\\_%'`,
          'cms',
        ),
      (jobs) => jobs.length === 0,
    );
    const letters = mailbox.letters.flatMap(({ recipients }) => recipients);
    expect(letters.filter((to) => to === waiting)).toHaveLength(1);
    expect(letters.filter((to) => bought.slice(1).some(({ email }) => email === to))).toEqual([]);
    expect((await ordersIn(app.database)).map(({ session_id: id }) => id).sort()).toEqual(
      [...bought, lost].map(({ session }) => session).sort(),
    );

    // A full restore returns everything, including the data after the minute.
    await archive.restore(archive.folder('third'), []);
    const latest = await archive.start(archive.folder('third'), await freePort());
    expect(await latest.query('SELECT session_id FROM checkout_orders', 'cms')).toContainEqual({
      session_id: lost.session,
    });
    await latest.kill();

    // Moves the installation with the commands of the document.
    const [pack, load] = movingCommands();
    const url = app.database.url;
    const inFolder = { cwd: archive.folder('moved') };
    await archive.run('mkdir', ['-p', archive.folder('moved', 'public')]);
    await archive.run(
      'bash',
      ['-euc', pack],
      { DATABASE_URL: url, PUBLIC_DIR: archive.folder() },
      inFolder,
    );
    for (const file of ['cms.dump', 'uploads.tar'])
      expect(statSync(archive.folder('moved', file)).mode & 0o077).toBe(0);
    await server.query('CREATE DATABASE moved');
    // An administrator may have created the extensions, and the loading account may lack the right.
    await server.query('CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm', 'moved');
    const target = {
      DATABASE_URL: url.replace(/cms$/, 'moved'),
      PUBLIC_DIR: archive.folder('moved', 'public'),
    };
    await archive.run('bash', ['-euc', load], target, inFolder);
    const moved = archive.folder('moved', 'public', 'uploads', 'kept.txt');
    expect(readFileSync(moved, 'utf8')).toBe('kept');
    const count = (database: string) =>
      server.query(
        'SELECT count(*) AS orders, (SELECT count(*) FROM jobs.job) AS jobs FROM checkout_orders',
        database,
      );
    expect(await count('moved')).toMatchObject([{ orders: String(bought.length + 1) }]);
    // A database that has tables is not changed.
    await expect(archive.run('bash', ['-euc', load], target, inFolder)).rejects.toThrow(
      'already exists',
    );
  });
});
