import { z } from '@strapi/utils';
import { type Concern, text, wholeNumber } from './concern';
import { type PasswordPattern, PatternError, readPasswordPattern } from './password-pattern';

/** So many times in so many seconds. */
export type Rate = { points: number; seconds: number };

export type AccountSettings = {
  /** What a new password has to look like, besides being 8 to 72 bytes long and not a common one. */
  passwordPattern: PasswordPattern;
  /** Seconds that a login holds. */
  loginLifetime: number;
  /** Minutes that a reset code holds. */
  resetCodeMinutes: number;
  /** Seconds between two tries to hand a mail to the mail server. */
  mailRetrySeconds: number;
  limits: {
    registerPerAddress: Rate;
    loginPerAddress: Rate;
    loginPerAccount: Rate;
    emailExistsPerAddress: Rate;
    forgotPerAddress: Rate;
    forgotPerAccount: Rate;
    resetPerAddress: Rate;
    profilePerAccount: Rate;
  };
};

const DAY = 86_400;

const passwordPattern = text.transform((value, context): PasswordPattern => {
  try {
    return readPasswordPattern(value);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

const rate = (fallback: string) =>
  text
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,6}$/, 'must be like 10/600: so many times in so many seconds')
    .default(fallback)
    .transform((value): Rate => {
      const [points = 0, seconds = 0] = value.split('/').map(Number);
      return { points, seconds };
    });

export const accountSettings: Concern<AccountSettings> = () =>
  z
    .object({
      PASSWORD_PATTERN: passwordPattern.prefault('(?=.*\\p{Ll})(?=.*\\p{Lu})(?=.*\\d)'),
      LOGIN_LIFETIME: wholeNumber(1, 365 * DAY).default(7 * DAY),
      RESET_CODE_MINUTES: wholeNumber(1, 1440).default(30),
      MAIL_RETRY_SECONDS: wholeNumber(1, 3600).default(30),
      LIMIT_REGISTER_PER_ADDRESS: rate('20/3600'),
      LIMIT_LOGIN_PER_ADDRESS: rate('60/600'),
      LIMIT_LOGIN_PER_ACCOUNT: rate('10/900'),
      LIMIT_EMAIL_EXISTS_PER_ADDRESS: rate('10/3600'),
      LIMIT_FORGOT_PER_ADDRESS: rate('20/3600'),
      LIMIT_FORGOT_PER_ACCOUNT: rate('5/3600'),
      LIMIT_RESET_PER_ADDRESS: rate('20/3600'),
      LIMIT_PROFILE_PER_ACCOUNT: rate('60/600'),
    })
    .transform((env) => ({
      passwordPattern: env.PASSWORD_PATTERN,
      loginLifetime: env.LOGIN_LIFETIME,
      resetCodeMinutes: env.RESET_CODE_MINUTES,
      mailRetrySeconds: env.MAIL_RETRY_SECONDS,
      limits: {
        registerPerAddress: env.LIMIT_REGISTER_PER_ADDRESS,
        loginPerAddress: env.LIMIT_LOGIN_PER_ADDRESS,
        loginPerAccount: env.LIMIT_LOGIN_PER_ACCOUNT,
        emailExistsPerAddress: env.LIMIT_EMAIL_EXISTS_PER_ADDRESS,
        forgotPerAddress: env.LIMIT_FORGOT_PER_ADDRESS,
        forgotPerAccount: env.LIMIT_FORGOT_PER_ACCOUNT,
        resetPerAddress: env.LIMIT_RESET_PER_ADDRESS,
        profilePerAccount: env.LIMIT_PROFILE_PER_ACCOUNT,
      },
    }));
