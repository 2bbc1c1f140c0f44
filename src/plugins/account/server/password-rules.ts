import type { PasswordPattern } from '../password-pattern';
import { isCommon } from './common-passwords';

export const SHORTEST = 8;
/** bcrypt takes no notice of what comes after, so that more would only look safer. */
export const LONGEST_BYTES = 72;

/** Whether a password may be set. */
export const isGoodPassword = (password: string, pattern: PasswordPattern): boolean => {
  const bytes = Buffer.byteLength(password);
  return (
    bytes >= SHORTEST && bytes <= LONGEST_BYTES && pattern.test(password) && !isCommon(password)
  );
};
