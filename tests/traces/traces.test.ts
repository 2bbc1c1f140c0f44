import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProcess, type ServiceProcess } from '../support/process';
import { startStandIn, type StandIn } from '../support/stand-in';
import { until } from '../support/until';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

const BOOKS = '/api/products/books?lang=es&vertical=medicina';

const attribute = ({ attributes }: Span, key: string): unknown =>
  Object.values(attributes.find((attributeModel) => attributeModel.key === key)?.value ?? {})[0];

/** Starts a collector of traces that receives OTLP as JSON. */
const startCollector = async () => {
  const spans: Span[] = [];
  const addresses: string[] = [];
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      addresses.push([req.method, req.url, req.headers['x-tenant']].join(' '));
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Export;
      for (const { scopeSpans } of resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, addresses, stop: () => server.close() };
};

describe('traces', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let provider: StandIn;
  let service: ServiceProcess;

  const spansOf = (traceId: string): Span[] =>
    collector.spans.filter((span) => span.traceId === traceId);

  /** Sends a request of an external trace, and waits for all its spans. */
  const traced = async (id: string, sendRequest: () => Promise<unknown>): Promise<Span[]> => {
    await sendRequest();
    return until(
      () => spansOf(id),
      (spans) => spans.some(({ parentSpanId }) => parentSpanId === PARENT),
    );
  };

  beforeAll(async () => {
    collector = await startCollector();
    provider = await startStandIn();
    await provider.answer([{ status: 500 }]);
    service = await startProcess({
      seed: true,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=school%201',
        // The exporter sends spans after 5 s by default.
        OTEL_BSP_SCHEDULE_DELAY: '50',
        PAY_ACCOUNTS: 'main',
        PAY_MAIN_SECRET_KEY: 'sk_test_main_0123',
        PAY_MAIN_WEBHOOK_SECRET: 'whsec_main_0123',
        PAY_API_BASE: provider.url,
        CHECKOUT_RETURN_HOSTS: 'shop.example.com',
      },
    });
  });

  afterAll(async () => {
    await service.stop();
    await provider.stop();
    collector.stop();
  });

  it('checkout – continues the trace in SQL and in requests to the provider', async () => {
    const spans = await traced(TRACE, () =>
      service.request
        .post('/api/create-checkout-session')
        .set('traceparent', `00-${TRACE}-${PARENT}-01`)
        .set('X-Request-Id', 'request-4711')
        .send({
          priceID: 'price_prod_medicina_301',
          productPayID: 'prod_medicina_301',
          success_url: 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
          cancel_url: 'https://shop.example.com/courses/taller-de-suturas',
          customer_email: 'ana.garcia@example.com',
          origin: 'main',
          vertical: 'medicina',
        }),
    );
    const request = spans.find(({ parentSpanId }) => parentSpanId === PARENT);
    expect(request?.name).toBe('POST createCheckoutSession');
    expect(request && attribute(request, 'cms.request_id')).toBe('request-4711');
    const statements = spans.filter(({ name }) => name.startsWith('pg.query'));
    expect(statements.length).toBeGreaterThan(0);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    for (const { parentSpanId = '' } of spans) expect([PARENT, ...ids]).toContain(parentSpanId);
    // Spans must not contain personal data.
    expect(JSON.stringify(spans)).not.toContain('ana.garcia');

    // Retries send several requests. The span of an unread response does not end, so only some parents are known.
    const providerHeaders = (await provider.received()).map(({ headers }) => headers);
    const parents = providerHeaders.map(({ traceparent = '' }) => traceparent.split('-'));
    expect(new Set(parents.map(([, traceId]) => traceId))).toEqual(new Set([TRACE]));
    expect(parents.some(([, , spanId = '']) => ids.has(spanId))).toBe(true);
    expect(providerHeaders[0]?.['x-request-id']).toBe('request-4711');
  });

  it('cached response – has a span named by its endpoint', async () => {
    await service.request.get(BOOKS).expect(200);
    const id = TRACE.replace('4bf9', '5bf9');
    const [span] = await traced(id, () =>
      service.request.get(BOOKS).set('traceparent', `00-${id}-${PARENT}-01`).expect(200),
    );
    expect(span?.name).toMatch(/^GET \w*[bB]ooks$/);
    expect(span && attribute(span, 'cms.from')).toBe('memory');
    expect(spansOf(id)).toHaveLength(1);
  });

  it('span – contains no query parameters and no IP address', async () => {
    const id = TRACE.replace('4bf9', '6bf9');
    const spans = await traced(id, () =>
      service.request
        .get('/api/search?q=luis.pons%40example.com&lang=es')
        .set('traceparent', `00-${id}-${PARENT}-01`),
    );
    const request = spans.find(({ parentSpanId }) => parentSpanId === PARENT);
    expect(request && attribute(request, 'url.path')).toBe('/api/search');
    expect(JSON.stringify(spans)).not.toMatch(/luis|client.address|url.query/);
  });

  it('job – begins a trace with its SQL statements', async () => {
    await service.request
      .post('/api/user-endpoints/register')
      .send({
        email: 'luis.pons@example.com',
        password: 'Una-clave-larga-7',
        nameLastName: 'Luis Pons',
        identificationNumber: '12345678Z',
        language: 'es',
        vertical: 'medicina',
      })
      .expect(200);
    const jobs = await until(
      () => collector.spans.filter(({ name }) => name === 'job account.mail'),
      ({ length }) => length > 0,
    );
    const [job] = jobs;
    expect(job?.parentSpanId ?? '').toBe('');
    expect(job && attribute(job, 'cms.job')).toBe('account.mail');
    const childSpans = spansOf(job?.traceId ?? '').filter((span) => span !== job);
    expect(childSpans.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^pg/)]),
    );
    expect(new Set(childSpans.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set([job?.spanId]),
    );
    expect(JSON.stringify(collector.spans)).not.toContain('luis.pons');
  });

  it('export – has the configured headers, and no spans of /_ready', async () => {
    await service.request.get('/_ready').expect(200);
    await service.request.get('/api/nothing').expect(404);
    await until(
      () => collector.spans,
      (spans) => spans.some(({ name }) => name === 'GET none'),
    );
    expect(new Set(collector.addresses)).toEqual(new Set(['POST /v1/traces school 1']));
    expect(JSON.stringify(collector.spans)).not.toContain('_ready');
  });
});
