import { defineErrors } from '../../../http/errors';
import { MOST_COLUMNS, MOST_ROWS } from '../edit';

export const bulkEditErrors = defineErrors({
  ENTRIES_UNKNOWN: {
    status: 404,
    message: {
      en: 'Some of these entries do not exist, or you may not change them.',
      es: 'Algunas de estas entradas no existen, o no puedes modificarlas.',
    },
  },
  TOO_MANY_ROWS: {
    status: 400,
    message: {
      en: `At most ${MOST_ROWS} entries are changed at once. Divide them.`,
      es: `Se cambian como máximo ${MOST_ROWS} entradas a la vez. Divídelas.`,
    },
  },
  TOO_MANY_COLUMNS: {
    status: 400,
    message: {
      en: `At most ${MOST_COLUMNS} fields are changed at once.`,
      es: `Se cambian como máximo ${MOST_COLUMNS} campos a la vez.`,
    },
  },
  COLUMN_TWICE: {
    status: 400,
    message: {
      en: 'Two columns hold the same field',
      es: 'Dos columnas contienen el mismo campo',
    },
  },
  COLUMN_UNKNOWN: {
    status: 400,
    message: {
      en: 'There is no such field, or you may not change it',
      es: 'No existe ese campo, o no puedes modificarlo',
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
