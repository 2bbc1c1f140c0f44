import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from '@strapi/utils';

/**
 * Characters that the standard allows in a domain before its conversion. The converter also accepts
 * escapes and ports.
 */
const DOMAIN_CHARACTERS = /^[\p{L}\p{N}\p{M}\p{Cf}.。．｡-]+$/u;

/** RFC 5321 without quoted names, dots at an edge and numeric top-level domains. */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const LONGEST = 254;

/** Scripts whose letters look like Latin ones. */
const LOOKALIKE_SCRIPTS =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Invisible characters around pasted addresses. */
const UNSEEN_ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** Longer texts are no addresses, and the search for invisible characters in them is slow. */
const LONGEST_TYPED = 4 * LONGEST;

const trimUnseen = (typed: string): string =>
  typed.length > LONGEST_TYPED ? typed : typed.replace(UNSEEN_ENDS, '');

/** Returns whether a label mixes scripts that look alike, which only phishing domains do. */
const isMixed = (label: string): boolean =>
  /\p{Script=Latin}/u.test(label) && LOOKALIKE_SCRIPTS.test(label);

/**
 * Returns an e-mail address in its canonical spelling: trimmed, in lower case, with an ASCII domain
 * (`ana@peñalver.es` is `ana@xn--pealver-5za.es`). Returns null for an invalid address.
 */
export const toCanonicalEmail = (typed: string): string | null => {
  const address = trimUnseen(typed).toLowerCase();
  const separator = address.lastIndexOf('@');
  const domain = address.slice(separator + 1);
  if (address.length > LONGEST || separator < 1 || !DOMAIN_CHARACTERS.test(domain)) return null;
  const ascii = domainToASCII(domain);
  if (ascii === '' || domainToUnicode(ascii).split('.').some(isMixed)) return null;
  const canonical = `${address.slice(0, separator)}@${ascii}`;
  return canonical.length <= LONGEST && ADDRESS.test(canonical) ? canonical : null;
};

/**
 * Returns the canonical spelling of an address, or an invalid address in lower case, which belongs
 * to no account.
 */
export const normalizeEmail = (typed: string): string =>
  toCanonicalEmail(typed) ?? trimUnseen(typed).toLowerCase();

/** An e-mail address of a request, in the spelling of {@link toCanonicalEmail}. */
export const emailAddress = z
  .string()
  .trim()
  .max(LONGEST)
  .meta({ format: 'idn-email' })
  .transform((typed) => toCanonicalEmail(typed) ?? '')
  .pipe(z.email({ pattern: ADDRESS }));
