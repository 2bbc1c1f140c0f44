import { startProcess, type ServiceProcess } from '../support/process';
import { until } from '../support/until';

type Line = { level: string; message: string; timestamp: string; requestId?: string };

const linesOf = (service: ServiceProcess): Line[] =>
  service
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));

/** What a caller does wrong is nobody's fault here: no error, no stack, no statement, and one line beside that of the request. */
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
    expect([id, lines.length <= 2]).toEqual([id, true]);
    expect([id, lines.map(({ level }) => level)]).not.toEqual([
      id,
      expect.arrayContaining(['error']),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/\\n|\bat .*:\d+|select |stack/i);
  }
};

describe('The log', () => {
  it('is one object a line, which names the request that it is about', async () => {
    const service = await startProcess({ env: { LOG_FORMAT: 'json', LOG_LEVEL: 'http' } });
    try {
      const { headers } = await service.request
        .get('/api/products/productBySlug/nothing/es')
        .set('X-Request-Id', 'proxy-0815');
      expect(headers['x-request-id']).toBe('proxy-0815');
      const own = (): Promise<Line[]> =>
        Promise.resolve(linesOf(service).filter(({ requestId }) => requestId === 'proxy-0815'));
      const [line] = await until(own, (found) => found.length > 0);
      expect(line?.message).toMatch(/^GET \/api\/products\/productBySlug\/nothing\/es .* 404$/);
      expect(new Date(line?.timestamp ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000);
      const others = service
        .output()
        .split('\n')
        .filter((one) => !/^(\{.*\})?$/.test(one));
      expect(others).toEqual([]);
      await expectMistakesInOneLine(service);
    } finally {
      await service.stop();
    }
  }, 120_000);

  it('names the request in lines for people too, and has no colours where nobody sees them', async () => {
    const service = await startProcess({ env: { LOG_LEVEL: 'http' } });
    try {
      await service.request
        .get('/api/products/productBySlug/nothing/es')
        .set('X-Request-Id', 'proxy-0816')
        .expect(404);
      await until(
        () => Promise.resolve(service.output()),
        (output) => /http: GET .* 404 \(request proxy-0816\)$/m.test(output),
      );
      expect(service.output()).not.toContain('\u001b');
    } finally {
      await service.stop();
    }
  }, 120_000);
});

describe('The id of a request', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await startProcess({ seed: true });
  }, 120_000);

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
});
