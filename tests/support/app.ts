import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import supertest from 'supertest';
import { deleteDatabase, makeDatabase, refillDatabase, type TestDatabase } from './database';
import { testEnvironment } from './environment';
import { count, hasFailed, hostModule, unstopped, useSettings } from './host';
import { usualPortOf } from './ports';
import type * as serviceInProcess from './service-in-process.mjs' with {
  'resolution-mode': 'import',
};

type ServiceModule = typeof serviceInProcess;
type Service = Awaited<ReturnType<ServiceModule['startService']>['starting']>;

/** The service, running in the suite's own process. */
export type App = {
  strapi: Core.Strapi;
  /** Sends requests to the service: `app.request.get('/api/products')`. */
  request: ReturnType<typeof supertest>;
  url: string;
  database: TestDatabase;
  /** Changes some of `runtimeEnv`. */
  changeSettings: (runtimeEnv: Readonly<Record<string, string>>) => void;
  /** Returns the service to the pool, and drops its database if it was created for it. */
  stop: () => Promise<void>;
};

export type AppOptions = {
  /** Starts with the sample catalogue instead of an empty database. */
  seed?: boolean;
  env?: Readonly<Record<string, string>>;
  /**
   * Settings that the running service reads at each use. They cost no start: the suite shares the service of suites with
   * the same `env`. Settings that the service reads when it starts have no effect here.
   */
  runtimeEnv?: Readonly<Record<string, string>>;
  /** A database from `createDatabase`, to share it or to keep it afterwards. */
  database?: TestDatabase;
  /**
   * Starts a service for this suite only. Suites that change internals of the running service, or test its start, need
   * it. Other suites reuse the service of the last suite with the same settings, on a new database.
   */
  own?: boolean;
};

const hostService = (): ServiceModule => hostModule<ServiceModule>('./service-in-process.mjs');

/** Whether services are shared; `TEST_LEASES=off` starts one for every suite. */
const areShared = process.env.TEST_LEASES !== 'off';

/** A suite that receives the service's mails opens a mailbox there; in others nobody listens. */
const mailServer: Readonly<Record<string, string>> = {
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(usualPortOf('mail')),
};

const environmentOf = (
  database: Pick<TestDatabase, 'url' | 'publicDir'>,
  env: AppOptions['env'],
): Record<string, string> => ({ ...testEnvironment(database), ...mailServer, ...env });

/** Returns the settings that differ from those of every suite. */
const ownSettings = (env: NonNullable<AppOptions['env']>): [string, string][] =>
  Object.entries(env)
    .filter(([name, value]) => mailServer[name] !== value)
    .sort();

const destroyed = ({ databaseUrl, publicDir }: Service): Promise<void> =>
  deleteDatabase({ url: databaseUrl, publicDir });

const appOf = (
  service: Service,
  { runtimeEnv = {} }: AppOptions,
  database: TestDatabase,
  stop: () => Promise<void>,
): App => {
  const { strapi, url } = service;
  let settings = runtimeEnv;
  if (Object.keys(settings).length > 0) service.changeSettings(settings);
  const changeSettings: App['changeSettings'] = (changes) => {
    settings = { ...settings, ...changes };
    service.changeSettings(settings);
  };
  return { strapi, request: supertest(url), url, database, changeSettings, stop };
};

/**
 * Returns the names of settings with a digest of their values, by which the next runs order suites. Ports and folders
 * are left out: they differ between runs and lanes.
 */
const profileOf = (settings: readonly [string, string][]): string => {
  if (settings.length === 0) return '';
  const names = settings.map(([name]) => name);
  const values = settings.map(([name, value]) =>
    /PORT$|DIR$/.test(name) ? '' : value.replace(/:\d+/g, ''),
  );
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 6);
  return `${names.join(' ')} #${digest}`;
};

/** Names a step that takes more than a minute; the timeout of the waiting hook would not name it. */
const nameWhenLate = async <Result>(step: string, work: Promise<Result>): Promise<Result> => {
  const timer = setTimeout(
    () => console.error(`startApp: ${step} takes more than a minute`),
    60_000,
  );
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
};

/** Returns the service of the last suite on a new database; null if there is none with these settings. */
const takeShared = async (key: string, options: AppOptions): Promise<App | null> => {
  const service = await nameWhenLate(
    'stopping the service of the last suite',
    hostService().takeService(key, destroyed),
  );
  if (service === null) return null;
  count('lease');
  const database = { url: service.databaseUrl, publicDir: service.publicDir };
  service.enter(environmentOf(database, options.env));
  const drop = (): Promise<void> => deleteDatabase(database);
  const stop = registerStop(() => giveBack(service, drop));
  try {
    await nameWhenLate(
      'replacing the database',
      hostService().replaceDatabase(service, () =>
        refillDatabase(database, { seed: options.seed ?? false }),
      ),
    );
  } catch (error) {
    unstopped.delete(stop);
    await service.destroy();
    await drop();
    throw error;
  }
  return appOf(service, options, { ...database, drop }, stop);
};

/** Leaves the service to the next suite, or stops it if it is no longer reliable. */
const giveBack = async (service: Service, drop: () => Promise<void>): Promise<void> => {
  jest.restoreAllMocks();
  if (!hasFailed() && (await hostService().keepService(service))) return;
  await nameWhenLate('stopping the service', service.destroy());
  await drop();
};

const registerStop = (stop: () => Promise<void>): (() => Promise<void>) => {
  const stopOnce = async (): Promise<void> => {
    if (!unstopped.delete(stopOnce)) return;
    await stop();
  };
  unstopped.add(stopOnce);
  return stopOnce;
};

/**
 * Returns the compiled service on an own database and a free port. It reuses the running service of the last suite with
 * the same `env`, unless `database` or `own` is given.
 */
export const startApp = async (options: AppOptions = {}): Promise<App> => {
  const isShared = areShared && options.own !== true && options.database === undefined;
  const settings = ownSettings(options.env ?? {});
  const key = isShared ? JSON.stringify(settings) : null;
  useSettings(isShared ? profileOf(settings) : 'own');
  const shared = key === null ? null : await takeShared(key, options);
  if (shared !== null) return shared;
  if (key === null) await hostService().takeService(null, destroyed);

  const database = options.database ?? (await makeDatabase({ seed: options.seed ?? false }));
  const env = environmentOf(database, options.env);
  count('start');
  const { starting, stop: stopService } = hostService().startService(key ?? 'own', env);
  const drop = async (): Promise<void> => {
    if (options.database === undefined) await database.drop();
  };
  let service: Service | undefined;
  const stop = registerStop(async () => {
    if (isShared && service !== undefined) {
      await giveBack(service, drop);
      return;
    }
    await stopService();
    await drop();
  });
  try {
    service = await nameWhenLate('the start of the service', starting);
    return appOf(service, options, database, stop);
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
};

/**
 * Stops the service after the last query. After the response to a publication, Strapi reads the entry
 * again to announce it. That read fails without a connection.
 */
export const stopQuietly = async (app: App): Promise<void> => {
  await hostService().waitUntilIdle(app.strapi);
  await app.stop();
};
