import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { generous, newAccount } from '../account/support/accounts';
import { createDatabase, type TestDatabase } from '../support/database';
import { startProcess, type ServiceProcess } from '../support/process';
import { canMountSmallDisks, mountSmallDisk } from '../support/small-disk';
import { until } from '../support/until';

type LogLine = { level: string; message: string; timestamp: string; requestId?: string };

const linesOf = (service: ServiceProcess): LogLine[] =>
  service
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []));

/**
 * Errors of a caller are no errors of the service: no error line, no stack, no statement, and at most one more line
 * beside that of the request.
 */
const expectMistakesInOneLine = async (service: ServiceProcess): Promise<void> => {
  const { request } = service;
  const mistakes = [
    request.get('/api/products?filters[fullPrice]=abc'),
    request.get('/api/products?filters[title][$between]=1'),
    request.post('/api/user-endpoints/login').type('json').send('{"email":'),
    request.get('/api/upload/files/abc'),
  ];
  for (const [at, mistake] of mistakes.entries()) {
    const id = `mistake-${at}`;
    expect((await mistake.set('X-Request-Id', id)).status).toBeLessThan(500);
    const lines = await until(
      () => linesOf(service).filter(({ requestId }) => requestId === id),
      (found) => found.some(({ level }) => level === 'http'),
    );
    // Debug lines are not counted.
    const counted = lines.filter(({ level }) => level !== 'debug');
    expect([id, counted.length <= 2]).toEqual([id, true]);
    expect([id, lines.map(({ level }) => level)]).not.toEqual([
      id,
      expect.arrayContaining(['error']),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/\\n|\bat .*:\d+|select |stack/i);
  }
};

/** Output beside the objects of the log. */
const printedBeside = (service: ServiceProcess): string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => !/^(\{.*\})?$/.test(line));

describe('The log of a node, for programs', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await startProcess({
      env: { ...generous, LOG_FORMAT: 'json', LOG_LEVEL: 'debug' },
    });
  });

  afterAll(() => service.stop());

  afterEach(() => {
    expect(printedBeside(service)).toEqual([]);
  });

  it('is one object a line, which names the request that it is about', async () => {
    const { headers } = await service.request
      .get('/api/products/productBySlug/nothing/es')
      .set('X-Request-Id', 'proxy-0815');
    expect(headers['x-request-id']).toBe('proxy-0815');
    const line = await until(
      () =>
        linesOf(service).find(
          ({ requestId, level }) => requestId === 'proxy-0815' && level === 'http',
        ),
      (found) => found !== undefined,
    );
    expect(line?.message).toMatch(/^GET \/api\/products\/productBySlug\/nothing\/es .* 404$/);
    expect(new Date(line?.timestamp ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
    await expectMistakesInOneLine(service);
  });

  /** Sends bytes unchanged, and waits until the service closes the connection, or closes it. */
  const sendRaw = async (url: string, text: string, hangsUp: boolean): Promise<void> => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    socket.write(text);
    if (hangsUp) {
      socket.end();
      await new Promise<void>((resolve) => socket.once('finish', resolve));
      socket.resetAndDestroy();
    } else {
      await once(socket, 'close');
    }
  };

  const head =
    'POST /api/user-endpoints/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const broken: [what: string, text: string, hangsUp: boolean][] = [
    [
      'a chunk of no length',
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\nZZ\r\n`,
      false,
    ],
    ['half a body', `${head}Content-Length: 100\r\n\r\n{"email":`, true],
    ['no request at all', 'NONSENSE\r\n\r\n', false],
  ];

  it('has nothing beside it of a request that breaks off, and no line that is an error', async () => {
    const before = linesOf(service).length;
    for (const [, text, hangsUp] of broken) await sendRaw(service.url, text, hangsUp);
    await service.request.get('/api/nothing').set('X-Request-Id', 'the-last').expect(404);
    await until(
      () => linesOf(service).filter(({ requestId }) => requestId === 'the-last'),
      ({ length }) => length > 0,
    );
    const lines = linesOf(service).slice(before);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    const parseErrors = lines.filter(({ message }) => message.includes('Parse Error'));
    expect(parseErrors.map(({ level }) => level)).toEqual(['debug', 'debug']);
  });

  const setReadOnly = async (url: string, value: 'on' | 'off'): Promise<void> => {
    const client = new Client(url);
    await client.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`,
    );
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await client.end();
  };

  it('says once, in its form, that the database only reads, however many connections meet with it', async () => {
    const { url } = service.database;
    /** Lines that belong to no single request. */
    const lines = () => linesOf(service).filter(({ level }) => !['http', 'debug'].includes(level));
    const before = lines().length;
    const saying = (words: string): LogLine[] =>
      lines().filter(({ message }) => message.includes(words));
    await setReadOnly(url, 'on');
    await until(
      () => saying('it can only be read'),
      ({ length }) => length > 0,
    );
    // Each request gets the error on a connection that is not reused.
    const refused = () =>
      service.request.post('/api/user-endpoints/register').send(newAccount()).expect(503);
    for (let turn = 0; turn < 30; turn += 1) await refused();
    await setReadOnly(url, 'off');
    await until(
      () => saying('it can be written to again'),
      ({ length }) => length > 0,
    );
    await until(
      () => service.request.post('/api/user-endpoints/register').send(newAccount()),
      ({ status }) => status === 200,
    );
    expect(saying('it can only be read')).toHaveLength(1);
    expect(lines().length - before).toBeLessThan(30);
  });
});

