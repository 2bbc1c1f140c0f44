import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '#index';
import { createDatabase, type TestDatabase } from './support/database';
import { testEnvironment } from './support/environment';
import { startProcess, type ServiceProcess } from './support/process';

/** Settings that are required in production only. */
const required = {
  SMTP_HOST: 'smtp.example.com',
  EMAIL_FROM: 'School <school@example.com>',
  SHUTDOWN_DELAY_SECONDS: '0',
};

type Environment = Readonly<Record<string, string | undefined>>;

describe('npm start', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createDatabase();
  });

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'cms-environment-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  afterAll(() => database.drop());

  const start = (env: Environment): Promise<ServiceProcess> =>
    startProcess({ database, cwd: folder, env });

  /** Returns the settings that are less strict outside production. */
  const readLeniency = async ({ request }: ServiceProcess) => {
    const origin = 'http://localhost:3000';
    const health = await request.get('/_health').set('Origin', origin);
    const panel = await request.get('/admin/');
    const counters = await request.get('/_delivery');
    return {
      loopbackOrigins: health.headers['access-control-allow-origin'] === origin,
      counters: counters.status === 200,
      panelMayOpenSockets: /connect-src[^;]* ws:/.test(
        panel.headers['content-security-policy'] ?? '',
      ),
    };
  };

  const strictSettings = { loopbackOrigins: false, counters: false, panelMayOpenSockets: false };

  it('NODE_ENV not set – is as strict as production', async () => {
    const service = await start({ ...required, NODE_ENV: undefined });
    try {
      expect(await readLeniency(service)).toEqual(strictSettings);
    } finally {
      await service.stop();
    }
  });

  it('NODE_ENV=demo in .env – is less strict', async () => {
    writeFileSync(path.join(folder, '.env'), 'NODE_ENV=demo\n');
    const service = await start({ NODE_ENV: '' });
    try {
      expect(await readLeniency(service)).toMatchObject({ loopbackOrigins: true, counters: true });
    } finally {
      await service.stop();
    }
  });
});

describe('environment of the process', () => {
  const variables = testEnvironment({ url: 'postgresql://nobody@127.0.0.1/none', publicDir: '.' });

  /** Loads the first module of the service with the given variables. Returns the resulting environment. */
  const loadEnvironment = (env: Environment, file = ''): NodeJS.ProcessEnv => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cms-environment-'));
    const ENV_PATH = path.join(folder, '.env');
    writeFileSync(ENV_PATH, file);
    const { env: before } = process;
    const variablesOfProcess: Environment = { ...variables, ...env, ENV_PATH };
    process.env = Object.fromEntries(
      Object.entries(variablesOfProcess).filter(([, value]) => value !== undefined),
    );
    try {
      jest.isolateModules(() => {
        jest.requireActual('../scripts/run/environment');
      });
      return process.env;
    } finally {
      process.env = before;
      rmSync(folder, { recursive: true });
    }
  };

  it.each<[string, Environment]>([
    ['not set', { NODE_ENV: undefined }],
    ['blank', { NODE_ENV: ' ' }],
    ['unknown', { NODE_ENV: 'prod' }],
    ['not set, with the variable of a build', { NODE_ENV: undefined, ADMIN_BUILD: 'true' }],
  ])('NODE_ENV %s – requires the settings of production', (_case, env) => {
    const environment = loadEnvironment(env);
    expect(environment.NODE_ENV).toBe('production');
    expect(() => readSettings(environment)).toThrow(
      /cannot start with these settings:\n {2}- SMTP_HOST is not set\n {2}- EMAIL_FROM is not set(\n|$)/,
    );
    expect(() => readSettings({ ...environment, ...required })).not.toThrow();
  });

  it('NODE_ENV – is read from .env only if the environment does not set it', () => {
    expect(loadEnvironment({ NODE_ENV: '' }, 'NODE_ENV=demo\n').NODE_ENV).toBe('demo');
    const environment = loadEnvironment({ NODE_ENV: 'production' }, 'NODE_ENV=demo\n');
    expect(() => readSettings(environment)).toThrow('SMTP_HOST is not set');
  });
});
