import { redactAttributes } from './redact-spans';

const attributes = () => ({
  'url.path': '/api/preview',
  'url.query': 'token=secret',
  'url.full': 'https://partner.example.com/videos/7?token=secret#place',
  'client.address': '203.0.113.7',
  'network.peer.address': '203.0.113.7',
  'cms.endpoint': 'preview',
});

describe('redactAttributes', () => {
  it('incoming request – removes the query and the client address', () => {
    const span = attributes();
    redactAttributes(span, true);
    expect(span).toEqual({
      'url.path': '/api/preview',
      'url.full': 'https://partner.example.com/videos/7',
      'cms.endpoint': 'preview',
    });
  });

  it('outgoing request – keeps the peer address', () => {
    const span = attributes();
    redactAttributes(span, false);
    expect(span['network.peer.address']).toBe('203.0.113.7');
    expect(span['url.full']).toBe('https://partner.example.com/videos/7');
  });
});
