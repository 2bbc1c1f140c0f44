import { isPassword } from '../../src/plugins/account/server/passwords';
import { byEmail } from '../../src/platform/throttle';
import { type App, startApp } from '../support/app';
import { apartFromRequest } from '../support/error-bodies';
import { hostModule } from '../support/host';
import { until } from '../support/until';
import {
  generous,
  type Mailbox,
  openMailbox,
  PASSWORD,
  registerSomeone,
  someEmail,
} from './support/accounts';
import { codeIn, type Letter } from './support/mailbox';
import { apart, timed, timeInTurn } from './support/timing';

const NEW = 'Rainy-Kettle-43';

/** The function with which the service compares passwords. */
type Comparer = { compare: (password: string, hash: string) => Promise<boolean> };

const HOME = '198.51.100.7';

describe('an account that somebody else tries to get into', () => {
  let app: App;
  let mailbox: Mailbox;
  let stranger = 0;

  beforeAll(async () => {
    mailbox = await openMailbox();
    app = await startApp({
      env: { ...mailbox.env, TRUSTED_PROXIES: '1' },
      runtimeEnv: { ...generous, ...mailbox.runtimeEnv, LIMIT_LOGIN_PER_ACCOUNT: '5/600' },
    });
  });

  afterAll(async () => {
    await app.stop();
    await mailbox.close();
  });

  const login = (email: string, password: string, ip: string) =>
    app.request
      .post('/api/user-endpoints/login')
      .set('X-Forwarded-For', ip)
      .send({ email, password });

  const someStranger = (): string => {
    stranger += 1;
    return `10.${Math.floor(stranger / 250)}.${stranger % 250}.1`;
  };

  const attack = async (email: string, times = 6, ip = someStranger): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      await login(email, 'Wrong-Password-1', ip()).expect(401);
    }
  };

  const isLocked = ({ subject }: Letter): boolean => subject?.includes('Too many') === true;

  const lockedLetters = async (email: string): Promise<Letter[]> =>
    (await mailbox.to(email)).filter(isLocked);

  const reset = async (email: string, ip: string, code?: string): Promise<void> => {
    const sent = code ?? codeIn((await lockedLetters(email))[0]);
    await app.request
      .post('/api/user-endpoints/password-reset')
      .set('X-Forwarded-For', ip)
      .send({ code: sent, password: NEW })
      .expect(200);
  };

  const someone = async (): Promise<string> =>
    (await registerSomeone(app, { language: 'en' })).email;

  it('should be open to its owner where they have been before, and to nobody else', async () => {
    const email = await someone();
    await login(email, PASSWORD, HOME).expect(200);
    await attack(email, 12);
    await login(email, PASSWORD, someStranger()).expect(401);
    await login(email, PASSWORD, HOME).expect(200);
    // The provider has assigned another address of its network.
    await login(email, PASSWORD, '198.51.100.99').expect(200);
    await login(email, PASSWORD, '198.51.101.7').expect(401);
    // The owner's login gives strangers no further attempt.
    await login(email, PASSWORD, someStranger()).expect(401);
  });

  it('should be locked for one stranger and for many, whether or not somebody lives there', async () => {
    const email = await someone();
    await login(email, PASSWORD, HOME).expect(200);
    const ip = someStranger();
    await attack(email, 5, () => ip);
    await login(email, PASSWORD, ip).expect(401);
    const many = await someone();
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await login(many, 'Wrong-Password-1', someStranger())).status,
      ),
    );
    expect(statuses).toEqual(Array<number>(12).fill(401));
    await login(many, PASSWORD, someStranger()).expect(401);
  });

  it('should limit wrong passwords where the owner has been too', async () => {
    const email = await someone();
    await login(email, PASSWORD, HOME).expect(200);
    await attack(email, 5, () => HOME);
    await login(email, PASSWORD, HOME).expect(401);
    // Callers elsewhere are not affected.
    await login(email, PASSWORD, someStranger()).expect(200);
  });

  it('should tell its owner once, with a code that opens it from anywhere while it goes on', async () => {
    const email = await someone();
    await login(email, PASSWORD, HOME).expect(200);
    await attack(email, 9);
    await until(async () => (await lockedLetters(email)).length > 0, Boolean, 'The letter');
    const here = someStranger();
    await reset(email, here);
    await login(email, NEW, someStranger()).expect(200);
    await attack(email, 9);
    await login(email, NEW, here).expect(200);
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
    expect(await lockedLetters(email)).toHaveLength(1);
  });

  it('should answer alike whether it is locked, wrong or not there, in the same time', async () => {
    const [locked, open] = [await someone(), await someone()];
    await attack(locked, 6);
    const nobody = someEmail();
    await attack(nobody, 6);
    const bodies = new Set<string>();
    const tryOn = (email: string, password: string) => async (): Promise<void> => {
      const { body, headers } = await login(email, password, someStranger()).expect(401);
      bodies.add(JSON.stringify(apartFromRequest(body)));
      expect(headers['retry-after']).toBeUndefined();
    };
    const [known, unknown] = await timeInTurn(30, tryOn(locked, PASSWORD), tryOn(nobody, PASSWORD));
    expect(apart(known, unknown)).toBeLessThan(4);
    await tryOn(open, 'Wrong-Password-1')();
    expect(bodies.size).toBe(1);
    // The account does not exist: no mail is sent, and no error occurs.
    await until(async () => (await lockedLetters(locked)).length === 1);
    expect(mailbox.letters.some(({ recipients }) => recipients.includes(nobody))).toBe(false);
  });

  const many = <T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, number) => work(number)));

  it('should let in everybody who shows the right password at the same moment, however few tries are left', async () => {
    const email = await someone();
    // One of the five attempts is left, elsewhere and then in the owner's network.
    for (const ip of [someStranger(), HOME, HOME]) {
      await attack(email, 4, () => ip);
      const answers = await many(20, () => login(email, PASSWORD, ip));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    }
    // Letters are sent one after the other; an unwanted one would have arrived before.
    const other = await someone();
    await attack(other, 6);
    await until(async () => (await lockedLetters(other)).length > 0, Boolean, 'The letter');
    expect(await lockedLetters(email)).toEqual([]);
  });

  it('should keep nobody waiting while a password is compared', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await isPassword({ strapi: app.strapi }, PASSWORD, null);
    isOver = true;
    // Turns of the event loop while others are served. Comparing in the loop allowed two.
    expect(turns).toBeGreaterThan(50);
  });

  it('should compare no more of many guesses at once than of as many in a row', async () => {
    const email = await someone();
    const nobody = someEmail();
    const { password: hash } = (await app.strapi.db
      .query('plugin::users-permissions.user')
      .findOne({ where: { email } })) as { password: string };
    const compared = jest.spyOn(hostModule<Comparer>('bcrypt'), 'compare');
    const guess = (whose: string) => (number: number) =>
      login(whose, `Wrong-Password-${number}`, someStranger());
    const answers = await many(25, guess(email));
    expect(compared.mock.calls.filter(([, other]) => other === hash)).toHaveLength(5);
    // Each refused login takes the same time.
    expect(compared).toHaveBeenCalledTimes(25);
    compared.mockRestore();
    const said = [...answers, ...(await many(25, guess(nobody)))].map(({ status, body }) =>
      JSON.stringify([status, apartFromRequest(body)]),
    );
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toContain('INVALID_CREDENTIALS');
    await login(email, PASSWORD, someStranger()).expect(401);
  });

  it('should wait for what a node has begun that died, but not for ever, whether or not somebody lives there', async () => {
    const [email, nobody] = [await someone(), someEmail()];
    const limit = { name: 'account-loginPerAccount', points: 5, seconds: 600 };
    const beginTurn = async (whose: string, seconds: number): Promise<void> => {
      await app.strapi.db.connection.raw(
        `insert into throttle.hits (key, points, expire)
         values (?, 1, (extract(epoch from clock_timestamp()) * 1000)::bigint + ?)
         on conflict (key) do update set expire = excluded.expire`,
        [`turn:${limit.name}:${byEmail(limit, whose).key}`, seconds * 1000],
      );
    };
    await beginTurn(email, 1);
    const wait = await timed(() => login(email, PASSWORD, someStranger()).expect(200));
    expect(wait).toBeGreaterThan(800);

    // No turn lasts that long: the clock of the database was ahead.
    await beginTurn(email, 600);
    await login(email, PASSWORD, someStranger()).expect(200);

    const beginBoth = () => Promise.all([email, nobody].map((whose) => beginTurn(whose, 9)));
    await beginBoth();
    const renewal = setInterval(() => void beginBoth(), 1_000);
    const answers = await Promise.all(
      [email, nobody].map((whose) => login(whose, PASSWORD, someStranger()).expect(429)),
    ).finally(() => clearInterval(renewal));
    const said = answers.map(({ body, headers }) =>
      JSON.stringify([headers['retry-after'], apartFromRequest(body)]),
    );
    expect(said[0]).toContain('TOO_MANY_REQUESTS');
    expect(said[1]).toBe(said[0]);
  });

  it('should keep no address of anybody that can be read', async () => {
    const email = await someone();
    await login(email, PASSWORD, HOME).expect(200);
    const { rows } = await app.strapi.db.connection.raw<{ rows: { row: string }[] }>(
      'select k::text as row from account_known_networks k',
    );
    const text = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(text).not.toContain('198.51.100');
    expect(text).not.toContain(email);
  });

  it('should make one known network of many logins at the same moment', async () => {
    const email = await someone();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => login(email, PASSWORD, '192.0.2.1')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(200));
    const { id } = (await app.strapi.db
      .query('plugin::users-permissions.user')
      .findOne({ where: { email } })) as { id: number };
    const known = app.strapi.db.query('plugin::account.known-network');
    expect(await known.count({ where: { userNumber: id } })).toBe(1);
    await known.updateMany({
      where: { userNumber: id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await attack(email, 6);
    await login(email, PASSWORD, '192.0.2.1').expect(401);
  });
});
