import { securityText } from './well-known';

describe('securityText', () => {
  it('securityText – contacts and an origin – has the fields of RFC 9116', () => {
    const now = Date.parse('2030-01-01T12:34:56.789Z');
    const contacts = ['mailto:security@example.com', 'https://example.com/security'];
    expect(securityText(contacts, { origin: 'https://cms.example.com', now })).toBe(
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

  it('securityText – no origin – has no canonical address', () => {
    expect(securityText(['mailto:a@example.com'], { origin: null })).not.toContain('Canonical');
  });
});
