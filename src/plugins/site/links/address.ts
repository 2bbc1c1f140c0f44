/** Maximum length of an address. */
export const LONGEST = 2048;

/** Reason why a text is not a valid address. */
export type AddressProblem = 'spaces' | 'form' | 'host' | 'mail' | 'phone' | 'tooLong';

/** Accepts names with a dot, IP addresses and `localhost`. `https://cursos` is a typo. */
const isHost = (host: string): boolean =>
  host === 'localhost' ||
  host.startsWith('[') ||
  /^[^.]+(\.[^.]+)*\.[^.]{2,}$|^[\d.]+$/u.test(host);

const problemOfSite = (address: string): AddressProblem | null => {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return 'host';
  const { hostname, username } = new URL(address);
  return username === '' && isHost(hostname) ? null : 'host';
};

/**
 * Returns the problem of a link's address; null if it is valid. Valid addresses are absolute ones,
 * paths of the site (`/cursos`), anchors (`#plans`), e-mail addresses and telephone numbers.
 */
export const findAddressProblem = (address: string): AddressProblem | null => {
  if (address.length > LONGEST) return 'tooLong';
  if (/[\s\p{Cc}\\]/u.test(address)) return 'spaces';
  if (/^https?:/i.test(address)) return problemOfSite(address);
  // Browsers read an address that begins with two slashes as another site.
  if (address.startsWith('//')) return 'host';
  if (/^[/#]/.test(address)) return null;
  if (/^mailto:/i.test(address)) {
    return /^mailto:[^@?]+@[^@?]+\.[^@?.]+(\?.*)?$/iu.test(address) ? null : 'mail';
  }
  if (/^tel:/i.test(address)) {
    return /^tel:\+?[\d().-]*\d[\d().-]*(;.*)?$/i.test(address) ? null : 'phone';
  }
  return 'form';
};

/** Returns whether a text is the address of a web site without a path. */
export const isSite = (address: string): boolean =>
  /^https?:\/\//i.test(address) &&
  findAddressProblem(address) === null &&
  new URL(address).origin === address.toLowerCase().replace(/\/$/, '');
