import { defineErrors, type MessageLanguage } from '../../../../platform/http/errors';

/** Errors of links that cannot be stored or published, for editors and API clients. */
export const linkErrors = defineErrors({
  LINK_ADDRESS_WRONG: {
    status: 400,
    message: {
      en: 'This is not an address to which a link can lead.',
      es: 'Esto no es una dirección a la que pueda llevar un enlace.',
    },
  },
  LINK_TYPE_UNKNOWN: {
    status: 400,
    message: {
      en: 'A link cannot lead to entries of this type.',
      es: 'Un enlace no puede llevar a entradas de este tipo.',
    },
  },
  LINK_ENTRY_UNKNOWN: {
    status: 400,
    message: {
      en: 'The entry to which this link leads does not exist.',
      es: 'La entrada a la que lleva este enlace no existe.',
    },
  },
  LINK_ENTRIES_UNPUBLISHED: {
    status: 400,
    message: {
      en: 'This page links to entries that are not published. Publish them first, or choose other links.',
      es: 'Esta página enlaza a entradas que no están publicadas. Publícalas antes o elige otros enlaces.',
    },
  },
  ADDRESS_PATTERN_WRONG: {
    status: 400,
    message: {
      en: 'This is not a pattern of addresses.',
      es: 'Esto no es un patrón de direcciones.',
    },
  },
  SITE_ADDRESS_WRONG: {
    status: 400,
    message: {
      en: 'This is not the address of a web site.',
      es: 'Esto no es la dirección de un sitio web.',
    },
  },
});

/** Texts that follow the entry's name in the error of a link. */
export const leadsNowhere: Readonly<
  Record<'gone' | 'unpublished', Record<MessageLanguage, string>>
> = {
  gone: { en: 'does not exist any more.', es: 'ya no existe.' },
  unpublished: {
    en: 'is not published in this language.',
    es: 'no está publicada en este idioma.',
  },
};
