import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, type TestDatabase } from './support/database';
import { startProcess, type ServiceProcess } from './support/process';

/** What production asks for besides what every environment does. */
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

  /** The places where this project and Strapi itself are lenient outside production. */
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

  it.each<[string, Environment]>([
    ['nothing says which environment it is', { NODE_ENV: undefined }],
    ['NODE_ENV is blank', { NODE_ENV: ' ' }],
    ['NODE_ENV is a name that nobody knows', { NODE_ENV: 'prod' }],
    ['the environment of a build is left over', { NODE_ENV: undefined, ADMIN_BUILD: 'true' }],
  ])('should ask for what production needs where %s', async (_case, env) => {
    await expect(start(env)).rejects.toThrow(
      /cannot start with these settings:\n {2}- SMTP_HOST is not set\n {2}- EMAIL_FROM is not set\n/,
    );
  });

  it.each<[string, string | undefined]>([
    ['nothing says which environment it is', undefined],
    ['NODE_ENV is a name that nobody knows', 'staging'],
  ])('should be as strict as production in every part where %s', async (_case, NODE_ENV) => {
    const service = await start({ ...required, NODE_ENV });
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

  it('should believe the environment rather than .env', async () => {
    writeFileSync(path.join(folder, '.env'), 'NODE_ENV=demo\n');
    await expect(start({ NODE_ENV: 'production' })).rejects.toThrow('SMTP_HOST is not set');
  });
});
