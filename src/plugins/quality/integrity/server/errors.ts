import { defineErrors } from '#platform/http/errors';

/** Errors of writes that would make the catalogue inconsistent, for editors and API clients. */
export const integrityErrors = defineErrors({
  SLUG_TAKEN: {
    status: 400,
    message: {
      en: 'Another published entry already has this slug.',
      es: 'Otra entrada publicada ya tiene este slug.',
    },
  },
  SKU_TAKEN: {
    status: 400,
    message: {
      en: 'Another published product already has this SKU.',
      es: 'Otro producto publicado ya tiene este SKU.',
    },
  },
  DEFAULT_VERTICAL_TAKEN: {
    status: 400,
    message: {
      en: 'Another business line is the default one. Turn off “Default” there first.',
      es: 'Otra línea de negocio ya es la predeterminada. Desactiva antes «Por defecto» en ella.',
    },
  },
  ALREADY_PUBLISHED: {
    status: 409,
    message: {
      en: 'This entry was published by someone else at the same moment. Reload it and try again.',
      es: 'Otra persona ha publicado esta entrada en este mismo momento. Recárgala e inténtalo otra vez.',
    },
  },
  ISBN_INVALID: {
    status: 400,
    message: {
      en: 'The last digit of this ISBN does not match the others. One of them is probably mistyped.',
      es: 'La última cifra de este ISBN no corresponde a las demás. Es probable que haya un error en alguna.',
    },
  },
  NUMBER_OUT_OF_RANGE: {
    status: 400,
    message: {
      en: 'This number is too large or too small.',
      es: 'Este número es demasiado grande o demasiado pequeño.',
    },
  },
  NUMBER_UNREADABLE: {
    status: 400,
    message: {
      en: 'Write the number with digits only, and with a point before decimals.',
      es: 'Escribe el número solo con cifras, y con un punto delante de los decimales.',
    },
  },
  DATE_TIME_UNREADABLE: {
    status: 400,
    message: {
      en: 'Write the date and the time as 2026-03-31 19:00.',
      es: 'Escribe la fecha y la hora como 2026-03-31 19:00.',
    },
  },
  DOCUMENT_ID_CHOSEN: {
    status: 400,
    message: {
      en: 'The service assigns the documentId of an entry. It cannot be chosen or changed.',
      es: 'El servicio asigna el documentId de cada entrada. No se puede elegir ni cambiar.',
    },
  },
  LANGUAGE_IN_USE: {
    status: 409,
    message: {
      en: 'This language still has entries or texts. Delete the entries in their lists first; they go to the bin, from which you can restore them. Remove the texts in the forms of channels, lives and episodes. Give business lines another default language.',
      es: 'Este idioma todavía tiene entradas o textos. Elimina antes las entradas en sus listas; pasan a la papelera, de donde puedes recuperarlas. Quita los textos en los formularios de canales, directos y episodios. Asigna a las líneas de negocio otro idioma por defecto.',
    },
  },
  LANGUAGE_INCOMPLETE: {
    status: 409,
    message: {
      en: 'This language cannot become the default one: entries have no version in it. Create those versions first.',
      es: 'Este idioma no puede ser el predeterminado: hay entradas sin versión en él. Crea antes esas versiones.',
    },
  },
  LANGUAGE_TEXTS_BESIDE: {
    status: 409,
    message: {
      en: 'This language cannot become the default one: pages would lose its texts in these entries. Move these texts into the fields of the entries first.',
      es: 'Este idioma no puede ser el predeterminado: las páginas perderían sus textos en estas entradas. Pásalos antes a los campos de las entradas.',
    },
  },
  ENTRY_IN_USE: {
    status: 409,
    message: {
      en: 'Published entries require this entry. Assign another entry to them, or unpublish them first.',
      es: 'Hay entradas publicadas que necesitan esta. Asígnales antes otra o despublícalas.',
    },
  },
  MEDIA_IN_USE: {
    status: 409,
    message: {
      en: 'Published entries require this file. Assign another file to them first.',
      es: 'Hay entradas publicadas que necesitan este archivo. Asígnales antes otro.',
    },
  },
});
