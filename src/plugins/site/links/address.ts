/** The longest address that is stored. */
export const LONGEST = 2048;

/** Why something is no address that a link can lead to. */
export type AddressProblem = 'spaces' | 'form' | 'host' | 'mail' | 'phone' | 'tooLong';

/** A name with a dot, an IP address, or this very machine; `https://cursos` is a slip of the pen. */
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
 * What hinders a text from being an address to which a link can lead; null where nothing does. An address is a whole
 * one, a path of the site (`/cursos`), a place on the page (`#plans`), an e-mail address or a telephone number.
 */
export const problemOfAddress = (address: string): AddressProblem | null => {
  if (address.length > LONGEST) return 'tooLong';
  if (/[\s\p{Cc}\\]/u.test(address)) return 'spaces';
  if (/^https?:/i.test(address)) return problemOfSite(address);
  // Browsers take what begins with two strokes for another site.
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

/** Whether a text is the address of a web site, with nothing behind its name. */
export const isSite = (address: string): boolean =>
  /^https?:\/\//i.test(address) &&
  problemOfAddress(address) === null &&
  new URL(address).origin === address.toLowerCase().replace(/\/$/, '');
