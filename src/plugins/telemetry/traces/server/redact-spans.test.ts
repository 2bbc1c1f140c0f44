import { redactAttributes } from './redact-spans';

const attributes = () => ({
  'url.path': '/api/preview',
  'url.query': 'token=secret',
  'url.full': 'https://partner.example.com/videos/7?token=secret#place',
  'client.address': '203.0.113.7',
  'network.peer.address': '203.0.113.7',
  'cms.endpoint': 'preview',
});

describe('What a trace tells', () => {
  it('has no query, and of those who come no address', () => {
    const told = attributes();
    redactAttributes(told, true);
    expect(told).toEqual({
      'url.path': '/api/preview',
      'url.full': 'https://partner.example.com/videos/7',
      'cms.endpoint': 'preview',
    });
  });

  it('says where the service has asked', () => {
    const told = attributes();
    redactAttributes(told, false);
    expect(told['network.peer.address']).toBe('203.0.113.7');
    expect(told['url.full']).toBe('https://partner.example.com/videos/7');
  });
});
