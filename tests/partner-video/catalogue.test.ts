import type { App } from '../support/app';
import { HostDate } from '../support/host';
import { until } from '../support/until';
import { type PartnerProcess, startPartner } from './partner';
import { type Answer, type Catalog, forget, IMPATIENT_MS, startService } from './service';

const CATALOG = '/api/videopartner/catalog';

describe('GET /videopartner/catalog', () => {
  let partner: PartnerProcess;
  let app: App;

  const read = async (): Promise<Catalog['catalog']> => {
    const { body } = (await app.request.get(CATALOG).expect(200)) as Answer;
    return (body as Catalog).catalog;
  };
  const expectUnavailable = async (): Promise<void> => {
    const { body } = (await app.request.get(CATALOG).expect(503)) as Answer;
    expect(body).toMatchObject({ data: null, error: { details: { code: 'PARTNER_UNAVAILABLE' } } });
  };
  /** Sets the service's clock ahead of the partner's. */
  const setAhead = (seconds: number): void => {
    const real = Date.now();
    jest.spyOn(HostDate, 'now').mockReturnValue(real + seconds * 1000);
  };
  /** Returns the catalogue, to modify it. */
  const readAsRecords = async (): Promise<Record<string, unknown>[]> => await read();

  beforeAll(async () => {
    partner = await startPartner();
    app = await startService({ partner });
  });

  beforeEach(async () => {
    await partner.reset();
    forget(app);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await app.stop();
    await partner.stop();
  });

  it('has exactly the fields of the contract', async () => {
    const [channel] = await read();
    expect(Object.keys(channel ?? {})).toEqual([
      ...['idChannel', 'authors', 'background', 'cover', 'trailer', 'price'],
      ...['title', 'subtitle', 'htmlDescription', 'video'],
    ]);
    expect(Object.keys(channel?.video[0] ?? {})).toEqual([
      ...['videoId', 'authors', 'background', 'cover', 'trailer'],
      ...['title', 'subtitle', 'htmlDescription'],
    ]);
  });

  it('has an ETag and is compressed', async () => {
    const { headers } = await app.request.get(CATALOG).set('Accept-Encoding', 'gzip').expect(200);
    const { etag = '' } = headers as { etag?: string };
    expect([etag.length > 0, headers['content-encoding']]).toEqual([true, 'gzip']);
    await app.request.get(CATALOG).set('If-None-Match', etag).expect(304);
  });

  it('contains signed trailer URLs that the partner accepts', async () => {
    const [channel] = await read();
    const response = await fetch(channel?.trailer ?? '');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('#EXTM3U');
  });

  it('500 concurrent requests – use one token and one call of the catalogue', async () => {
    await partner.fail({ on: 'token', kind: 'slow', delay: 200 });
    await partner.fail({ on: 'catalog', kind: 'slow', delay: 200 });
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => fetch(`${app.url}${CATALOG}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(500).fill(200));
    expect(await partner.count('token')).toBe(1);
    expect(await partner.count('catalog')).toBe(1);
  });

  it('near the end of its signatures – returns the cached catalogue and refreshes it once', async () => {
    await partner.behave({ signatureLifetime: 240 });
    const [stale] = await read();
    setAhead(130);
    await partner.fail({ on: 'catalog', kind: 'hold' });
    for (let time = 0; time < 3; time += 1) {
      const [channel] = await read();
      expect(channel?.trailer).toBe(stale?.trailer);
    }
    await until(
      () => partner.count('catalog'),
      (count) => count === 2,
    );
    await partner.behave({ signatureLifetime: 3600 });
    await partner.heal();
    await until(read, ([channel]) => channel?.trailer !== stale?.trailer);
    expect(await partner.count('catalog')).toBe(2);
  });

  it('expired signature – returns a refreshed catalogue', async () => {
    await partner.behave({ signatureLifetime: 240 });
    const [stale] = await read();
    setAhead(241);
    await partner.behave({ signatureLifetime: 3600 });
    const [renewed] = await read();
    expect(renewed?.trailer).not.toBe(stale?.trailer);
    expect((await fetch(renewed?.trailer ?? '')).status).toBe(200);
  });

  it('unavailable partner – returns the cached catalogue until its signatures expire', async () => {
    await partner.behave({ signatureLifetime: 240 });
    await read();
    await partner.fail({ on: 'catalog', kind: 'reset' });
    setAhead(130);
    await read();
    setAhead(241);
    await expectUnavailable();
  });

  it('unavailable partner, nothing cached – returns 503 until the partner recovers', async () => {
    await partner.fail({ on: 'token', kind: 'status', status: 500 });
    await expectUnavailable();
    await partner.heal();
    expect(await read()).toHaveLength(3);
  });

  it('unresponsive partner – is not called again after three timeouts', async () => {
    forget(app, IMPATIENT_MS);
    await partner.fail({ on: 'token', kind: 'hang' });
    for (let time = 0; time < 4; time += 1) await expectUnavailable();
    expect(await partner.count('token')).toBe(3);
  });

  it.each(['hang', 'drip'] as const)(
    'response of the partner that %ss – returns 503 after the timeout',
    async (kind) => {
      forget(app, IMPATIENT_MS);
      await partner.fail({ on: 'catalog', kind });
      await expectUnavailable();
    },
  );

  it('single failures of the partner – are retried', async () => {
    await partner.fail({ on: 'token', kind: 'reset', times: 1 });
    await partner.fail({ on: 'catalog', kind: 'status', status: 502, times: 1 });
    expect(await read()).toHaveLength(3);
  });

  it('rejected token – is renewed once for 20 concurrent requests', async () => {
    await partner.behave({ signatureLifetime: 240 });
    await read();
    await partner.forgetTokens();
    setAhead(241);
    await partner.behave({ signatureLifetime: 3600 });
    await Promise.all(Array.from({ length: 20 }, read));
    expect(await partner.count('token')).toBe(2);
  });

  it('partner rejects every token – returns 503 after one retry', async () => {
    await partner.fail({ on: 'catalog', kind: 'status', status: 401 });
    await expectUnavailable();
    expect(await partner.count('token')).toBe(2);
    expect(await partner.count('catalog')).toBe(2);
  });

  it('token about to expire – is replaced', async () => {
    await partner.behave({ tokenLifetime: 600, signatureLifetime: 240 });
    await read();
    // The remaining lifetime of the token is too short to use it.
    setAhead(545);
    await partner.behave({ signatureLifetime: 3600 });
    await read();
    expect(await partner.count('token')).toBe(2);
    expect(await partner.count('catalog')).toBe(2);
  });

  it.each([
    ['truncated', '{"channels": ['],
    ['of another schema', '{"channels": "none"}'],
    ['not JSON', '<html></html>'],
  ])('response that is %s – returns 503', async (_name, text) => {
    await partner.fail({ on: 'catalog', kind: 'text', text });
    await expectUnavailable();
  });

  it('oversized response – returns 503 without reading all of it', async () => {
    const before = process.memoryUsage().rss;
    await partner.fail({ on: 'catalog', kind: 'huge' });
    await expectUnavailable();
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('invalid channels and videos – are left out', async () => {
    const [first, second, third] = await readAsRecords();
    const [video] = first?.video as Record<string, unknown>[];
    await partner.fail({
      on: 'catalog',
      kind: 'body',
      body: {
        channels: [
          { ...first, video: [video, { ...video, videoId: 'no-title', title: undefined }, null] },
          { ...second, price: '29' },
          { ...third, cover: 'javascript:alert(1)' },
          { ...third, idChannel: 'unsigned', trailer: 'https://partner.example/trailer.m3u8' },
          { ...first, title: 'Stands there twice' },
          'nonsense',
        ],
      },
    });
    forget(app);
    const catalog = await read();
    expect(catalog.map(({ idChannel }) => idChannel)).toEqual(['mindful-leadership']);
    expect(catalog[0]?.video.map(({ videoId }) => videoId)).toEqual(['mindful-leadership-1']);
    expect(catalog[0]).toMatchObject({ title: 'Liderazgo consciente' });
  });

  it('trailers with an expired signature – are left out', async () => {
    await partner.behave({ signatureLifetime: 240 });
    const [expired] = await readAsRecords();
    const [valid] = await (async () => {
      await partner.behave({ signatureLifetime: 3600 });
      forget(app);
      return readAsRecords();
    })();
    setAhead(241);
    await partner.fail({
      on: 'catalog',
      kind: 'body',
      body: { channels: [{ ...expired, idChannel: 'ended' }, valid] },
    });
    forget(app);
    const catalog = await read();
    expect(catalog.map(({ idChannel }) => idChannel)).toEqual(['mindful-leadership']);
  });

  it('HTML of the partner – is sanitized', async () => {
    const [first] = await readAsRecords();
    const htmlDescription =
      '<xmp><img src=x onerror=steal()></xmp>' +
      '<p onclick="steal()">Hi <script>steal()</script><b>there</b> <img src=x onerror=steal()>' +
      '<a href="javascript:steal()">one</a> <a href="https://example.com">two</a></p>';
    await partner.fail({
      on: 'catalog',
      kind: 'body',
      body: { channels: [{ ...first, htmlDescription }] },
    });
    forget(app);
    const [channel] = await read();
    expect(channel?.htmlDescription).toBe(
      '<p>Hi <b>there</b> <a rel="noopener noreferrer">one</a> ' +
        '<a href="https://example.com" rel="noopener noreferrer">two</a></p>',
    );
  });

  it('fields outside the contract – are left out', async () => {
    const [first] = await readAsRecords();
    await partner.fail({
      on: 'catalog',
      kind: 'body',
      body: { channels: [{ ...first, wholesalePrice: 3 }] },
    });
    forget(app);
    const [channel] = await read();
    expect(channel).not.toHaveProperty('wholesalePrice');
  });
});
