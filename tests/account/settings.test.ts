import { readSettings } from '#index';
import { type App, startApp } from '../support/app';
import { HostDate } from '../support/host';
import {
  bearer,
  codeOf,
  generous,
  logIn,
  type Mailbox,
  newAccount,
  openAccounts,
  registerSomeone,
} from './support/accounts';
import { codeIn } from './support/mailbox';

describe('a password pattern with catastrophic backtracking', () => {
  it('POST /user-endpoints/register – responds with INVALID_PASSWORD and does not block other requests', async () => {
    const app = await startApp({ runtimeEnv: { ...generous, PASSWORD_PATTERN: '^(a+)+$' } });
    try {
      const register = app.request
        .post('/api/user-endpoints/register')
        .send(newAccount({ password: `${'a'.repeat(69)}!` }));
      const [rejection] = await Promise.all([register, app.request.get('/_health')]);
      expect([rejection.status, codeOf(rejection)]).toEqual([400, 'INVALID_PASSWORD']);
      expect(rejection.body).toMatchObject({ error: { details: { pattern: '^(a+)+$' } } });
    } finally {
      await app.stop();
    }
  });
});

describe('the settings of accounts', () => {
  let app: App;
  let mailbox: Mailbox;

  beforeAll(async () => {
    ({ app, mailbox } = await openAccounts({
      env: {
        LOGIN_LIFETIME: '600',
        CHANGE_PASSWORD_URL: 'https://www.example.com/password?a=b',
      },
      runtimeEnv: {
        PASSWORD_PATTERN: '^(?=.*#)',
        PASSWORD_REFUSE_COMMON: 'true',
        RESET_CODE_MINUTES: '5',
      },
    }));
  });

  afterAll(() => app.stop());

  it('PASSWORD_PATTERN – is applied and named in the error', async () => {
    const register = (password: string) =>
      app.request.post('/api/user-endpoints/register').send(newAccount({ password }));
    const rejection = await register('Sunny-Kettle-42').expect(400);
    expect(codeOf(rejection)).toBe('INVALID_PASSWORD');
    expect(rejection.body).toMatchObject({
      error: {
        message: expect.not.stringContaining('upper-case letter') as unknown,
        details: { pattern: '^(?=.*#)', minBytes: 8, maxCharacters: 1024 },
      },
    });
    const common = await register('Password123#').expect(400);
    expect(codeOf(common)).toBe('INVALID_PASSWORD');
    expect(common.body).toMatchObject({
      error: { message: expect.stringContaining('most common') as unknown },
    });
    await register('sunny#kettle').expect(200);
  });

  it('GET /.well-known/change-password – configured address – redirects to it; security.txt without a contact responds 404', async () => {
    const change = await app.request.get('/.well-known/change-password').expect(302);
    expect(change.headers.location).toBe('https://www.example.com/password?a=b');
    await app.request.get('/.well-known/security.txt').expect(404);
  });

  it('LOGIN_LIFETIME – expires a login after that time', async () => {
    const { email } = await registerSomeone(app, { password: 'sunny#kettle' });
    const token = await logIn(app, email, 'sunny#kettle');
    const update = () =>
      app.request
        .put('/api/user-endpoints/update-profile')
        .set(...bearer(token))
        .send({});
    await update().expect(200);
    const now = jest.spyOn(HostDate, 'now');
    try {
      now.mockReturnValue(Date.now() + 590_000);
      await update().expect(200);
      now.mockReturnValue(Date.now() + 601_000);
      expect(codeOf(await update().expect(401))).toBe('UNAUTHENTICATED');
    } finally {
      now.mockRestore();
    }
  });

  it('RESET_CODE_MINUTES – sets the expiry of the code and appears in the mail', async () => {
    const { email, id } = await registerSomeone(app, { password: 'sunny#kettle', language: 'en' });
    await app.request.post('/api/user-endpoints/forgot-password').send({ email }).expect(200);
    const letters = await mailbox.to(email, 2);
    const letter = letters.find(({ subject }) => subject?.includes('code'));
    expect(codeIn(letter)).toMatch(/-/);
    expect(letter?.text).toContain('5 minutes');
    const [code] = (await app.strapi.db
      .query('plugin::account.reset-code')
      .findMany({ where: { userNumber: id, purpose: 'reset-password' } })) as {
      expiresAt: string;
    }[];
    const minutes = (new Date(code?.expiresAt ?? 0).getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(4);
    expect(minutes).toBeLessThanOrEqual(5);
  });

  it.each([
    ['PASSWORD_PATTERN', '('],
    ['PASSWORD_PATTERN', '(.)\\1'],
    ['CONFIRM_EMAIL_URL', 'https://www.example.com/confirm'],
    ['CONFIRM_EMAIL_URL', 'javascript:{code}'],
    ['CONFIRM_CODE_DAYS', '0'],
    ['KNOWN_NETWORK_DAYS', 'x'],
    ['LOGIN_LIFETIME', 'a week'],
    ['RESET_CODE_MINUTES', '0'],
    ['LIMIT_LOGIN_PER_ACCOUNT', 'ten'],
  ])('do not start with %s=%s', (name, value) => {
    const environment = { NODE_ENV: 'production', [name]: value };
    expect(() => readSettings(environment)).toThrow(new RegExp(`${name} `));
  });
});
