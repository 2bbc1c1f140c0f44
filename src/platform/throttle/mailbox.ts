import { domainToASCII } from 'node:url';

/** Providers that ignore dots in names, by each of their domains. */
const WITHOUT_DOTS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * Returns a name without its tag: `name+anything` is delivered to `name`. A name that begins with
 * `+` has no tag.
 */
const withoutTag = (name: string): string => {
  const separator = name.indexOf('+');
  return separator > 0 ? name.slice(0, separator) : name;
};

/**
 * Returns the mailbox that an e-mail address most likely reaches. Case, the tag after `+`, the
 * Unicode form and the spelling of the domain are ignored. For counting only: providers may deliver
 * the address elsewhere.
 */
export const toMailbox = (email: string): string => {
  const address = email.normalize('NFKC').trim().toLowerCase();
  const separator = address.lastIndexOf('@');
  const domain = address.slice(separator + 1).replace(/\.$/, '');
  const asciiDomain = domainToASCII(domain) || domain;
  const name = withoutTag(address.slice(0, Math.max(separator, 0)));
  const sharedDomain = WITHOUT_DOTS.get(asciiDomain);
  return sharedDomain === undefined
    ? `${name}@${asciiDomain}`
    : `${name.replaceAll('.', '')}@${sharedDomain}`;
};
