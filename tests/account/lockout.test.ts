import { isPassword } from '#plugins/account/server/passwords';
import { byEmail } from '#platform/throttle';
import type { App } from '../support/app';
import { apartFromRequest } from '../support/error-bodies';
import { hostModule } from '../support/host';
import { until } from '../support/until';
import {
  type Mailbox,
  openAccounts,
  PASSWORD,
  registerSomeone,
  someEmail,
} from './support/accounts';
import { codeIn, type Letter } from './support/mailbox';
import { apart, timed, timeInTurn } from './support/timing';

const NEW = 'Rainy-Kettle-43';

/** The function that the service uses to compare passwords. */
type Comparer = { compare: (password: string, hash: string) => Promise<boolean> };

const HOME = '198.51.100.7';

/** Wrong passwords until an account is locked. Each costs a comparison, and so do refused logins. */
const LIMIT = 3;

describe('POST /user-endpoints/login – wrong passwords from strangers', () => {
  let app: App;
  let mailbox: Mailbox;
  let stranger = 0;

  beforeAll(async () => {
    ({ app, mailbox } = await openAccounts({
      env: { TRUSTED_PROXIES: '1' },
      runtimeEnv: { LIMIT_LOGIN_PER_ACCOUNT: `${LIMIT}/600` },
    }));
  });

  afterAll(() => app.stop());

  const login = (email: string, password: string, ip: string) =>
    app.request
      .post('/api/user-endpoints/login')
      .set('X-Forwarded-For', ip)
      .send({ email, password });

  const newStrangerIp = (): string => {
    stranger += 1;
    return `10.${Math.floor(stranger / 250)}.${stranger % 250}.1`;
  };

  const attack = async (email: string, times = LIMIT + 1, ip = newStrangerIp): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      // An address is one account, whatever its letters' case.
      const name = count % 2 === 0 ? email : email.toUpperCase();
      await login(name, 'Wrong-Password-1', ip()).expect(401);
    }
  };

  const isLocked = ({ subject }: Letter): boolean => subject?.includes('Too many') === true;

  const lockLetters = async (email: string): Promise<Letter[]> =>
    (await mailbox.to(email)).filter(isLocked);

  const reset = async (email: string, ip: string, code?: string): Promise<void> => {
    const resetCode = code ?? codeIn((await lockLetters(email))[0]);
    await app.request
      .post('/api/user-endpoints/password-reset')
      .set('X-Forwarded-For', ip)
      .send({ code: resetCode, password: NEW })
      .expect(200);
  };

  const registerEmail = async (): Promise<string> =>
    (await registerSomeone(app, { language: 'en' })).email;

  it('locked account – accepts logins from networks the owner used before, and from no others', async () => {
    const email = await registerEmail();
    await login(email, PASSWORD, HOME).expect(200);
    await attack(email, 2 * LIMIT + 1);
    await login(email, PASSWORD, newStrangerIp()).expect(401);
    await login(email, PASSWORD, HOME).expect(200);
    // The provider has assigned another address of its network.
    await login(email, PASSWORD, '198.51.100.99').expect(200);
    await login(email, PASSWORD, '198.51.101.7').expect(401);
    // The owner's login gives strangers no further attempt.
    await login(email, PASSWORD, newStrangerIp()).expect(401);
  });

  it('too many wrong passwords – lock the account, from one address or from many', async () => {
    const email = await registerEmail();
    await login(email, PASSWORD, HOME).expect(200);
    const ip = newStrangerIp();
    await attack(email, LIMIT, () => ip);
    await login(email, PASSWORD, ip).expect(401);
    const otherEmail = await registerEmail();
    const statuses = await Promise.all(
      Array.from(
        { length: 2 * LIMIT },
        async () => (await login(otherEmail, 'Wrong-Password-1', newStrangerIp())).status,
      ),
    );
    expect(statuses).toEqual(Array<number>(2 * LIMIT).fill(401));
    await login(otherEmail, PASSWORD, newStrangerIp()).expect(401);
  });

  it('too many wrong passwords from the owner’s network – lock that network only', async () => {
    const email = await registerEmail();
    await login(email, PASSWORD, HOME).expect(200);
    await attack(email, LIMIT, () => HOME);
    await login(email, PASSWORD, HOME).expect(401);
    // Callers elsewhere are not affected.
    await login(email, PASSWORD, newStrangerIp()).expect(200);
  });

  it('locked account – mails the owner one code, which sets a new password during the attack', async () => {
    const email = await registerEmail();
    await login(email, PASSWORD, HOME).expect(200);
    await attack(email, 2 * LIMIT);
    await until(async () => (await lockLetters(email)).length > 0, Boolean, 'The letter');
    const resetIp = newStrangerIp();
    await reset(email, resetIp);
    await login(email, NEW, newStrangerIp()).expect(200);
    await attack(email, 2 * LIMIT);
    await login(email, NEW, resetIp).expect(200);
    // The new password forgets known networks: one may be a thief's.
    await login(email, NEW, HOME).expect(401);

    await app.request
      .post('/api/user-endpoints/forgot-password')
      .send({ email, lang: 'en' })
      .expect(200);
    await until(async () =>
      (await mailbox.to(email)).some(
        ({ subject }) => subject === 'Your code to change the password',
      ),
    );
    expect(await lockLetters(email)).toHaveLength(1);
  });

  it('sends identical responses, in equal time, for locked accounts, wrong passwords and unknown addresses', async () => {
    const [locked, open] = [await registerEmail(), await registerEmail()];
    await attack(locked);
    const unknownEmail = someEmail();
    await attack(unknownEmail);
    const bodies = new Set<string>();
    const tryOn = (email: string, password: string) => async (): Promise<void> => {
      const { body, headers } = await login(email, password, newStrangerIp()).expect(401);
      bodies.add(JSON.stringify(apartFromRequest(body)));
      expect(headers['retry-after']).toBeUndefined();
    };
    const [ofKnown, unknown] = await timeInTurn(
      tryOn(locked, PASSWORD),
      tryOn(unknownEmail, PASSWORD),
    );
    expect(apart(ofKnown, unknown)).toBeLessThan(4);
    await tryOn(open, 'Wrong-Password-1')();
    expect(bodies.size).toBe(1);
    // The account does not exist: no mail is sent, and no error occurs.
    await until(async () => (await lockLetters(locked)).length === 1);
    expect(mailbox.letters.some(({ recipients }) => recipients.includes(unknownEmail))).toBe(false);
  });

  const runAtOnce = <T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, number) => work(number)));

  it('parallel logins with the right password, more than the limit – all succeed, even with one attempt left', async () => {
    const email = await registerEmail();
    // One of the attempts is left, elsewhere and then in the owner's network.
    for (const ip of [newStrangerIp(), HOME, HOME]) {
      await attack(email, LIMIT - 1, () => ip);
      const answers = await runAtOnce(2 * LIMIT, () => login(email, PASSWORD, ip));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(2 * LIMIT).fill(200));
    }
    // Letters are sent one after the other, so an unwanted one would have arrived before this one.
    const otherEmail = await registerEmail();
    await attack(otherEmail);
    await until(async () => (await lockLetters(otherEmail)).length > 0, Boolean, 'The letter');
    expect(await lockLetters(email)).toEqual([]);
  });

  it('isPassword – while it compares – does not block the event loop', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await isPassword({ strapi: app.strapi }, PASSWORD, null);
    isOver = true;
    // Counts turns of the event loop. A comparison in the event loop allowed two.
    expect(turns).toBeGreaterThan(50);
  });

  it('parallel guesses – compare the password as often as the limit allows, as for sequential guesses', async () => {
    const email = await registerEmail();
    const unknownEmail = someEmail();
    const { password: hash } = (await app.strapi.db
      .query('plugin::users-permissions.user')
      .findOne({ where: { email } })) as { password: string };
    const compareSpy = jest.spyOn(hostModule<Comparer>('bcrypt'), 'compare');
    const guess = (targetEmail: string) => (number: number) =>
      login(targetEmail, `Wrong-Password-${number}`, newStrangerIp());
    const answers = await runAtOnce(2 * LIMIT, guess(email));
    expect(compareSpy.mock.calls.filter(([, passwordHash]) => passwordHash === hash)).toHaveLength(
      LIMIT,
    );
    // Each rejected login takes the same time.
    expect(compareSpy).toHaveBeenCalledTimes(2 * LIMIT);
    compareSpy.mockRestore();
    const responses = [...answers, ...(await runAtOnce(2 * LIMIT, guess(unknownEmail)))].map(
      ({ status, body }) => JSON.stringify([status, apartFromRequest(body)]),
    );
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toContain('INVALID_CREDENTIALS');
    await login(email, PASSWORD, newStrangerIp()).expect(401);
  });

  it('lease of a stopped node – delays a login until it expires, for known and unknown addresses', async () => {
    const [email, unknownEmail] = [await registerEmail(), someEmail()];
    const limit = { name: 'account-loginPerAccount', points: LIMIT, seconds: 600 };
    const holdLease = async (targetEmail: string, seconds: number): Promise<void> => {
      await app.strapi.db.connection.raw(
        `insert into throttle.hits (key, points, expire)
         values (?, 1, (extract(epoch from clock_timestamp()) * 1000)::bigint + ?)
         on conflict (key) do update set expire = excluded.expire`,
        [`turn:${limit.name}:${byEmail(limit, targetEmail).key}`, seconds * 1000],
      );
    };
    await holdLease(email, 1);
    const wait = await timed(() => login(email, PASSWORD, newStrangerIp()).expect(200));
    expect(wait).toBeGreaterThan(800);

    // A lease that long is invalid: the clock of the database was ahead.
    await holdLease(email, 600);
    await login(email, PASSWORD, newStrangerIp()).expect(200);

    const holdBothLeases = () =>
      Promise.all([email, unknownEmail].map((targetEmail) => holdLease(targetEmail, 9)));
    await holdBothLeases();
    const renewal = setInterval(() => void holdBothLeases(), 1_000);
    const answers = await Promise.all(
      [email, unknownEmail].map((targetEmail) =>
        login(targetEmail, PASSWORD, newStrangerIp()).expect(429),
      ),
    ).finally(() => clearInterval(renewal));
    const responses = answers.map(({ body, headers }) =>
      JSON.stringify([headers['retry-after'], apartFromRequest(body)]),
    );
    expect(responses[0]).toContain('TOO_MANY_REQUESTS');
    expect(responses[1]).toBe(responses[0]);
  });

  it('does not store network addresses or e-mail addresses in readable form', async () => {
    const email = await registerEmail();
    await login(email, PASSWORD, HOME).expect(200);
    const { rows } = await app.strapi.db.connection.raw<{ rows: { row: string }[] }>(
      'select k::text as row from account_known_networks k',
    );
    const text = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(text).not.toContain('198.51.100');
    expect(text).not.toContain(email);
  });

  it('five parallel logins from one network – store one known network, which expires', async () => {
    const email = await registerEmail();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => login(email, PASSWORD, '192.0.2.1')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(200));
    const { id } = (await app.strapi.db
      .query('plugin::users-permissions.user')
      .findOne({ where: { email } })) as { id: number };
    const knownNetworks = app.strapi.db.query('plugin::account.known-network');
    expect(await knownNetworks.count({ where: { userNumber: id } })).toBe(1);
    await knownNetworks.updateMany({
      where: { userNumber: id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await attack(email);
    await login(email, PASSWORD, '192.0.2.1').expect(401);
  });
});
