import fc from 'fast-check';
import { chooseProduct, isReturnAllowed, mergeMetadata } from './purchase';

describe('metadata of a purchase', () => {
  it('should be what the caller says, then laab_fetch in its order, then our own', () => {
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

  it('should always keep our own, whatever the caller says', () => {
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

  it('should name every excess', () => {
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
  const wanted = { origin: 'main', vertical: 'medicina', defaultLang: 'es', now };
  const closed = { ...version, isOffSale: true };
  const reopened = { ...closed, onSaleAgainAt: '2027-03-01T09:00:00.000Z' };
  const other = { ...version, documentId: 'other' };

  it.each<[string, object[], string]>([
    ['another product is announced', [{ ...other, isSoon: true }, version], 'course'],
    [
      'a language is announced',
      [
        { ...version, isSoon: true },
        { ...version, locale: 'en' },
      ],
      'course',
    ],
    [
      'all are announced',
      [
        { ...version, isSoon: true },
        { ...other, isSoon: true },
      ],
      'PRODUCT_NOT_ON_SALE_YET',
    ],
    ['it is off sale', [closed], 'PRODUCT_OFF_SALE'],
    [
      'it is off sale, and announced in another language',
      [closed, { ...version, locale: 'en', isSoon: true }],
      'PRODUCT_OFF_SALE',
    ],
    [
      'it is off sale until a date',
      [{ ...closed, onSaleAgainAt: '2027-03-01T09:00:00.001Z' }],
      'PRODUCT_OFF_SALE',
    ],
    ['its date has passed', [reopened], 'course'],
    [
      'its date has passed, and it is announced',
      [{ ...reopened, isSoon: true }],
      'PRODUCT_NOT_ON_SALE_YET',
    ],
    ['another language is sold', [closed, { ...version, locale: 'en' }], 'course'],
    ['another product is off sale', [{ ...closed, documentId: 'other' }, version], 'course'],
    ['two products are sold', [other, version], 'PRODUCT_NOT_UNIQUE'],
    ['another account sells the other', [{ ...other, payCrm: 'partners' }, version], 'course'],
    ['another line sells the other', [{ ...other, vertical: ['psicologia'] }, version], 'course'],
    ['several languages are sold', [{ ...version, locale: 'en' }, version], 'course'],
  ])('%s – %#', (_, published, expected) => {
    const chosen = chooseProduct(published as (typeof version)[], wanted);
    expect('product' in chosen ? chosen.product.documentId : chosen.refusal.code).toBe(expected);
  });

  it('several languages are sold, none of them the default one – chooses the same in any order', () => {
    const published = ['fr', 'en', 'pt'].map((locale) => ({ ...version, locale }));
    const chosen = [published, published.toReversed()].map((all) => chooseProduct(all, wanted));
    expect(chosen).toMatchObject([{ product: { locale: 'en' } }, { product: { locale: 'en' } }]);
  });
});

describe('an address that customers are sent back to', () => {
  const hosts = ['shop.example.com', '*.campus.example.com', 'localhost:3000'];
  const allowed = (address: string, returnHosts: readonly string[] | null = hosts) =>
    isReturnAllowed(address, { returnHosts, allowsInsecureReturn: false });

  it.each([
    'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
    'https://SHOP.example.com',
    'https://shop.example.com:8443/',
    'https://a.b.campus.example.com/',
    'https://localhost:3000/',
  ])('should be allowed: %s', (address) => {
    expect(allowed(address)).toBe(true);
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
  ])('should be refused: %j', (address) => {
    expect(allowed(address)).toBe(false);
  });

  it('should be anywhere secure where no hosts are set, and insecure only where that is allowed', () => {
    expect(allowed('https://anywhere.example.org/', null)).toBe(true);
    expect(allowed('http://localhost/', null)).toBe(false);
    const isLenient = { returnHosts: null, allowsInsecureReturn: true };
    expect(isReturnAllowed('http://localhost/', isLenient)).toBe(true);
    expect(isReturnAllowed('ftp://localhost/', isLenient)).toBe(false);
  });

  it('should never be on another host, whatever is written before it', () => {
    fc.assert(
      fc.property(fc.webUrl(), (address) => {
        fc.pre(!new URL(address).host.includes('example.com'));
        expect(allowed(address)).toBe(false);
      }),
    );
  });
});
