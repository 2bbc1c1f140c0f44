import { defineErrors } from '../errors';

/** Errors of bodies with files. */
export const multipartErrors = defineErrors({
  MULTIPART_NOT_TAKEN: {
    status: 415,
    message: {
      en: 'This address takes no multipart body. Files are sent as multipart/form-data to the upload endpoints only.',
      es: 'Esta dirección no admite un cuerpo multipart. Los archivos se envían como multipart/form-data y solo a los endpoints de subida.',
    },
  },
  MULTIPART_MALFORMED: {
    status: 400,
    message: {
      en: 'The multipart body is cut short or malformed.',
      es: 'El cuerpo multipart está incompleto o mal formado.',
    },
  },
  UPLOAD_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The upload is too large; details.limit says what a request may hold.',
      es: 'La subida es demasiado grande; details.limit indica lo que puede contener una petición.',
    },
  },
  STORAGE_FULL: {
    status: 507,
    message: {
      en: 'There is no room left for this file. Nothing was changed. Tell the operator of the service.',
      es: 'No queda espacio para este archivo. No se ha cambiado nada; avisa a quien mantiene el servicio.',
    },
  },
});

/** Message of libraries that write files themselves, such as the one that resizes pictures. */
const SAID = /no space left on device/i;

/** Returns whether an error means that a disk is full. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === 'ENOSPC' || SAID.test(message);
};
