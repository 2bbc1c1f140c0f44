import { z } from '@strapi/utils';
import {
  flag,
  isUrl,
  defineSettingsSection,
  text,
  type Variables,
  wholeNumber,
} from '#platform/settings/section';
import { type PasswordPattern, PatternError, readPasswordPattern } from './password-pattern';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Limit } from '#platform/throttle';

/** Maximum number of requests within a number of seconds. */
type Rate = { points: number; seconds: number };

type AccountSettings = {
  /** Pattern of new passwords, in addition to at least 8 bytes. */
  passwordPattern: PasswordPattern;
  /** Whether common passwords are rejected. */
  refusesCommonPasswords: boolean;
  /** Lifetime of a login in seconds. */
  loginLifetime: number;
  /** Lifetime of a token of a renewable login in seconds. */
  shortLoginLifetime: number;
  /** Maximum seconds between two renewals of a login. */
  refreshTokenLifetime: number;
  /** Maximum lifetime of a renewable login in seconds, regardless of renewals. */
  renewableLoginLifetime: number;
  /** Lifetime of a reset code in minutes. */
  resetCodeMinutes: number;
  /** Lifetime of the link that confirms an address, in days. */
  confirmCodeDays: number;
  /** URL of that link, with `{code}`, `{lang}` and `{vertical}` as placeholders. */
  confirmEmailUrl: string;
  /** Number of days that a network is known after a login from it. */
  knownNetworkDays: number;
  limits: {
    registerPerAddress: Rate;
    loginPerAddress: Rate;
    loginPerAccount: Rate;
    loginPerKnownNetwork: Rate;
    lockedMailPerAccount: Rate;
    emailExistsPerAddress: Rate;
    forgotPerAddress: Rate;
    forgotPerAccount: Rate;
    refreshPerAddress: Rate;
    resetPerAddress: Rate;
    confirmPerAddress: Rate;
    confirmationPerAccount: Rate;
    profilePerAccount: Rate;
  };
};

const HOUR = 3600;
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
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,6}$/, 'must have the form requests/seconds, such as 10/600')
    .default(fallback)
    .transform((value): Rate => {
      const [points = 0, seconds = 0] = value.split('/').map(Number);
      return { points, seconds };
    });

/** URL with a placeholder for the code. */
const confirmEmailUrl = text.refine((value) => {
  const sample = value.replaceAll('{code}', 'x');
  return value !== sample && isUrl(sample, ['http:', 'https:']);
}, 'must be an http:// or https:// address with {code} in it');

/**
 * Returns the URL of the service's own page. Without a public URL only this machine can reach it.
 */
const buildConfirmPageUrl = ({ PUBLIC_URL, PORT }: Variables): string =>
  `${(PUBLIC_URL ?? `http://localhost:${PORT ?? '1337'}`).trim().replace(/\/+$/, '')}/confirm-email?code={code}&lang={lang}`;

/** Pattern that requires a lower-case letter, an upper-case letter and a digit. */
export const USUAL_PATTERN = '(?=.*\\p{Ll})(?=.*\\p{Lu})(?=.*\\d)';

export const accountSettings = defineSettingsSection<AccountSettings>(
  'account',
  ({ variables, isProduction }) =>
    z
      .object({
        PASSWORD_PATTERN: passwordPattern.prefault(USUAL_PATTERN),
        // Demos accept common passwords for convenience.
        PASSWORD_REFUSE_COMMON: flag.default(isProduction),
        LOGIN_LIFETIME: wholeNumber(1, 365 * DAY).default(7 * DAY),
        SHORT_LOGIN_LIFETIME: wholeNumber(60, DAY).default(15 * 60),
        REFRESH_TOKEN_LIFETIME: wholeNumber(300, 365 * DAY).default(30 * DAY),
        RENEWABLE_LOGIN_LIFETIME: wholeNumber(300, 3650 * DAY).default(365 * DAY),
        RESET_CODE_MINUTES: wholeNumber(1, 1440).default(30),
        CONFIRM_CODE_DAYS: wholeNumber(1, 90).default(7),
        CONFIRM_EMAIL_URL: confirmEmailUrl.default(buildConfirmPageUrl(variables)),
        KNOWN_NETWORK_DAYS: wholeNumber(1, 365).default(90),
        LIMIT_REGISTER_PER_ADDRESS: rate('20/3600'),
        LIMIT_LOGIN_PER_ADDRESS: rate('60/600'),
        LIMIT_LOGIN_PER_ACCOUNT: rate('10/900'),
        LIMIT_EMAIL_EXISTS_PER_ADDRESS: rate('10/3600'),
        LIMIT_FORGOT_PER_ADDRESS: rate('20/3600'),
        LIMIT_FORGOT_PER_ACCOUNT: rate('5/3600'),
        LIMIT_REFRESH_PER_ADDRESS: rate('600/600'),
        LIMIT_RESET_PER_ADDRESS: rate('20/3600'),
        LIMIT_CONFIRM_PER_ADDRESS: rate('20/3600'),
        LIMIT_CONFIRMATION_PER_ACCOUNT: rate('5/3600'),
        LIMIT_PROFILE_PER_ACCOUNT: rate('60/600'),
      })
      .transform((env) => ({
        passwordPattern: env.PASSWORD_PATTERN,
        refusesCommonPasswords: env.PASSWORD_REFUSE_COMMON,
        loginLifetime: env.LOGIN_LIFETIME,
        shortLoginLifetime: env.SHORT_LOGIN_LIFETIME,
        refreshTokenLifetime: env.REFRESH_TOKEN_LIFETIME,
        renewableLoginLifetime: env.RENEWABLE_LOGIN_LIFETIME,
        resetCodeMinutes: env.RESET_CODE_MINUTES,
        confirmCodeDays: env.CONFIRM_CODE_DAYS,
        confirmEmailUrl: env.CONFIRM_EMAIL_URL,
        knownNetworkDays: env.KNOWN_NETWORK_DAYS,
        limits: {
          registerPerAddress: env.LIMIT_REGISTER_PER_ADDRESS,
          loginPerAddress: env.LIMIT_LOGIN_PER_ADDRESS,
          loginPerAccount: env.LIMIT_LOGIN_PER_ACCOUNT,
          // The limit for the owner's networks is equal: strangers must not have more attempts than
          // the owner.
          loginPerKnownNetwork: env.LIMIT_LOGIN_PER_ACCOUNT,
          lockedMailPerAccount: { points: 1, seconds: HOUR },
          emailExistsPerAddress: env.LIMIT_EMAIL_EXISTS_PER_ADDRESS,
          forgotPerAddress: env.LIMIT_FORGOT_PER_ADDRESS,
          forgotPerAccount: env.LIMIT_FORGOT_PER_ACCOUNT,
          refreshPerAddress: env.LIMIT_REFRESH_PER_ADDRESS,
          resetPerAddress: env.LIMIT_RESET_PER_ADDRESS,
          confirmPerAddress: env.LIMIT_CONFIRM_PER_ADDRESS,
          confirmationPerAccount: env.LIMIT_CONFIRMATION_PER_ACCOUNT,
          profilePerAccount: env.LIMIT_PROFILE_PER_ACCOUNT,
        },
      })),
);

type Name = keyof AccountSettings['limits'];

/** Returns the rate limit that protects an account endpoint against trying out. */
export const limitOf = ({ strapi }: WithStrapi, name: Name): Limit => ({
  name: `account-${name}`,
  ...accountSettings.of({ strapi }).limits[name],
  // The right password resets the count of wrong ones.
  isResettable: name === 'loginPerAccount' || name === 'loginPerKnownNetwork',
});
