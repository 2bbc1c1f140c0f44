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
      en: 'The request is not valid. details.errors lists each problem.',
      es: 'La petición no es válida. details.errors indica cada problema.',
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
      en: 'The request needs a valid token: Authorization: Bearer <token>.',
      es: 'La petición necesita un token válido: Authorization: Bearer <token>.',
    },
  },
  NOT_ALLOWED: {
    status: 403,
    message: {
      en: 'This action needs a token that permits it.',
      es: 'Esta acción necesita un token que la permita.',
    },
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    // A restart or a failover of the database takes about this long.
    retryAfter: 2,
    message: {
      en: 'The service is unavailable. Retry-After says how many seconds to wait.',
      es: 'El servicio no está disponible. Retry-After indica cuántos segundos hay que esperar.',
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
      en: 'The body is malformed, or does not match Content-Type or Content-Encoding.',
      es: 'El cuerpo está mal formado o no corresponde a Content-Type o Content-Encoding.',
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
      en: 'The body contains too many values.',
      es: 'El cuerpo contiene demasiados valores.',
    },
  },
  BODY_NOT_TAKEN: {
    status: 415,
    message: {
      en: 'This endpoint does not accept this media type or encoding.',
      es: 'Este endpoint no admite este tipo de contenido o esta codificación.',
    },
  },
});

export const addressErrors = defineErrors({
  NOT_FOUND: {
    status: 404,
    message: {
      en: 'This URL does not exist.',
      es: 'Esta URL no existe.',
    },
    details: requestProblems,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: {
      en: 'This URL does not accept this method. Allow lists the accepted methods.',
      es: 'Esta URL no admite este método. Allow indica los que admite.',
    },
  },
});

export const writeErrors = defineErrors({
  MADE_MEANWHILE: {
    status: 409,
    message: {
      en: 'An equal entry was created at the same moment. Reload and try again.',
      es: 'Una entrada igual se ha creado al mismo tiempo. Recarga e inténtalo de nuevo.',
    },
  },
  DELETED_MEANWHILE: {
    status: 409,
    message: {
      en: 'A referenced entry was deleted at the same moment. Reload and try again.',
      es: 'Una entrada referenciada se ha eliminado al mismo tiempo. Recarga e inténtalo de nuevo.',
    },
  },
});
