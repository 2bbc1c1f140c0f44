import { z } from '@strapi/utils';
import { settingsSection, flag, text, wholeNumber } from '../../platform/settings/section';

export type MailSettings = {
  host: string;
  port: number;
  secure: boolean;
  credentials: { username: string; password: string } | null;
  from: string;
  /** Seconds until a mail that the mail server did not take is tried again at first; the pauses grow. */
  retrySeconds: number;
  /** Requests to send a mail by `POST /api/email` that one API token may have made in a minute. */
  perMinute: number;
};

/**
 * Milliseconds that a mail server may take. A server that checks a mail before it accepts it answers late: a client that
 * gives up earlier sends the mail again, though it was accepted (RFC 5321, 4.5.3.2.6).
 */
export const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 30_000,
  socketTimeout: 120_000,
};

/** Seconds that one try to send a mail may take. Longer than a try with two late answers, which would go on beside the next. */
export const MAIL_TRY_SECONDS = 300;

/** `Name <name@example.com>` or the address alone. */
const sender = text.regex(/^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
  error: 'must be an e-mail address, or a name and <an address>',
});

export const mailSettings = settingsSection<MailSettings>('mail', ({ isProduction, variables }) => {
  const hasUsername = variables.SMTP_USERNAME !== undefined;
  return z
    .object({
      SMTP_HOST: isProduction ? text : text.default('127.0.0.1'),
      SMTP_PORT: wholeNumber(1, 65535).default(isProduction ? 587 : 1025),
      SMTP_SECURE: flag.default(false),
      SMTP_USERNAME: text.optional(),
      SMTP_PASSWORD: hasUsername ? text : text.optional(),
      EMAIL_FROM: isProduction ? sender : sender.default('Education <no-reply@localhost>'),
      MAIL_RETRY_SECONDS: wholeNumber(1, 3600).default(30),
      MAILS_PER_MINUTE: wholeNumber(1, 100_000).default(60),
    })
    .transform((env) => ({
      host: env.SMTP_HOST,
      port: env.SMTP_PORT,
      secure: env.SMTP_SECURE,
      credentials:
        env.SMTP_USERNAME !== undefined && env.SMTP_PASSWORD !== undefined
          ? { username: env.SMTP_USERNAME, password: env.SMTP_PASSWORD }
          : null,
      from: env.EMAIL_FROM,
      retrySeconds: env.MAIL_RETRY_SECONDS,
      perMinute: env.MAILS_PER_MINUTE,
    }));
});
