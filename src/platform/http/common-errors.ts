import { z } from '@strapi/utils';
import { defineErrors } from './errors';

const requestParts = ['params', 'query', 'body'] as const;

/** Part of a request that a problem is in. */
export type RequestPart = (typeof requestParts)[number];

/** Detail of errors that list the problems of a request. */
export const requestProblems = {
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
