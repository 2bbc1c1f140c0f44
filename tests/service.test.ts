import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type App, startApp } from './support/app';
import { createDatabase, type TestDatabase } from './support/database';
import { startProcess } from './support/process';
import { until } from './support/until';

describe('service', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ env: { CORS_ORIGINS: 'https://www.example.com' } });
  });

  afterAll(() => app.stop());

  it('GET /_health – has HSTS including subdomains', async () => {
    const { headers } = await app.request.get('/_health');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('request timeout – is enough for the largest upload with 2 Mbit/s', () => {
    const { requestTimeout } = app.strapi.server.httpServer;
    // 200 MB with 2 Mbit/s.
    expect(requestTimeout / 1_000).toBeGreaterThan((200 * 8) / 2);
  });

  it('GET /_health – returns 204', async () => {
    await app.request.get('/_health').expect(204);
  });

  it('GET /favicon.ico – returns an image', async () => {
    await app.request
      .get('/favicon.ico')
      .expect(200)
      .expect('Content-Type', /^image\//);
  });

  it('CORS – configured origins and localhost are allowed, others are not', async () => {
    const allowedOrigin = async (origin: string): Promise<string | undefined> => {
      const { headers } = await app.request.get('/_health').set('Origin', origin);
      return headers['access-control-allow-origin'];
    };
    expect(await allowedOrigin('https://www.example.com')).toBe('https://www.example.com');
    expect(await allowedOrigin('http://localhost:3000')).toBe('http://localhost:3000');
    expect(await allowedOrigin('https://www.example.com.evil.example')).toBeUndefined();
    expect(await allowedOrigin('http://localhost.evil.example')).toBeUndefined();
  });

  it('CORS – request without Origin – has no empty header', async () => {
    for (const path of ['/_health', '/api/nothing-here']) {
      const { headers } = await app.request.get(path);
      expect(headers['access-control-allow-origin']).not.toBe('');
    }
  });

  it('CORS – error – has the header too', async () => {
    const { headers } = await app.request
      .post('/api/nothing-here')
      .set('Origin', 'https://www.example.com')
      .expect(404);
    expect(headers['access-control-allow-origin']).toBe('https://www.example.com');
    for (const path of ['/api/nothing-here', '/uploads/nothing-here.png']) {
      const read = await app.request.get(path).set('Origin', 'https://new.example');
      expect([read.status, read.headers['access-control-allow-origin']]).toEqual([404, '*']);
    }
  });

  it('Content-Security-Policy – allows only own scripts', async () => {
    const { headers } = await app.request.get('/_health');
    expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
  });
});

describe('process', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(() => database.drop());

  it('has threads beside those for pictures, stores compiled code, and logs nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'education-cms-code-'));
    const env = { UV_THREADPOOL_SIZE: '', NODE_COMPILE_CACHE: folder };
    const service = await startProcess({ database, env });
    await service.request.get('/admin').expect(200);
    await service.request.get('/_health').expect(204);
    const tasks = `/proc/${service.pid}/task`;
    const names = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/comm`, 'utf8'));
    const workers = names.filter((name) => name.startsWith('libuv-worker'));
    expect(workers.length).toBe(4 + availableParallelism());
    await until(
      () => readdirSync(folder, { recursive: true }).length,
      (files) => files > 1_000,
    );
    await service.stop();
    rmSync(folder, { recursive: true });
    expect(service.output()).toBe('');
  });

  it('start – port in use – ends with one line before it connects to the database', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const start = startProcess({
      database,
      port,
      env: { DATABASE_URL: 'postgresql://127.0.0.1:1/none' },
    });
    await expect(start).rejects.toThrow(
      /The service cannot start\. It cannot listen where HOST and PORT say: .*EADDRINUSE/,
    );
    other.close();
  });

  it('start – missing database – ends with one line', async () => {
    const missing = new URL(database.url);
    missing.pathname = '/there_is_none';
    const start = startProcess({ database, env: { DATABASE_URL: missing.href } });
    await expect(start).rejects.toThrow(
      /The service cannot start\. The server at [\w.:-]+ \(DATABASE_URL\) has no such database: .*"there_is_none"/,
    );
    await expect(start).rejects.not.toThrow(/^ {4}at /m);
  });

  it.each([
    ['refuses connections', '127.0.0.1:1'],
    ['is unknown', 'database.invalid'],
  ])('start – database host %s – ends with one line that names it', async (_, host) => {
    const env = { DATABASE_URL: `postgresql://cms@${host}/cms` };
    const start = startProcess({ database, env });
    await expect(start).rejects.toThrow(
      `The service cannot start. The database at ${host} (DATABASE_URL) does not answer: `,
    );
    await expect(start).rejects.not.toThrow(/^ {4}at /m);
  });

  it('start – database is a standby – ends with one line', async () => {
    const standby = await createDatabase();
    const client = new Client(standby.url);
    await client.connect();
    await client.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`,
    );
    await client.end();
    const start = startProcess({ database: standby });
    await expect(start).rejects.toThrow(
      /The service cannot start\. The database at \S+ \(DATABASE_URL\) only reads, as a standby does; a start needs the primary: /,
    );
    await expect(start).rejects.not.toThrow(/^ {4}at /m);
    await standby.drop();
  });

  it('start – invalid settings – ends with a list of them', async () => {
    const start = startProcess({ database, env: { PORT: 'http', JWT_SECRET: '' } });
    await expect(start).rejects.toThrow(
      /cannot start with these settings:\n {2}- PORT must be a whole number\n {2}- JWT_SECRET is not set\n/,
    );
  });
});
