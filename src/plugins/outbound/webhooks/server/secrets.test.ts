import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { generateSecret, buildSignatureHeaders } from './secrets';

const message = { id: 'msg_1', sentAt: new Date(), body: '{"type":"content.published"}' };

describe('buildSignatureHeaders', () => {
  it('any message – is verified by the library of Standard Webhooks', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w]{1,40}$/), fc.jsonValue(), (id, value) => {
        const secret = generateSecret();
        const body = JSON.stringify(value);
        const headers = buildSignatureHeaders([secret], { ...message, id, body });
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('other secret, body, id or timestamp – is not verified', () => {
    const secret = generateSecret();
    const headers = buildSignatureHeaders([secret], message);
    const verify = (withSecret: string, body: string, change = {}) =>
      new Webhook(withSecret).verify(body, { ...headers, ...change });
    expect(() => verify(generateSecret(), message.body)).toThrow();
    expect(() => verify(secret, `${message.body} `)).toThrow();
    expect(() => verify(secret, message.body, { 'webhook-id': 'msg_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => verify(secret, message.body, { 'webhook-timestamp': later })).toThrow();
  });

  it('old and new secret – is verified with each of them', () => {
    const [oldSecret, newestSecret] = [generateSecret(), generateSecret()];
    const headers = buildSignatureHeaders([newestSecret, oldSecret], message);
    for (const secret of [oldSecret, newestSecret]) {
      expect(new Webhook(secret).verify(message.body, headers)).toBeDefined();
    }
  });
});
