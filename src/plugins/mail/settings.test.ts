import { MAIL_TRY_SECONDS, SMTP_TIMEOUTS } from './settings';

describe('SMTP_TIMEOUTS', () => {
  it('a mail server that answers a minute late – is waited for, and the next try begins after this one', () => {
    const { connectionTimeout, greetingTimeout, socketTimeout } = SMTP_TIMEOUTS;
    expect(socketTimeout).toBeGreaterThan(60_000);
    expect(MAIL_TRY_SECONDS * 1_000).toBeGreaterThan(
      connectionTimeout + greetingTimeout + 2 * socketTimeout,
    );
  });
});
