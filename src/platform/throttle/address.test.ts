import { isIP } from 'node:net';
import fc from 'fast-check';
import { buildAddressKey, parseForwardedAddress, buildNetworkKey } from './address';

const ipv4 = fc.ipV4();
const ipv6 = fc.ipV6();
const port = fc.integer({ min: 0, max: 65_535 });

describe('parseForwardedAddress', () => {
  it('entry with and without a port – returns the same address', () => {
    fc.assert(
      fc.property(ipv4, ipv6, port, (four, six, index) => {
        expect(parseForwardedAddress(`${four}:${index}`)).toBe(four);
        expect(parseForwardedAddress(` ${four} `)).toBe(four);
        expect(parseForwardedAddress(`[${six}]:${index}`)).toBe(six);
        expect(parseForwardedAddress(`[${six}]`)).toBe(six);
        expect(parseForwardedAddress(six)).toBe(six);
      }),
    );
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '0x7f.0.0.1',
    '16909060',
    '1.2.3.4:',
    '1.2.3.4:x',
    '1.2.3.4:123456',
    '[1.2.3.4]:80',
    '2001:db8::1]:80',
    '[2001:db8::1',
    '[]:80',
    'example.com',
    '1.2.3.4 evil',
  ])('malformed entry %s – returns null', (entry) => {
    expect(parseForwardedAddress(entry)).toBeNull();
  });

  it('any entry – returns an address or null', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...Array.from('1f:.[]%')) })),
        (text) => {
          const address = parseForwardedAddress(text);
          expect(address === null || isIP(address) > 0).toBe(true);
          if (address !== null) expect(() => buildAddressKey(address)).not.toThrow();
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('buildAddressKey', () => {
  it.each([
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['', ''],
  ])('%s – is %s', (ip, key) => {
    expect(buildAddressKey(ip)).toBe(key);
  });

  it('is equal within a /64 and different for each IPv4 address', () => {
    const host = fc
      .tuple(fc.nat(0xffff), fc.nat(0xffff))
      .map(([a, b]) => `${a.toString(16)}:${b.toString(16)}`);
    fc.assert(
      fc.property(ipv4, ipv4, host, host, (ip, otherIp, here, there) => {
        expect(buildAddressKey(ip) === buildAddressKey(otherIp)).toBe(ip === otherIp);
        expect(buildAddressKey(`2001:db8:a:b:1:2:${here}`)).toBe(
          buildAddressKey(`2001:db8:a:b:9:8:${there}`),
        );
      }),
    );
  });
});

describe('buildNetworkKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2'],
  ])('%s – is %s', (ip, key) => {
    expect(buildNetworkKey(ip)).toBe(key);
  });
});
