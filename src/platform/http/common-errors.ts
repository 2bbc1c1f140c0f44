import { z } from '@strapi/utils';
import { defineErrors } from './errors';

const requestParts = ['params', 'query', 'body'] as const;

/** Part of a request that a problem is in. */
export type RequestPart = (typeof requestParts)[number];

/** Detail of errors that list the problems of a request. */
const requestProblems = {
  errors: z
    .array(
      z.strictObject({
        in: z.enum(requestParts).describe('Part of the request.'),
        path: z.array(z.string()).describe('Names that lead to the value, the outermost first.'),
        message: z.string().describe('The problem, in the language of the caller.'),
      }),
    )
    .optional()
    .describe('The first problems of an invalid request, each with its location.'),
};

/** Errors that any endpoint may answer. */
export const commonErrors = defineErrors({
  INVALID_REQUEST: {
    status: 400,
    message: {
      en: 'The request is not what this endpoint takes; details.errors names each problem.',
      es: 'La petición no es la que este endpoint admite; details.errors indica cada problema.',
    },
    details: requestProblems,
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: {
      en: 'Too many requests. Retry-After says how many seconds to wait.',
      es: 'Demasiadas peticiones. Retry-After indica cuántos segundos hay que esperar.',
    },
  },
  UNAUTHENTICATED: {
    status: 401,
    message: {
      en: 'A valid token is needed: Authorization: Bearer <token>.',
      es: 'Hace falta un token válido: Authorization: Bearer <token>.',
    },
  },
  NOT_ALLOWED: {
    status: 403,
    message: {
      en: 'This needs a token that allows it.',
      es: 'Hace falta un token que lo permita.',
    },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    // A restart or a failover of the database takes about this long.
    retryAfter: 2,
    message: {
      en: 'The service is not available at the moment. Retry-After says how many seconds to wait.',
      es: 'El servicio no está disponible en este momento. Retry-After indica cuántos segundos hay que esperar.',
    },
  },
  INVALID_PREVIEW_TOKEN: {
    status: 401,
    message: {
      en: 'This preview link is not valid or has expired. Open the preview again from the admin panel.',
      es: 'Este enlace de vista previa no es válido o ha caducado. Abre de nuevo la vista previa desde el panel.',
    },
  },
});

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
      en: 'An entry that this refers to has been deleted at the same time. Please look, and try again.',
      es: 'Al mismo tiempo se ha eliminado una entrada a la que esto hace referencia. Compruébelo e inténtelo de nuevo.',
    },
  },
});
