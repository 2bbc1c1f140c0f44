import { defineErrors } from '../../../http/errors';

export const previewErrors = defineErrors({
  INVALID_PREVIEW_TOKEN: {
    status: 401,
    message: {
      en: 'This preview link is not valid or has expired. Open the preview again from the admin panel.',
      es: 'Este enlace de vista previa no es válido o ha caducado. Abre de nuevo la vista previa desde el panel.',
    },
  },
  PREVIEW_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is nothing to preview here.',
      es: 'No hay nada que previsualizar aquí.',
    },
  },
});
