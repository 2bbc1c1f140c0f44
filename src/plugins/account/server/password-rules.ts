import { createHmac } from 'node:crypto';
import type { PasswordPattern } from '../password-pattern';
import { isCommon } from './common-passwords';

/** In bytes. */
export const SHORTEST = 8;

/** In characters: more than anybody types, and little work to check. */
export const LONGEST = 1024;

/** bcrypt ignores what comes after. */
const BCRYPT_BYTES = 72;

/**
 * A password as it is kept: `é` is one character or a letter and an accent, as the keyboard's system writes it, and nobody sees
 * which. Of the forms of Unicode the one that leaves most of what is typed as it is (RFC 8265, 4.2.2).
 */
export const normalPassword = (typed: string): string => typed.normalize('NFC');

/**
 * What somebody may mean who types a password, as it is typed first. Those that were set before they were normalised are kept as
 * they were typed then, on a system that may have written them in the other way.
 */
export const formsOf = (typed: string): readonly string[] => [
  ...new Set([typed, normalPassword(typed), typed.normalize('NFD')]),
];

/** Keeps the digests apart from those of other programs, so that none that leaked elsewhere can be tried here. */
const DIGEST_KEY = 'education-cms password';

/**
 * Returns what bcrypt hashes and compares: the password, or a digest of one that bcrypt would cut off. Shorter passwords
 * are not digested, so that every stored hash stays valid. The digest is base64, as bcrypt stops at a byte of 0.
 */
export const bcryptInput = (password: string): string =>
  Buffer.byteLength(password) <= BCRYPT_BYTES
    ? password
    : createHmac('sha256', DIGEST_KEY).update(password).digest('base64');

type PasswordRule = { pattern: PasswordPattern; refusesCommon: boolean };

/** What is wrong with a password: too few bytes, too many characters, a pattern that it does not match, or it is common. */
export type PasswordProblem = 'too-short' | 'too-long' | 'pattern' | 'common';

/** Returns the first rule that a password breaks, as it will be kept; null where it may be set. */
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
