import { defineErrors } from '../../../http/errors';

export const usageErrors = defineErrors({
  STILL_USED: {
    status: 409,
    message: {
      en: 'This is still used. Take it out of there first, or ask again with force=true, and it disappears from there.',
      es: 'Esto todavía se usa. Quítalo antes de allí, o repite la petición con force=true y desaparecerá de allí.',
    },
  },
});
