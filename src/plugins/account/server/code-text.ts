import { createHash, randomInt } from 'node:crypto';

/** What a code that was sent by e-mail lets its reader do. */
export type CodePurpose = 'reset-password' | 'confirm-email';

/** Without letters and figures that look alike. 20 of these 31 are 99 bits: nobody guesses one. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 20;

export const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** As it is sent: in groups for those who type it, plain in a link. */
export const writtenCode = (code: string, purpose: CodePurpose): string =>
  purpose === 'reset-password' ? code.replace(/(.{5})(?=.)/g, '$1-') : code.toLowerCase();

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * What is stored of a code, however it was typed. A plain hash will do: there is nothing to try out in 99
 * bits. The purpose is part of it, so that a code is of no use for anything else, not even in an older release
 * that knows no purposes.
 */
export const hashOfCode = (code: string, purpose: CodePurpose): string => {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return sha256(purpose === 'reset-password' ? plain : `${purpose} ${plain}`);
};
