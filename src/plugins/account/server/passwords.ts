import { createHmac, randomBytes } from 'node:crypto';
import { compare, hash } from 'bcrypt';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { accountErrors } from '../contract';
import { commonErrors } from '#platform/http/common-errors';
import { type ApiError, createHttpError } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { changeWrittenUsers } from '#platform/strapi/users-permissions';
import { USER } from './users';
import { accountSettings, USUAL_PATTERN } from '../settings';
import type { PasswordPattern } from '../password-pattern';
import { isCommon } from './common-passwords';

/** Minimum length in bytes. */
export const SHORTEST = 8;

/** Maximum length in characters: longer than typed passwords, and fast to check. */
export const LONGEST = 1024;

/** Maximum length in bytes; bcrypt ignores the rest. */
const BCRYPT_BYTES = 72;

/**
 * Returns the stored form of a password. Keyboards write `é` as one character or as a letter and an
 * accent, which look alike. NFC changes typed text least (RFC 8265, 4.2.2).
 */
export const normalizePassword = (typed: string): string => typed.normalize('NFC');

/**
 * Returns the possible forms of a typed password, starting with the typed one. Passwords that were
 * set before normalisation are stored as typed, perhaps on a system with the other form.
 */
export const listPasswordForms = (typed: string): readonly string[] => [
  ...new Set([typed, normalizePassword(typed), typed.normalize('NFD')]),
];

/**
 * Key that separates the digests from those of other programs, so that leaked digests cannot be
 * tried here.
 */
const DIGEST_KEY = 'education-cms password';

/**
 * Returns the input of bcrypt: the password, or its digest if bcrypt would cut it off. Shorter
 * passwords are not digested, so that stored hashes stay valid. The digest is base64, because
 * bcrypt stops at a zero byte.
 */
export const toBcryptInput = (password: string): string =>
  Buffer.byteLength(password) <= BCRYPT_BYTES
    ? password
    : createHmac('sha256', DIGEST_KEY).update(password).digest('base64');

type PasswordRule = { pattern: PasswordPattern; refusesCommon: boolean };

/**
 * Problem of a password: too few bytes, too many characters, no match with the pattern, or too
 * common.
 */
type PasswordProblem = 'too-short' | 'too-long' | 'pattern' | 'common';

/** Returns the first rule that a password breaks in its stored form; null if it is valid. */
export const findPasswordProblem = (
  typed: string,
  { pattern, refusesCommon }: PasswordRule,
): PasswordProblem | null => {
  const password = normalizePassword(typed);
  if (Buffer.byteLength(password) < SHORTEST) return 'too-short';
  if (password.length > LONGEST) return 'too-long';
  if (!pattern.test(password)) return 'pattern';
  return refusesCommon && isCommon(password) ? 'common' : null;
};

/** Message for each broken rule; that of the pattern applies to the default pattern. */
const messages: Readonly<Record<PasswordProblem, ApiError['message']>> = {
  'too-short': {
    en: `This password is too short: it needs at least ${SHORTEST} bytes, one for each plain character.`,
    es: `Esta contraseña es demasiado corta: necesita al menos ${SHORTEST} bytes, uno por cada carácter sencillo.`,
  },
  'too-long': {
    en: `This password is too long: it may have ${LONGEST} characters at most.`,
    es: `Esta contraseña es demasiado larga: puede tener ${LONGEST} caracteres como máximo.`,
  },
  pattern: {
    en: 'A password needs a lower-case letter, an upper-case letter and a digit.',
    es: 'Una contraseña necesita una minúscula, una mayúscula y una cifra.',
  },
  common: {
    en: 'This password is one of the most common ones, which are guessed first. Choose another one.',
    es: 'Esta contraseña es una de las más habituales, que son las primeras que se prueban. Elige otra.',
  },
};

/** Message for other patterns. */
const otherPattern = {
  en: 'A password must match the pattern in details.pattern.',
  es: 'Una contraseña tiene que cumplir el patrón de details.pattern.',
};

/** @throws ValidationError `INVALID_PASSWORD` */
export const requireGoodPassword = ({ strapi }: WithStrapi, password: string): void => {
  const { passwordPattern, refusesCommonPasswords } = accountSettings.of({ strapi });
  const rule = { pattern: passwordPattern, refusesCommon: refusesCommonPasswords };
  const problem = findPasswordProblem(password, rule);
  if (problem === null) return;
  const hasOtherPattern = problem === 'pattern' && passwordPattern.source !== USUAL_PATTERN;
  const message = hasOtherPattern ? otherPattern : messages[problem];
  throw createHttpError(
    { ...accountErrors.INVALID_PASSWORD, message },
    { details: { pattern: passwordPattern.source, minBytes: SHORTEST, maxCharacters: LONGEST } },
  );
};

/** Cost factor of a hash, Strapi's default if the model sets none. */
const DEFAULT_ROUNDS = 10;

const getRounds = ({ strapi }: WithStrapi): number => {
  const { password } = strapi.contentType(USER).attributes as {
    password?: { encryption?: { rounds?: number } };
  };
  return password?.encryption?.rounds ?? DEFAULT_ROUNDS;
};

/**
 * Returns the stored hash of a password, in the format of Strapi's own hashes. Strapi hashes and
 * compares within the event loop for a tenth of a second each. Five logins a second would then slow
 * down all other requests.
 */
export const hashOf = ({ strapi }: WithStrapi, password: string): Promise<string> =>
  hash(toBcryptInput(normalizePassword(password)), getRounds({ strapi }));

let nobodys: Promise<string> | undefined;

/**
 * Returns the hash of a random password, so that logins without a stored hash take the same time.
 */
const hashOfNobody = ({ strapi }: WithStrapi): Promise<string> => {
  nobodys ??= hashOf({ strapi }, randomBytes(24).toString('base64'));
  return nobodys;
};

/** Creates the random hash at the start, so that the first login takes no longer than others. */
export const prepareComparing = async ({ strapi }: WithStrapi): Promise<void> => {
  await hashOfNobody({ strapi });
};

/**
 * Tells whether a password matches a hash, whichever Unicode form it was typed in. Without a hash
 * it takes the same time. The number of comparisons depends only on the typed text; text without
 * accents is compared once.
 */
export const isPassword = async (
  { strapi }: WithStrapi,
  password: string,
  storedHash: string | null,
): Promise<boolean> => {
  const hashed = storedHash ?? (await hashOfNobody({ strapi }));
  for (const form of listPasswordForms(password)) {
    const isEqual = await compare(toBcryptInput(form), hashed);
    if (isEqual && storedHash !== null) return true;
  }
  return false;
};

/**
 * Makes passwords that are not written by the account endpoints, mainly those of the panel, count
 * in full: Strapi hashes only the first 72 bytes.
 *
 * @throws ValidationError `INVALID_REQUEST` for a password that is longer than a login accepts
 */
export const hashWholePasswords = ({ strapi }: WithStrapi): void => {
  changeWrittenUsers({ strapi }, (values) => {
    const { password } = values;
    if (typeof password !== 'string') return values;
    if (password.length > LONGEST) {
      throw createLocalizedError({ strapi }, commonErrors.INVALID_REQUEST, { path: ['password'] });
    }
    return { ...values, password: toBcryptInput(normalizePassword(password)) };
  });
};
