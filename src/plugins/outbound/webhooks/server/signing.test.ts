import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newSecret, signatureHeaders } from './signing';

const message = { id: 'msg_1', sentAt: new Date(), body: '{"type":"content.published"}' };

describe('a signature', () => {
  it('should be what the public library of Standard Webhooks verifies', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w]{1,40}$/), fc.jsonValue(), (id, value) => {
        const secret = newSecret();
        const body = JSON.stringify(value);
        const headers = signatureHeaders([secret], { ...message, id, body });
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('should hold for nobody else and for nothing else', () => {
    const secret = newSecret();
    const headers = signatureHeaders([secret], message);
    const verify = (by: string, body: string, change = {}) =>
      new Webhook(by).verify(body, { ...headers, ...change });
    expect(() => verify(newSecret(), message.body)).toThrow();
    expect(() => verify(secret, `${message.body} `)).toThrow();
    expect(() => verify(secret, message.body, { 'webhook-id': 'msg_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => verify(secret, message.body, { 'webhook-timestamp': later })).toThrow();
  });

  it('should hold for the old secret and for the new one while one takes the place of the other', () => {
    const [old, young] = [newSecret(), newSecret()];
    const headers = signatureHeaders([young, old], message);
    for (const secret of [old, young]) {
      expect(new Webhook(secret).verify(message.body, headers)).toBeDefined();
    }
  });
});
