import { defineErrors } from '../../../platform/http/errors';

export const usageErrors = defineErrors({
  STILL_USED: {
    status: 409,
    message: {
      en: 'This entry or file is in use. Remove the references first, or send force=true to remove them.',
      es: 'Esta entrada o archivo está en uso. Quita antes las referencias, o envía force=true para quitarlas.',
    },
  },
});
