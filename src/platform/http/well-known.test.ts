import { buildSecurityText } from './well-known';

describe('buildSecurityText', () => {
  it('buildSecurityText – contacts and an origin – has the fields of RFC 9116', () => {
    const now = Date.parse('2030-01-01T12:34:56.789Z');
    const contacts = ['mailto:security@example.com', 'https://example.com/security'];
    expect(buildSecurityText(contacts, { origin: 'https://cms.example.com', now })).toBe(
      [
        'Contact: mailto:security@example.com',
        'Contact: https://example.com/security',
        'Expires: 2030-06-30T00:00:00.000Z',
        'Preferred-Languages: en, es',
        'Canonical: https://cms.example.com/.well-known/security.txt',
        '',
      ].join('\n'),
    );
  });

  it('buildSecurityText – no origin – has no canonical address', () => {
    expect(buildSecurityText(['mailto:a@example.com'], { origin: null })).not.toContain(
      'Canonical',
    );
  });
});
