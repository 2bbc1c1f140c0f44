import type { Text } from '../../../feature/layout';
import type { AddressProblem } from './address';
import type { PatternProblem } from './pattern';

/** Errors of invalid addresses, shown below the field and sent by the server. */
export const addressMessages: Readonly<Record<AddressProblem, Text>> = {
  form: {
    en: 'This is not an address: begin with https://, with / for a path of the site, with # for a place on the page, or with mailto: or tel:.',
    es: 'Esto no es una dirección: empieza por https://, por / para una ruta del sitio, por # para un lugar de la página, o por mailto: o tel:.',
  },
  spaces: {
    en: 'An address has no spaces, line ends or backslashes.',
    es: 'Una dirección no lleva espacios, saltos de línea ni barras invertidas.',
  },
  host: {
    en: 'This names no web site: the name after https:// is missing or incomplete.',
    es: 'Esto no nombra ningún sitio web: falta el nombre tras https:// o está incompleto.',
  },
  mail: {
    en: 'After mailto: an e-mail address has to follow, like info@example.com.',
    es: 'Tras mailto: tiene que ir una dirección de correo, como info@example.com.',
  },
  phone: {
    en: 'After tel: a telephone number has to follow, like +34911234567.',
    es: 'Tras tel: tiene que ir un número de teléfono, como +34911234567.',
  },
  tooLong: {
    en: 'An address has 2048 characters at most.',
    es: 'Una dirección tiene 2048 caracteres como mucho.',
  },
};

/** Errors of invalid address patterns. */
export const patternMessages: Readonly<Record<PatternProblem, Text>> = {
  path: {
    en: 'It has to begin with /, as a path of the site does.',
    es: 'Tiene que empezar por /, como una ruta del sitio.',
  },
  slug: {
    en: 'It needs {slug}: otherwise all entries would have one address.',
    es: 'Le falta {slug}: si no, todas las entradas tendrían la misma dirección.',
  },
  unknown: {
    en: 'Only {slug} and {lang} are allowed here, and {type} for products and channels.',
    es: 'Aquí solo valen {slug} y {lang}, y {type} en productos y canales.',
  },
  characters: {
    en: 'It has characters that no address has.',
    es: 'Tiene caracteres que ninguna dirección lleva.',
  },
  tooLong: {
    en: 'It has 500 characters at most.',
    es: 'Tiene 500 caracteres como mucho.',
  },
};

export const siteMessage: Text = {
  en: 'It has to be the address of a web site without a path, like https://medicine.example.com.',
  es: 'Tiene que ser la dirección de un sitio web sin ruta, como https://medicina.example.com.',
};
