import { Webhook } from 'standardwebhooks';
import { buildAddress, formatAddressPart } from '#plugins/site/links/pattern.ts';
import { entryPath } from './addresses.ts';
import { formatAmount, formatDate, formatPrice, isOffSale, totalPrice } from './formats.ts';
import { pictureUrl, srcset } from './pictures.ts';
import { cacheTags } from './tags.ts';
import { readWebhook, staleTags, type WebhookMessage } from './webhooks.ts';

const baseUrl = 'https://cms.example.com/api';

describe('readWebhook', () => {
  const secret = `whsec_${Buffer.from('a secret of the webhook').toString('base64')}`;
  const body = JSON.stringify({
    type: 'content.updated',
    timestamp: '2026-03-01T12:00:00.000Z',
    data: { sequence: '1', tags: ['C4dx'], document: { type: 't', documentId: 'd' } },
  });

  /** Returns a request that the reference implementation of Standard Webhooks has signed. */
  const signRequest = (sentBody = body, { at = new Date(), by = secret, before = '' } = {}) =>
    new Request('https://site.example.com/hook', {
      method: 'POST',
      body: sentBody,
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': before + new Webhook(by).sign('msg_1', at, body),
      },
    });

  const otherSecret = `whsec_${Buffer.from('another secret').toString('base64')}`;

  it('readWebhook – right signature – returns the message', async () => {
    expect(await readWebhook(signRequest(), secret)).toEqual(JSON.parse(body));
  });

  it('readWebhook – several signatures – accepts the valid signature', async () => {
    const before = 'v1,AAAA v2,x v1,% ';
    expect(await readWebhook(signRequest(body, { before }), secret)).toBeDefined();
  });

  it.each([
    ['changed body', signRequest(`${body} `)],
    ['another secret', signRequest(body, { by: otherSecret })],
    ['old timestamp', signRequest(body, { at: new Date(Date.now() - 400_000) })],
    ['future timestamp', signRequest(body, { at: new Date(Date.now() + 400_000) })],
    ['no signature', new Request('https://site.example.com', { method: 'POST', body })],
  ])('readWebhook – %s – returns undefined', async (_, request) => {
    expect(await readWebhook(request, secret)).toBeUndefined();
  });

  it('staleTags – message – returns its tags, or all of them if anything may have changed', () => {
    const message = JSON.parse(body) as WebhookMessage;
    expect(staleTags(message)).toEqual(['C4dx']);
    const unknown = { ...message, data: { ...message.data, document: null } } as WebhookMessage;
    expect(staleTags(unknown)).toEqual(['all']);
    expect(staleTags({ ...message, type: 'webhook.test', data: {} })).toEqual([]);
  });
});

it('cacheTags – header of a CDN – returns its tags', () => {
  const tagsOf = (headers: Record<string, string>) => cacheTags(new Response(null, { headers }));
  expect(tagsOf({ 'Cache-Tag': 'a,b' })).toEqual(['a', 'b']);
  expect(tagsOf({ 'Surrogate-Key': 'a b' })).toEqual(['a', 'b']);
  expect(tagsOf({})).toEqual([]);
});

describe('pictures', () => {
  it('pictureUrl – width, ratio, format and version – returns the address with them', () => {
    expect(pictureUrl('/uploads/a_1.webp?v=2', 700, { baseUrl, ratio: '16:9' })).toBe(
      `${baseUrl}/pictures/a_1.webp?w=800&ratio=16%3A9&v=2`,
    );
    expect(pictureUrl('/uploads/a.jpg', 9999, { baseUrl, format: 'avif' })).toBe(
      `${baseUrl}/pictures/a.jpg?w=2560&format=avif`,
    );
  });

  it('pictureUrl, srcset – SVG – returns the original address and an empty srcset', () => {
    expect(pictureUrl('/uploads/a.svg', 640, { baseUrl })).toBe(
      'https://cms.example.com/uploads/a.svg',
    );
    expect(srcset('/uploads/a.svg', { baseUrl })).toBe('');
  });

  it('srcset – picture with a width – ends at the first width that is not smaller', () => {
    const widthsOf = (media: Parameters<typeof srcset>[0]) =>
      Array.from(srcset(media, { baseUrl }).matchAll(/ (\d+)w/g), ([, width]) => Number(width));
    expect(widthsOf({ url: '/uploads/a.webp', width: 700 })).toEqual([320, 640, 960]);
    expect(widthsOf({ url: '/uploads/a.webp', width: 640 })).toEqual([320, 640]);
    expect(widthsOf('/uploads/a.webp')).toEqual([320, 640, 960, 1200, 1600, 1920]);
  });
});

it.each([
  ['/{lang}/{type}/{slug}', 'Curso corto', '/es/curso-corto/sutura'],
  ['/{type}/{slug}', 'Máster', '/master/sutura'],
  ['/{lang}/lives/{slug}', null, '/es/lives/sutura'],
])(
  'entryPath – %s, %s – returns the address that the service returns',
  (pattern, type, expected) => {
    const placeholders = { slug: 'sutura', lang: 'es' };
    expect(entryPath(pattern, { ...placeholders, type })).toBe(expected);
    expect(buildAddress(pattern, { ...placeholders, type: formatAddressPart(type ?? '') })).toBe(
      expected,
    );
  },
);

describe('formats', () => {
  /** Spaces differ between versions of the language data. */
  const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ');

  it('formatAmount, formatPrice – amount – returns text in the language', () => {
    expect(normalizeSpaces(formatAmount(1290.5, 'EUR', 'es'))).toBe('1290,50 €');
    expect(formatPrice({ amount: 129_050, currency: 'usd', decimals: 2 }, 'en')).toBe('$1,290.50');
    expect(formatPrice({ amount: 1290, currency: 'isk', decimals: 2 }, 'en')).toContain('12.90');
  });

  it.each([
    [{ purchaseType: 'single', fullPrice: 100, tuitionPrice: 80 }, 80],
    [{ purchaseType: 'instalments', fullPrice: 100, tuitionPrice: 20 }, 100],
    [{ purchaseType: null, fullPrice: 100, tuitionPrice: 20, instalmentsPrice: 10 }, 100],
    [{ purchaseType: null, fullPrice: 100, tuitionPrice: 80, instalmentsPrice: null }, 80],
    [{ purchaseType: 'instalments', fullPrice: null, tuitionPrice: 20 }, undefined],
    [{}, undefined],
  ])('totalPrice – %j – is %p', (product, expected) => {
    expect(totalPrice(product)).toBe(expected);
  });

  it.each([
    [{}, false],
    [{ isOffSale: false, onSaleAgainAt: '2026-03-02T09:15:00.001Z' }, false],
    [{ isOffSale: true, onSaleAgainAt: null }, true],
    [{ isOffSale: true, onSaleAgainAt: '2026-03-02T09:15:00.001Z' }, true],
    [{ isOffSale: true, onSaleAgainAt: '2026-03-02T09:15:00.000Z' }, false],
  ])('isOffSale – %j – is %p', (product, expected) => {
    expect(isOffSale(product, new Date('2026-03-02T09:15:00.000Z'))).toBe(expected);
  });

  it('formatDate – moment – returns text in the time zone', () => {
    const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Madrid' } as const;
    expect(formatDate('2026-03-02T09:15:00.000Z', 'es', options)).toMatch(
      /^2 de marzo de 2026.* 10:15$/,
    );
  });
});
