import { createHmac } from 'node:crypto';
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
export const normalPassword = (typed: string): string => typed.normalize('NFC');

/**
 * Returns the possible forms of a typed password, starting with the typed one. Passwords that were
 * set before normalisation are stored as typed, perhaps on a system with the other form.
 */
export const formsOf = (typed: string): readonly string[] => [
  ...new Set([typed, normalPassword(typed), typed.normalize('NFD')]),
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
export const bcryptInput = (password: string): string =>
  Buffer.byteLength(password) <= BCRYPT_BYTES
    ? password
    : createHmac('sha256', DIGEST_KEY).update(password).digest('base64');

type PasswordRule = { pattern: PasswordPattern; refusesCommon: boolean };

/**
 * Problem of a password: too few bytes, too many characters, no match with the pattern, or too
 * common.
 */
export type PasswordProblem = 'too-short' | 'too-long' | 'pattern' | 'common';

/** Returns the first rule that a password breaks in its stored form; null if it is valid. */
export const findPasswordProblem = (
  typed: string,
  { pattern, refusesCommon }: PasswordRule,
): PasswordProblem | null => {
  const password = normalPassword(typed);
  if (Buffer.byteLength(password) < SHORTEST) return 'too-short';
  if (password.length > LONGEST) return 'too-long';
  if (!pattern.test(password)) return 'pattern';
  return refusesCommon && isCommon(password) ? 'common' : null;
};
