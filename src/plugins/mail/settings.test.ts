import { MAIL_TRY_SECONDS, SMTP_TIMEOUTS } from './settings';

describe('SMTP_TIMEOUTS', () => {
  it('mail server that responds after a minute – is within the timeouts of one try', () => {
    const { connectionTimeout, greetingTimeout, socketTimeout } = SMTP_TIMEOUTS;
    expect(socketTimeout).toBeGreaterThan(60_000);
    expect(MAIL_TRY_SECONDS * 1_000).toBeGreaterThan(
      connectionTimeout + greetingTimeout + 2 * socketTimeout,
    );
  });
});
