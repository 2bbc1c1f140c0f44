import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';
import { generous, newAccount, openMailbox, type Mailbox } from './support/accounts';

type Row = {
  state: string;
  retry_count: number;
  retry_limit: number;
  /** Seconds from the beginning of the last attempt to the next one. */
  pause: number;
};

const DAY = 86_400;

/** Seconds within which a mail is sent after the mail server recovers. Later, its code would have expired. */
const LONGEST_PAUSE = 300;

describe('a mail that the mail server rejects temporarily', () => {
  let mailbox: Mailbox;
  let database: TestDatabase;
  let client: Client;
  let service: ServiceProcess;

  const { email, ...account } = newAccount();

  const findMailJob = async (): Promise<Row | undefined> => {
    const { rows } = await client.query<Row>(
      `SELECT state, retry_count, retry_limit, extract(epoch FROM start_after - started_on)::float AS pause
       FROM jobs.job WHERE name = 'account.mail'`,
    );
    return rows[0];
  };

  /** Returns the job after the attempt that followed this many others has failed. */
  const waitForFailure = (tries: number): Promise<Row | undefined> =>
    until(
      findMailJob,
      (row) => row?.retry_count === tries && ['retry', 'failed'].includes(row.state),
    );

  const logLines = (): string[] =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes('jobs: account.mail: '));

  beforeAll(async () => {
    mailbox = await openMailbox();
    mailbox.busy.add(email);
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    service = await startProcess({
      database,
      env: { ...generous, ...mailbox.env, ...mailbox.runtimeEnv, LOG_LEVEL: 'warn' },
    });
    await service.request
      .post('/api/user-endpoints/register')
      .send({ ...account, email })
      .expect(200);
  });

  afterAll(async () => {
    await service.stop();
    await client.end();
    await database.drop();
    await mailbox.close();
  });

  it('is retried for three days, with pauses that grow up to five minutes', async () => {
    const first = await waitForFailure(0);
    expect(first?.pause).toBeGreaterThanOrEqual(1);
    expect((await waitForFailure(1))?.pause).toBeGreaterThanOrEqual(2);
    expect((await waitForFailure(2))?.pause).toBeGreaterThanOrEqual(4);
    // Simulates hours of retries.
    await client.query(`UPDATE jobs.job SET retry_count = 39 WHERE name = 'account.mail'`);
    const lateAttempt = await waitForFailure(40);
    expect(Math.round(lateAttempt?.pause ?? 0)).toBeGreaterThanOrEqual(LONGEST_PAUSE);
    expect(lateAttempt?.pause).toBeLessThan(LONGEST_PAUSE + 30);
    // Three days also hold if all pauses are as short as the first.
    const retrySeconds = Number(mailbox.runtimeEnv.MAIL_RETRY_SECONDS);
    expect(((first?.retry_limit ?? 0) * retrySeconds) / DAY).toBeCloseTo(3, 1);
  });

  it('is logged at the first failure and when retries end, not at each attempt', async () => {
    await client.query(
      `UPDATE jobs.job SET start_after = now(), created_on = now() - interval '3 days'
       WHERE name = 'account.mail'`,
    );
    expect(await waitForFailure(41)).toMatchObject({ state: 'failed' });
    const logged = await until(logLines, (all) => all.some((line) => line.includes('given up')));
    // One more line if this machine takes more than a minute.
    expect(logged.length).toBeLessThanOrEqual(3);
    expect(logged.filter((line) => line.includes('error: '))).toEqual([
      expect.stringMatching(
        /error: jobs: account\.mail: mail server 127\.0\.0\.1:\d+, RCPT TO: .*451/,
      ),
      expect.stringMatching(/error: jobs: account\.mail: given up at try 42: .*451/),
    ]);
  });
});
