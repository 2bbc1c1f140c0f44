import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/types';
import { type App, type AppOptions, startApp } from '../../support/app';
import { openMailbox, type Mailbox } from './mailbox';

export const PASSWORD = 'Sunny-Kettle-42';

/** Limits that suites do not reach by accident. */
export const generous: Record<string, string> = Object.fromEntries(
  [
    'REGISTER_PER_ADDRESS',
    'LOGIN_PER_ADDRESS',
    'LOGIN_PER_ACCOUNT',
    'EMAIL_EXISTS_PER_ADDRESS',
    'FORGOT_PER_ADDRESS',
    'FORGOT_PER_ACCOUNT',
    'REFRESH_PER_ADDRESS',
    'RESET_PER_ADDRESS',
    'CONFIRM_PER_ADDRESS',
    'CONFIRMATION_PER_ACCOUNT',
    'PROFILE_PER_ACCOUNT',
  ].map((name) => [`LIMIT_${name}`, '100000/60']),
);

/** Starts a service that sends its mails to a mailbox; stopping it closes the mailbox. */
export const openAccounts = async ({ env, runtimeEnv, ...options }: AppOptions = {}): Promise<{
  app: App;
  mailbox: Mailbox;
}> => {
  const mailbox = await openMailbox();
  const app = await startApp({
    ...options,
    env: { ...mailbox.env, ...env },
    runtimeEnv: { ...generous, ...mailbox.runtimeEnv, ...runtimeEnv },
  });
  const stop = async (): Promise<void> => {
    await app.stop();
    await mailbox.close();
  };
  return { app: { ...app, stop }, mailbox };
};

export const someEmail = (): string => `student-${randomBytes(6).toString('hex')}@example.com`;

export type Caller = Pick<App, 'request'>;

export const newAccount = (over: Record<string, unknown> = {}) => ({
  email: someEmail(),
  password: PASSWORD,
  nameLastName: 'Ana García',
  identificationNumber: '12345678Z',
  ...over,
});

export const registerSomeone = async (
  { request }: Caller,
  over: Record<string, unknown> = {},
): Promise<{ email: string; password: string; id: number }> => {
  const body = newAccount(over);
  const answer = await request.post('/api/user-endpoints/register').send(body).expect(200);
  const { id } = answer.body as { id: number };
  return { email: body.email, password: body.password, id };
};

export const logIn = async (
  { request }: Caller,
  email: string,
  password: string = PASSWORD,
): Promise<string> => {
  const answer = await request.post('/api/user-endpoints/login').send({ email, password });
  if (answer.status !== 200) throw new Error(`Login answered ${answer.status}: ${answer.text}`);
  return (answer.body as { jwt: string }).jwt;
};

export const bearer = (token: string): [string, string] => ['Authorization', `Bearer ${token}`];

/** Creates an API token of the admin panel, with all permissions or with the given ones. */
export const apiToken = async (strapi: Core.Strapi, permissions?: string[]): Promise<string> => {
  const tokens = strapi.service('admin::api-token-content-api') as unknown as {
    create: (attributes: Record<string, unknown>) => Promise<{ accessKey: string }>;
  };
  const { accessKey } = await tokens.create({
    name: `test ${randomBytes(4).toString('hex')}`,
    description: '',
    lifespan: null,
    ...(permissions === undefined ? { type: 'full-access' } : { type: 'custom', permissions }),
  });
  return accessKey;
};

/** Gives a user the role of an administrator of users. */
export const promote = async (strapi: Core.Strapi, id: number): Promise<void> => {
  const role = (await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'administrator' } })) as { id: number };
  await strapi.db
    .query('plugin::users-permissions.user')
    .update({ where: { id }, data: { role: role.id } });
};

export const addVertical = (strapi: Core.Strapi, data: Record<string, unknown>) =>
  strapi.documents('api::vertical.vertical').create({ data } as never);

export const codeOf = ({ body }: { body: unknown }): string =>
  (body as { error: { details: { code: string } } }).error.details.code;

export { openMailbox, type Mailbox };
