import type { PasswordPattern } from '../password-pattern';
import { isCommon } from './common-passwords';

export const SHORTEST = 8;
/** bcrypt takes no notice of what comes after, so that more would only look safer. */
export const LONGEST_BYTES = 72;

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

/** Whether bcrypt compares the whole of a password. */
export const isWhole = (password: string): boolean => Buffer.byteLength(password) <= LONGEST_BYTES;

/** Whether a password may be set; it counts as it will be kept. */
export const isGoodPassword = (typed: string, pattern: PasswordPattern): boolean => {
  const password = normalPassword(typed);
  return (
    Buffer.byteLength(password) >= SHORTEST &&
    isWhole(password) &&
    pattern.test(password) &&
    !isCommon(password)
  );
};
