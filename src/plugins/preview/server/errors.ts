import { defineErrors } from '../../../platform/http/errors';

export const previewErrors = defineErrors({
  PREVIEW_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is nothing to preview here.',
      es: 'No hay nada que previsualizar aquí.',
    },
  },
  // Not 503, after which nginx takes a node for failed.
  TOO_MANY_PREVIEWS: {
    status: 429,
    retryAfter: 30,
    message: {
      en: 'Too many previews are open. Close some, or reload the page after each save.',
      es: 'Hay demasiadas vistas previas abiertas. Cierra alguna, o recarga la página después de guardar.',
    },
  },
});
