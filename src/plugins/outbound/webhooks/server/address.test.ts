import fc from 'fast-check';
import { findAddressError } from './address';

const codeOf = (address: string, allowsPrivate = false): string | null =>
  findAddressError(address, { allowsPrivate })?.code ?? null;

describe('findAddressError', () => {
  it('public address – is allowed only with TLS', () => {
    expect(codeOf('https://www.example.com/hooks?a=1')).toBeNull();
    expect(codeOf('https://93.184.216.34/hooks')).toBeNull();
    expect(codeOf('http://www.example.com/hooks')).toBe('WEBHOOK_ADDRESS_INVALID');
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://localhost/',
    'https://localhost./',
    'https://cms.localhost/',
  ])('%s – is refused as private unless private addresses are allowed', (address) => {
    expect(codeOf(address)).toBe('WEBHOOK_ADDRESS_PRIVATE');
    expect(codeOf(address, true)).toBeNull();
  });

  it.each(['', 'www.example.com', 'ftp://example.com', 'file:///etc/passwd', 'https://a:b@c.de/'])(
    '%p – is invalid',
    (address) => {
      expect(codeOf(address)).toBe('WEBHOOK_ADDRESS_INVALID');
      expect(codeOf(address, true)).toBe('WEBHOOK_ADDRESS_INVALID');
    },
  );

  it('any text – does not throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), fc.boolean(), (address, allowsPrivate) => {
        expect(() => findAddressError(address, { allowsPrivate })).not.toThrow();
      }),
    );
  });
});
