import { defineErrors } from '#platform/http/errors';

export const editingErrors = defineErrors({
  STALE_VERSION: {
    status: 409,
    message: {
      en: 'Somebody changed this entry after you opened it. Your changes were not saved.',
      es: 'Alguien ha cambiado esta entrada después de que la abrieras. Tus cambios no se han guardado.',
    },
  },
  FORM_FORBIDDEN: {
    status: 403,
    message: {
      en: 'Your role does not let you read this entry.',
      es: 'Tu rol no te permite leer esta entrada.',
    },
  },
  NOT_SIGNED_IN_ANY_MORE: {
    status: 403,
    message: {
      en: 'Another user has logged in since these changes were made.',
      es: 'Otro usuario ha iniciado sesión desde que se hicieron estos cambios.',
    },
  },
  TYPING_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The unsaved changes are too large to keep. Save them.',
      es: 'Los cambios sin guardar son demasiado grandes para conservarlos. Guárdalos.',
    },
  },
  INVALID_BASE_VERSION: {
    status: 400,
    message: {
      en: 'baseVersion is the updatedAt of the version that a change is based on.',
      es: 'baseVersion es el updatedAt de la versión en la que se basa un cambio.',
    },
  },
});
