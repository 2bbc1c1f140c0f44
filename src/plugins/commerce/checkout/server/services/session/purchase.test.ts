import fc from 'fast-check';
import { chooseProduct, isReturnAllowed, mergeMetadata } from './purchase';

describe('mergeMetadata', () => {
  it('metadata of caller, laab_fetch and service – later sources overwrite earlier ones', () => {
    const merged = mergeMetadata(
      {
        payment_intent_data: { metadata: { a: 1, b: true, vertical: 'forged' } },
        metadata: {
          laab_fetch: [
            { key: 'b', value: 'first' },
            { key: 'b', value: 'second' },
            { key: 'SKU', value: 'forged' },
          ],
        },
      },
      { SKU: 'COURSE-1', vertical: 'medicina' },
    );
    expect(merged).toEqual({ a: '1', b: 'second', vertical: 'medicina', SKU: 'COURSE-1' });
  });

  it('any metadata of the caller – keeps the metadata of the service', () => {
    const key = fc.constantFrom('SKU', 'vertical', 'a', 'b');
    const value = fc.string({ maxLength: 500 });
    fc.assert(
      fc.property(
        fc.dictionary(key, value),
        fc.array(fc.record({ key, value })),
        (metadata, pairs) => {
          const merged = mergeMetadata(
            { payment_intent_data: { metadata }, metadata: { laab_fetch: pairs } },
            { SKU: 'COURSE-1', vertical: 'medicina' },
          );
          expect(merged).toMatchObject({ SKU: 'COURSE-1', vertical: 'medicina' });
        },
      ),
    );
  });

  it('metadata above the limits – throws METADATA_LIMIT with each problem', () => {
    const laab_fetch = [
      { key: '', value: 'x' },
      { key: 'a[b]', value: 'x' },
      { key: 'k'.repeat(41), value: 'x' },
      { key: 'long', value: 'x'.repeat(501) },
      ...Array.from({ length: 46 }, (_, index) => ({ key: `key${index}`, value: 'x' })),
    ];
    const merge = () => mergeMetadata({ metadata: { laab_fetch } }, { SKU: 'COURSE-1' });
    expect(merge).toThrow(
      expect.objectContaining({
        details: {
          code: 'METADATA_LIMIT',
          problems: [
            '51 keys, at most 50',
            'key ""',
            'key "a[b]"',
            `key "${'k'.repeat(40)}"`,
            'value of "long"',
          ],
        },
      }) as Error,
    );
  });
});

describe('chooseProduct', () => {
  const version = {
    documentId: 'course',
    locale: 'es',
    isSoon: null,
    isOffSale: null,
    onSaleAgainAt: null,
    payCrm: 'main',
    vertical: ['medicina'],
  };
  const now = Date.parse('2027-03-01T09:00:00.000Z');
  const criteria = { origin: 'main', vertical: 'medicina', defaultLang: 'es', now };
  const closed = { ...version, isOffSale: true };
  const reopened = { ...closed, onSaleAgainAt: '2027-03-01T09:00:00.000Z' };
  const otherProduct = { ...version, documentId: 'other' };

  it.each<[string, object[], string]>([
    ['another product is coming soon', [{ ...otherProduct, isSoon: true }, version], 'course'],
    [
      'one locale is coming soon',
      [
        { ...version, isSoon: true },
        { ...version, locale: 'en' },
      ],
      'course',
    ],
    [
      'all products are coming soon',
      [
        { ...version, isSoon: true },
        { ...otherProduct, isSoon: true },
      ],
      'PRODUCT_NOT_ON_SALE_YET',
    ],
    ['off sale', [closed], 'PRODUCT_OFF_SALE'],
    [
      'off sale, coming soon in another locale',
      [closed, { ...version, locale: 'en', isSoon: true }],
      'PRODUCT_OFF_SALE',
    ],
    [
      'off sale until a date',
      [{ ...closed, onSaleAgainAt: '2027-03-01T09:00:00.001Z' }],
      'PRODUCT_OFF_SALE',
    ],
    ['off sale until a past date', [reopened], 'course'],
    [
      'off sale until a past date, coming soon',
      [{ ...reopened, isSoon: true }],
      'PRODUCT_NOT_ON_SALE_YET',
    ],
    ['another locale is on sale', [closed, { ...version, locale: 'en' }], 'course'],
    ['another product is off sale', [{ ...closed, documentId: 'other' }, version], 'course'],
    ['two products are on sale', [otherProduct, version], 'PRODUCT_NOT_UNIQUE'],
    [
      'the other product has another payment account',
      [{ ...otherProduct, payCrm: 'partners' }, version],
      'course',
    ],
    [
      'the other product has another business line',
      [{ ...otherProduct, vertical: ['psicologia'] }, version],
      'course',
    ],
    ['several locales are on sale', [{ ...version, locale: 'en' }, version], 'course'],
  ])('%s – returns the expected product or error', (_, published, expected) => {
    const choices = chooseProduct(published as (typeof version)[], criteria);
    expect('product' in choices ? choices.product.documentId : choices.refusal.code).toBe(expected);
  });

  it('several locales without the default one – returns the same locale in any sequence', () => {
    const published = ['fr', 'en', 'pt'].map((locale) => ({ ...version, locale }));
    const choices = [published, published.toReversed()].map((all) => chooseProduct(all, criteria));
    expect(choices).toMatchObject([{ product: { locale: 'en' } }, { product: { locale: 'en' } }]);
  });
});

describe('isReturnAllowed', () => {
  const hosts = ['shop.example.com', '*.campus.example.com', 'localhost:3000'];
  const isAllowed = (address: string, returnHosts: readonly string[] | null = hosts) =>
    isReturnAllowed(address, { returnHosts, allowsInsecureReturn: false });

  it.each([
    'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
    'https://SHOP.example.com',
    'https://shop.example.com:8443/',
    'https://a.b.campus.example.com/',
    'https://localhost:3000/',
  ])('%s – is allowed', (address) => {
    expect(isAllowed(address)).toBe(true);
  });

  it.each([
    'http://shop.example.com/',
    'https://campus.example.com/',
    'https://evilcampus.example.com/',
    'https://localhost:3001/',
    'https://shop.example.com.evil.example.org/',
    'https://shop.example.com@evil.example.org/',
    'https://user:password@shop.example.com/',
    'https:shop.example.com',
    'https:///shop.example.com',
    'https://shop.example.com\\@evil.example.org/',
    'https://shop.example.com/\n',
    ' https://shop.example.com/',
    'javascript:alert(1)',
    '//shop.example.com/',
    'basket',
    '',
  ])('%j – is refused', (address) => {
    expect(isAllowed(address)).toBe(false);
  });

  it('no hosts in the settings – allows any HTTPS address, and HTTP only with the setting', () => {
    expect(isAllowed('https://anywhere.example.org/', null)).toBe(true);
    expect(isAllowed('http://localhost/', null)).toBe(false);
    const isLenient = { returnHosts: null, allowsInsecureReturn: true };
    expect(isReturnAllowed('http://localhost/', isLenient)).toBe(true);
    expect(isReturnAllowed('ftp://localhost/', isLenient)).toBe(false);
  });

  it('any address on another host – is refused', () => {
    fc.assert(
      fc.property(fc.webUrl(), (address) => {
        fc.pre(!new URL(address).host.includes('example.com'));
        expect(isAllowed(address)).toBe(false);
      }),
    );
  });
});
