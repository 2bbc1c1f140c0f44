import { defineErrors } from '../errors';

/** Errors of bodies with files. */
export const multipartErrors = defineErrors({
  MULTIPART_NOT_TAKEN: {
    status: 415,
    message: {
      en: 'This endpoint does not accept multipart bodies. Send files to the upload endpoints.',
      es: 'Este endpoint no admite cuerpos multipart. Envía los archivos a los endpoints de subida.',
    },
  },
  MULTIPART_MALFORMED: {
    status: 400,
    message: {
      en: 'The multipart body is incomplete or malformed.',
      es: 'El cuerpo multipart está incompleto o mal formado.',
    },
  },
  UPLOAD_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The upload is too large. details.limit contains the limits of a request.',
      es: 'La subida es demasiado grande. details.limit contiene los límites de una petición.',
    },
  },
  STORAGE_FULL: {
    status: 507,
    message: {
      en: 'The storage is full. Nothing was changed. Contact the operator of the service.',
      es: 'El almacenamiento está lleno. No se ha cambiado nada. Avisa a quien mantiene el servicio.',
    },
  },
});

/** Message of libraries that write files themselves, such as the one that resizes pictures. */
const DISK_FULL_MESSAGE = /no space left on device/i;

/** Returns whether an error means that a disk is full. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === 'ENOSPC' || DISK_FULL_MESSAGE.test(message);
};
