import { z } from '@strapi/utils';
import { defineSettingsSection, flag, text, wholeNumber } from '#platform/settings/section';

export type MailSettings = {
  host: string;
  port: number;
  secure: boolean;
  credentials: { username: string; password: string } | null;
  from: string;
  /**
   * Seconds until the first retry of a mail that the mail server did not accept; later pauses are
   * longer.
   */
  retrySeconds: number;
  /** Maximum `POST /api/email` requests of one API token a minute. */
  perMinute: number;
};

/**
 * Timeouts of the mail server in milliseconds. A server that checks a mail before it accepts it
 * answers late. A client with a shorter timeout sends the accepted mail again (RFC 5321,
 * 4.5.3.2.6).
 */
export const SMTP_TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 30_000,
  socketTimeout: 120_000,
};

/**
 * Maximum seconds of one attempt to send a mail. It exceeds an attempt with two late answers, which
 * would otherwise overlap the next attempt.
 */
export const MAIL_TRY_SECONDS = 300;

/** Sender: `Name <name@example.com>` or only the address. */
const sender = text.regex(/^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
  error: 'must be an e-mail address, or a name and <an address>',
});

export const mailSettings = defineSettingsSection<MailSettings>(
  'mail',
  ({ isProduction, variables }) => {
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
  },
);
