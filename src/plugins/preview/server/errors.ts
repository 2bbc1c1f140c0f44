import { defineErrors } from '../../../platform/http/errors';

export const previewErrors = defineErrors({
  PREVIEW_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is nothing to preview here.',
      es: 'No hay nada que previsualizar aquí.',
    },
  },
});
