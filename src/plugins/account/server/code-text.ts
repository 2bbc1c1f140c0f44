import { createHash, randomInt } from 'node:crypto';

/** Purpose of a code that was sent by e-mail. */
export type CodePurpose = 'reset-password' | 'confirm-email';

/**
 * Alphabet without similar letters and digits. 20 of these 31 characters have 99 bits, which cannot
 * be guessed.
 */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 20;

export const generateCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Returns a code as it is sent: in groups for typing, or plain for a link. */
export const formatCode = (code: string, purpose: CodePurpose): string =>
  purpose === 'reset-password' ? code.replace(/(.{5})(?=.)/g, '$1-') : code.toLowerCase();

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the hash that is stored of a code, independent of how the code is typed. A plain hash is
 * enough, because 99 bits cannot be tried out. It includes the purpose, so that a code works for
 * nothing else, even in an older release without purposes.
 */
export const hashOfCode = (code: string, purpose: CodePurpose): string => {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return sha256(purpose === 'reset-password' ? plain : `${purpose} ${plain}`);
};
