import { requestProblems } from '../common-errors';
import { defineErrors } from '../errors';

/** Errors for requests that no endpoint has processed yet, or that match no endpoint. */
export const bodyErrors = defineErrors({
  BODY_MALFORMED: {
    status: 400,
    message: {
      en: 'The body cannot be read: it is malformed, or not what Content-Type and Content-Encoding say.',
      es: 'El cuerpo no se puede leer: está mal formado o no es lo que dicen Content-Type y Content-Encoding.',
    },
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The body is too large.',
      es: 'El cuerpo es demasiado grande.',
    },
  },
  TOO_MANY_VALUES: {
    status: 413,
    message: {
      en: 'The body holds too many values.',
      es: 'El cuerpo contiene demasiados valores.',
    },
  },
  BODY_NOT_TAKEN: {
    status: 415,
    message: {
      en: 'A body of this kind or in this encoding is not taken here.',
      es: 'Aquí no se admite un cuerpo de este tipo o con esta codificación.',
    },
  },
});

export const addressErrors = defineErrors({
  NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is nothing at this address.',
      es: 'En esta dirección no hay nada.',
    },
    details: requestProblems,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: {
      en: 'This address does not take this method; Allow names those that it takes.',
      es: 'Esta dirección no admite este método; Allow indica los que admite.',
    },
  },
});

export const writeErrors = defineErrors({
  MADE_MEANWHILE: {
    status: 409,
    message: {
      en: 'Another one like this has been made at the same time. Please look, and try again.',
      es: 'Al mismo tiempo se ha creado otro igual. Compruébelo e inténtelo de nuevo.',
    },
  },
  DELETED_MEANWHILE: {
    status: 409,
    message: {
      en: 'Something that this refers to has been deleted at the same time. Please look, and try again.',
      es: 'Al mismo tiempo se ha eliminado algo a lo que esto hace referencia. Compruébelo e inténtelo de nuevo.',
    },
  },
});
