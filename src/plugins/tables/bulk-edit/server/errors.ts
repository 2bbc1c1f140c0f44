import { defineErrors } from '#platform/http/errors';
import { MOST_COLUMNS, MOST_ROWS } from '../edit';

export const bulkEditErrors = defineErrors({
  ENTRIES_UNKNOWN: {
    status: 404,
    message: {
      en: 'Some of these entries do not exist, or you may not edit them.',
      es: 'Algunas de estas entradas no existen o no puedes editarlas.',
    },
  },
  TOO_MANY_ROWS: {
    status: 400,
    message: {
      en: `A request changes at most ${MOST_ROWS} entries. Split it.`,
      es: `Una petición cambia como máximo ${MOST_ROWS} entradas. Divídela.`,
    },
  },
  TOO_MANY_COLUMNS: {
    status: 400,
    message: {
      en: `A request changes at most ${MOST_COLUMNS} fields. Split it.`,
      es: `Una petición cambia como máximo ${MOST_COLUMNS} campos. Divídela.`,
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
      en: 'The field does not exist, or you may not edit it',
      es: 'El campo no existe o no puedes editarlo',
    },
  },
  NO_SUCH_PLACE: {
    status: 400,
    message: {
      en: 'The field cannot list entries of this type, or you may not edit it.',
      es: 'El campo no puede listar entradas de este tipo o no puedes editarlo.',
    },
  },
});
