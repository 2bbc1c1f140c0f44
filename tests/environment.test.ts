import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '../src/environment';
import { createDatabase, type TestDatabase } from './support/database';
import { testEnvironment } from './support/environment';
import { startProcess, type ServiceProcess } from './support/process';

/** Settings that only production requires. */
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

  /** The places where this project and Strapi are lenient outside production. */
  const leniencyOf = async ({ request }: ServiceProcess) => {
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

  const strict = { loopbackOrigins: false, counters: false, panelMayOpenSockets: false };

  it('should be as strict as production in every part where nothing says which environment it is', async () => {
    const service = await start({ ...required, NODE_ENV: undefined });
    try {
      expect(await leniencyOf(service)).toEqual(strict);
    } finally {
      await service.stop();
    }
  });

  it('should be lenient where .env says that it is a demo, and the environment says nothing', async () => {
    writeFileSync(path.join(folder, '.env'), 'NODE_ENV=demo\n');
    const service = await start({ NODE_ENV: '' });
    try {
      expect(await leniencyOf(service)).toMatchObject({ loopbackOrigins: true, counters: true });
    } finally {
      await service.stop();
    }
  });
});

describe('The environment of the process', () => {
  const variables = testEnvironment({ url: 'postgresql://nobody@127.0.0.1/none', publicDir: '.' });

  /** Returns the variables of a process with the given ones, after the first module of the service is loaded. */
  const settle = (env: Environment, file = ''): NodeJS.ProcessEnv => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cms-environment-'));
    const ENV_PATH = path.join(folder, '.env');
    writeFileSync(ENV_PATH, file);
    const { env: before } = process;
    const given: Environment = { ...variables, ...env, ENV_PATH };
    process.env = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
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
    ['nothing says which environment it is', { NODE_ENV: undefined }],
    ['NODE_ENV is blank', { NODE_ENV: ' ' }],
    ['NODE_ENV is a name that nobody knows', { NODE_ENV: 'prod' }],
    ['the environment of a build is left over', { NODE_ENV: undefined, ADMIN_BUILD: 'true' }],
  ])('should ask for what production needs where %s', (_case, env) => {
    const settled = settle(env);
    expect(settled.NODE_ENV).toBe('production');
    expect(() => readSettings(settled)).toThrow(
      /cannot start with these settings:\n {2}- SMTP_HOST is not set\n {2}- EMAIL_FROM is not set(\n|$)/,
    );
    expect(() => readSettings({ ...settled, ...required })).not.toThrow();
  });

  it('should be that of .env where the environment says nothing, and else its own', () => {
    expect(settle({ NODE_ENV: '' }, 'NODE_ENV=demo\n').NODE_ENV).toBe('demo');
    const settled = settle({ NODE_ENV: 'production' }, 'NODE_ENV=demo\n');
    expect(() => readSettings(settled)).toThrow('SMTP_HOST is not set');
  });
});
