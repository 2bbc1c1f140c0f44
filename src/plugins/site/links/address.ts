import type { Text } from '#feature/layout';

/** Maximum length of an address. */
export const LONGEST = 2048;

/** Reason why a text is not a valid address. */
export type AddressProblem = 'spaces' | 'form' | 'host' | 'mail' | 'phone' | 'tooLong';

/** Errors of invalid addresses, shown below the field and sent by the server. */
export const addressMessages: Readonly<Record<AddressProblem, Text>> = {
  form: {
    en: 'This is not an address: begin with https://, with / for a path of the site, with # for a place on the page, or with mailto: or tel:.',
    es: 'Esto no es una dirección: empieza por https://, por / para una ruta del sitio, por # para un lugar de la página, o por mailto: o tel:.',
  },
  spaces: {
    en: 'An address has no spaces, line breaks or backslashes.',
    es: 'Una dirección no lleva espacios, saltos de línea ni barras invertidas.',
  },
  host: {
    en: 'The name of the web site after https:// is missing or incomplete.',
    es: 'Falta el nombre del sitio web después de https://, o está incompleto.',
  },
  mail: {
    en: 'Write an e-mail address after mailto:, such as mailto:info@example.com.',
    es: 'Escribe una dirección de correo después de mailto:, como mailto:info@example.com.',
  },
  phone: {
    en: 'Write a telephone number after tel:, such as tel:+34911234567.',
    es: 'Escribe un número de teléfono después de tel:, como tel:+34911234567.',
  },
  tooLong: {
    en: 'An address has 2048 characters at most.',
    es: 'Una dirección tiene 2048 caracteres como mucho.',
  },
};

/** Accepts names with a dot, IP addresses and `localhost`. `https://cursos` is a typo. */
const isHost = (host: string): boolean =>
  host === 'localhost' ||
  host.startsWith('[') ||
  /^[^.]+(\.[^.]+)*\.[^.]{2,}$|^[\d.]+$/u.test(host);

const findSiteProblem = (address: string): AddressProblem | null => {
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
  if (/^https?:/i.test(address)) return findSiteProblem(address);
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

/** Error of a text that is not the address of a site. */
export const siteMessage: Text = {
  en: 'Write the address of a web site without a path, such as https://medicine.example.com.',
  es: 'Escribe la dirección de un sitio web sin ruta, como https://medicina.example.com.',
};
