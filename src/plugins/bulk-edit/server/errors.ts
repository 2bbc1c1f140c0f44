import { defineErrors } from '../../../http/errors';

export const bulkEditErrors = defineErrors({
  ENTRIES_UNKNOWN: {
    status: 404,
    message: {
      en: 'Some of these entries do not exist, or you may not change them.',
      es: 'Algunas de estas entradas no existen, o no puedes modificarlas.',
    },
  },
  NO_SUCH_PLACE: {
    status: 400,
    message: {
      en: 'Entries of this type are not shown there, or you may not have them shown there.',
      es: 'Las entradas de este tipo no se muestran ahí, o no puedes hacer que se muestren.',
    },
  },
});
