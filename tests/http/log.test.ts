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
 * Expects that client errors log no error line, stack or SQL statement, and at most one line beside the request's own.
 */
const expectClientErrorsInOneLine = async (service: ServiceProcess): Promise<void> => {
  const { request } = service;
  const clientErrors = [
    request.get('/api/products?filters[fullPrice]=abc'),
    request.get('/api/products?filters[title][$between]=1'),
    request.post('/api/user-endpoints/login').type('json').send('{"email":'),
    request.get('/api/upload/files/abc'),
  ];
  for (const [index, clientError] of clientErrors.entries()) {
    const id = `mistake-${index}`;
    expect((await clientError.set('X-Request-Id', id)).status).toBeLessThan(500);
    const lines = await until(
      () => linesOf(service).filter(({ requestId }) => requestId === id),
      (entries) => entries.some(({ level }) => level === 'http'),
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

/** Returns the output lines that are not JSON objects. */
const findOtherOutput = (service: ServiceProcess): string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => !/^(\{.*\})?$/.test(line));

describe('JSON log', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await startProcess({
      env: { ...generous, LOG_FORMAT: 'json', LOG_LEVEL: 'debug' },
    });
  });

  afterAll(() => service.stop());

  afterEach(() => {
    expect(findOtherOutput(service)).toEqual([]);
  });

  it('logs one JSON object a line, with the id of its request', async () => {
    const { headers } = await service.request
      .get('/api/products/productBySlug/nothing/es')
      .set('X-Request-Id', 'proxy-0815');
    expect(headers['x-request-id']).toBe('proxy-0815');
    const line = await until(
      () =>
        linesOf(service).find(
          ({ requestId, level }) => requestId === 'proxy-0815' && level === 'http',
        ),
      (businessLine) => businessLine !== undefined,
    );
    expect(line?.message).toMatch(/^GET \/api\/products\/productBySlug\/nothing\/es .* 404$/);
    expect(new Date(line?.timestamp ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
    await expectClientErrorsInOneLine(service);
  });

  /** Sends raw bytes. Closes the connection, or waits until the service closes it. */
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
  const brokenRequests: [what: string, text: string, hangsUp: boolean][] = [
    [
      'an invalid chunk length',
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\nZZ\r\n`,
      false,
    ],
    ['an incomplete body', `${head}Content-Length: 100\r\n\r\n{"email":`, true],
    ['no HTTP request', 'NONSENSE\r\n\r\n', false],
  ];

  it('logs broken requests as debug, without error lines or text beside the JSON', async () => {
    const before = linesOf(service).length;
    for (const [, text, hangsUp] of brokenRequests) await sendRaw(service.url, text, hangsUp);
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

  it('logs a read-only database once, for all connections', async () => {
    const { url } = service.database;
    /** Lines that belong to no request. */
    const lines = () => linesOf(service).filter(({ level }) => !['http', 'debug'].includes(level));
    const before = lines().length;
    const findLines = (words: string): LogLine[] =>
      lines().filter(({ message }) => message.includes(words));
    await setReadOnly(url, 'on');
    await until(
      () => findLines('database: read-only'),
      ({ length }) => length > 0,
    );
    // Each failed request discards its connection.
    const expectRefusedWrite = () =>
      service.request.post('/api/user-endpoints/register').send(newAccount()).expect(503);
    for (let turn = 0; turn < 30; turn += 1) await expectRefusedWrite();
    await setReadOnly(url, 'off');
    await until(
      () => findLines('database: writable again'),
      ({ length }) => length > 0,
    );
    await until(
      () => service.request.post('/api/user-endpoints/register').send(newAccount()),
      ({ status }) => status === 200,
    );
    expect(findLines('database: read-only')).toHaveLength(1);
    expect(lines().length - before).toBeLessThan(30);
  });
});

describe('log output that cannot be written', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'cms-log-'));
  const canMount = canMountSmallDisks(path.join(directory, 'tried'));
  if (!canMount) process.stderr.write('skipped, for no file system can be mounted here: a log\n');
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase({ seed: true });
  });

  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await database.drop();
  });

  /** Opens a pipe whose reader is closed. */
  const openPipeWithoutReader = (): number => {
    const pipe = path.join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, 'r+');
    const writer = openSync(pipe, 'w');
    closeSync(reader);
    return writer;
  };

  const READ = '/api/products/allProducts';
  const env = { LOG_LEVEL: 'http', LOG_CACHE_HITS: 'true' };

  it.each([
    ['a full disk', (): number => openSync('/dev/full', 'w')],
    ['a pipe without a reader', openPipeWithoutReader],
  ])('does not end the process for %s', async (_how, open) => {
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
    'is written again after space is freed',
    async () => {
      const disk = mountSmallDisk(path.join(directory, 'disk'), '1m');
      const file = path.join(directory, 'disk/log');
      const printsTo = openSync(file, 'a');
      const service = await startProcess({ database, printsTo, env });
      const read = (id: string) => service.request.get(READ).set('X-Request-Id', id).expect(200);
      const isWritten = (id: string) => readFileSync(file, 'utf8').includes(id);
      try {
        await read('log-before');
        await until(() => isWritten('log-before'), Boolean);
        disk?.fill();
        // Fills the free space of the last page.
        for (let turn = 0; turn < 100; turn += 1) await read(`log-full-${turn}`);
        expect(isWritten('log-full-99')).toBe(false);
        disk?.empty();
        await read('log-after');
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

describe('request id in a text log', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await startProcess({ seed: true, env: { LOG_LEVEL: 'http' } });
  });

  afterAll(() => service.stop());

  const idOf = async (address: string, requestId?: string): Promise<string> => {
    const request = service.request.get(address);
    const { headers } = await (requestId === undefined
      ? request
      : request.set('X-Request-Id', requestId));
    return (headers as Record<string, string>)['x-request-id'] ?? '';
  };

  it.each(['/api/products/allProducts', '/api/nothing', '/admin/init', '/_health'])(
    'is the caller’s valid id, or else a new one, also for cached responses: %s',
    async (address) => {
      expect(await idOf(address, 'proxy-4711')).toBe('proxy-4711');
      expect(await idOf(address, 'proxy-4712')).toBe('proxy-4712');
      const generatedIds = [await idOf(address), await idOf(address, 'too short')];
      for (const id of generatedIds) expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(generatedIds).size).toBe(2);
    },
  );

  it('ends the log line of the request, without colours outside a terminal', async () => {
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
