import { defineErrors } from '#platform/http/errors';

export const historyErrors = defineErrors({
  HISTORY_NOT_FOUND: {
    status: 404,
    message: {
      en: 'This version does not exist, or it was deleted.',
      es: 'Esta versión no existe o se ha eliminado.',
    },
  },
  HISTORY_FORBIDDEN: {
    status: 403,
    message: {
      en: 'Your role does not allow this action on this entry in this locale.',
      es: 'Tu rol no permite esta acción con esta entrada en este idioma.',
    },
  },
  CHANGES_FORBIDDEN: {
    status: 403,
    message: {
      en: 'Your role may not read this content type or business line.',
      es: 'Tu rol no puede leer este tipo de contenido o esta línea de negocio.',
    },
  },
  LANGUAGE_REMOVED: {
    status: 409,
    message: {
      en: 'A language of this entry no longer exists. Add it again in the settings, then restore the entry.',
      es: 'Un idioma de esta entrada ya no existe. Vuelve a añadirlo en los ajustes y restaura después la entrada.',
    },
  },
  ALREADY_BACK: {
    status: 409,
    message: {
      en: 'This entry is already restored.',
      es: 'Esta entrada ya se ha restaurado.',
    },
  },
});