describe('A log that nothing can be written to', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'cms-log-'));
  const canMount = canMountSmallDisks(path.join(place, 'tried'));
  if (!canMount) process.stderr.write('skipped, for no file system can be mounted here: a log\n');
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase({ seed: true });
  });

  afterAll(async () => {
    rmSync(place, { recursive: true, force: true });
    await database.drop();
  });

  /** A pipe without a reader. */
  const openLeftPipe = (): number => {
    const pipe = path.join(place, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, 'r+');
    const writer = openSync(pipe, 'w');
    closeSync(reader);
    return writer;
  };

  const READ = '/api/products/allProducts';
  const env = { LOG_LEVEL: 'http', LOG_CACHE_HITS: 'true' };

  it.each([
    ['is full', (): number => openSync('/dev/full', 'w')],
    ['has lost its reader', openLeftPipe],
  ])('ends no process where it %s, from its start to its end', async (_how, open) => {
    const printsTo = open();
    const service = await startProcess({ database, printsTo, env });
    try {
      // Each request writes a log line.
      for (let turn = 0; turn < 3; turn += 1) {
        await service.request.get('/_health').expect(204);
        await service.request.get(READ).expect(200);
      }
      await service.kill('SIGTERM');
      expect(await service.ended()).toBe(0);
    } finally {
      await service.stop();
      closeSync(printsTo);
    }
  });

  (canMount ? it : it.skip)(
    'is written to again once there is room',
    async () => {
      const disk = mountSmallDisk(path.join(place, 'disk'), '1m');
      const file = path.join(place, 'disk/log');
      const printsTo = openSync(file, 'a');
      const service = await startProcess({ database, printsTo, env });
      const ask = (id: string) => service.request.get(READ).set('X-Request-Id', id).expect(200);
      const isWritten = (id: string) => readFileSync(file, 'utf8').includes(id);
      try {
        await ask('log-before');
        await until(() => isWritten('log-before'), Boolean);
        disk?.fill();
        // More than the free space of the last page.
        for (let turn = 0; turn < 100; turn += 1) await ask(`log-full-${turn}`);
        expect(isWritten('log-full-99')).toBe(false);
        disk?.empty();
        await ask('log-after');
        await until(() => isWritten('log-after'), Boolean);
      } finally {
        await service.stop();
        closeSync(printsTo);
        disk?.end();
      }
    },
    120_000,
  );
});

describe('The id of a request, in a log for people', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await startProcess({ seed: true, env: { LOG_LEVEL: 'http' } });
  });

  afterAll(() => service.stop());

  const idOf = async (address: string, said?: string): Promise<string> => {
    const request = service.request.get(address);
    const { headers } = await (said === undefined ? request : request.set('X-Request-Id', said));
    return (headers as Record<string, string>)['x-request-id'] ?? '';
  };

  it.each(['/api/products/allProducts', '/api/nothing', '/admin/init', '/_health'])(
    'is the caller’s where it is one, else made up, for %s, kept answers too',
    async (address) => {
      expect(await idOf(address, 'proxy-4711')).toBe('proxy-4711');
      expect(await idOf(address, 'proxy-4712')).toBe('proxy-4712');
      const made = [await idOf(address), await idOf(address, 'too short')];
      for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(made).size).toBe(2);
    },
  );

  it('ends the line of the request, without colours where nobody sees them', async () => {
    await service.request
      .get('/api/products/productBySlug/nothing/es')
      .set('X-Request-Id', 'proxy-0816')
      .expect(404);
    await until(
      () => service.output(),
      (output) => /http: GET .* 404 \(request proxy-0816\)$/m.test(output),
    );
    expect(service.output()).not.toContain('\u001b');
  });
});
