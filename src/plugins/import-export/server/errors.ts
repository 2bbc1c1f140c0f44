import { defineErrors } from '../../../http/errors';
import { MOST_CELLS, MOST_COLUMNS, MOST_OF_CELL, MOST_OF_ROW, MOST_ROWS } from '../runs';

const inEnglish = (count: number): string => count.toLocaleString('en');
const inSpanish = (count: number): string => count.toLocaleString('de');

/** Why a file is not taken, or a run not found. */
export const importErrors = defineErrors({
  FILE_MISSING: {
    status: 400,
    message: { en: 'Choose a file.', es: 'Elige un archivo.' },
  },
  FILE_UNREADABLE: {
    status: 400,
    message: {
      en: 'This is no spreadsheet that can be read. Save it as CSV or Excel workbook (.xlsx).',
      es: 'No es una hoja de cálculo legible. Guárdala como CSV o como libro de Excel (.xlsx).',
    },
  },
  FILE_NO_WORKBOOK: {
    status: 400,
    message: {
      en: 'This file is called .xlsx, and is no Excel workbook. Save it as one, or as CSV.',
      es: 'Este archivo se llama .xlsx, pero no es un libro de Excel. Guárdalo como tal, o como CSV.',
    },
  },
  FILE_NO_TEXT: {
    status: 400,
    message: {
      en: 'This file is neither text nor an Excel workbook. Save it as CSV or Excel workbook (.xlsx).',
      es: 'Este archivo no es texto ni un libro de Excel. Guárdalo como CSV o como libro de Excel (.xlsx).',
    },
  },
  CELLS_WITHOUT_VALUE: {
    status: 400,
    message: {
      en: 'Some cells hold no value of their own. Correct them in the spreadsheet program, save the file and choose it again.',
      es: 'Algunas celdas no contienen un valor propio. Corrígelas en la hoja de cálculo, guarda el archivo y vuelve a elegirlo.',
    },
  },
  NO_SUCH_SHEET: {
    status: 400,
    message: {
      en: 'The workbook has no sheet of this name.',
      es: 'El libro no tiene ninguna hoja con este nombre.',
    },
  },
  QUESTIONS_OPEN: {
    status: 409,
    message: {
      en: 'Answer the questions about the file first.',
      es: 'Responde antes a las preguntas sobre el archivo.',
    },
  },
  FILE_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The file is too large. Divide it.',
      es: 'El archivo es demasiado grande. Divídelo.',
    },
  },
  FILE_CELL_TOO_LONG: {
    status: 400,
    message: {
      en: `A cell holds more than ${inEnglish(MOST_OF_CELL)} characters, or its quotation mark does not end`,
      es: `Una celda tiene más de ${inSpanish(MOST_OF_CELL)} caracteres, o sus comillas no se cierran`,
    },
  },
  FILE_ROW_TOO_LONG: {
    status: 400,
    message: {
      en: `A row holds more than ${inEnglish(MOST_OF_ROW)} characters`,
      es: `Una fila tiene más de ${inSpanish(MOST_OF_ROW)} caracteres`,
    },
  },
  TOO_MANY_COLUMNS: {
    status: 413,
    message: {
      en: `A file can have ${inEnglish(MOST_COLUMNS)} columns at most.`,
      es: `Un archivo puede tener ${inSpanish(MOST_COLUMNS)} columnas como máximo.`,
    },
  },
  TOO_MANY_CELLS: {
    status: 413,
    message: {
      en: `A file can have ${inEnglish(MOST_CELLS)} cells at most. Divide it.`,
      es: `Un archivo puede tener ${inSpanish(MOST_CELLS)} celdas como máximo. Divídelo.`,
    },
  },
  FILE_EMPTY: {
    status: 400,
    message: {
      en: 'There are no rows below the one that names the columns.',
      es: 'No hay filas debajo de la que nombra las columnas.',
    },
  },
  TOO_MANY_ROWS: {
    status: 413,
    message: {
      en: `A file can have ${inEnglish(MOST_ROWS)} rows at most. Divide it.`,
      es: `Un archivo puede tener ${inSpanish(MOST_ROWS)} filas como máximo. Divídelo.`,
    },
  },
  NO_KEY_COLUMN: {
    status: 400,
    message: {
      en: 'No column says which entries are meant: it takes “id”, “SKU” or “slug”.',
      es: 'Ninguna columna dice de qué entradas se trata: hace falta «id», «SKU» o «slug».',
    },
  },
  COLUMN_TWICE: {
    status: 400,
    message: {
      en: 'Two columns hold the same field',
      es: 'Dos columnas contienen el mismo campo',
    },
  },
  NO_FIELD_COLUMN: {
    status: 400,
    message: {
      en: 'No column is a field of this type that you may change. The first row names the columns.',
      es: 'Ninguna columna es un campo de este tipo que puedas modificar. La primera fila nombra las columnas.',
    },
  },
  TYPE_FORBIDDEN: {
    status: 403,
    message: {
      en: 'Your role does not let you do this with these entries.',
      es: 'Tu rol no te permite hacer esto con estas entradas.',
    },
  },
  NO_SUCH_RUN: {
    status: 404,
    message: {
      en: 'There is no such import or export of yours.',
      es: 'No tienes ninguna importación o exportación así.',
    },
  },
  NOT_CHECKED: {
    status: 409,
    message: {
      en: 'This import has not been checked to the end, or has begun already.',
      es: 'Esta importación no se ha comprobado hasta el final, o ya ha empezado.',
    },
  },
  NOT_DONE: {
    status: 409,
    message: {
      en: 'This export is not ready.',
      es: 'Esta exportación no está lista.',
    },
  },
  CELL_TOO_LONG: {
    status: 409,
    message: {
      en: 'A text is longer than a cell of a workbook can be. Export as CSV.',
      es: 'Un texto es más largo de lo que admite una celda de Excel. Expórtalo como CSV.',
    },
  },
  TOO_MANY_FILES: {
    status: 429,
    retryAfter: 10,
    message: {
      en: 'Two of your files are being read or written, or wait for it. Try again when one of them is done.',
      es: 'Ya hay dos archivos tuyos en curso o en espera. Vuelve a intentarlo cuando termine uno.',
    },
  },
  FILES_BUSY: {
    status: 503,
    retryAfter: 10,
    message: {
      en: 'Other people’s files are being read or written. Try again in a moment.',
      es: 'Se están leyendo o escribiendo archivos de otras personas. Vuelve a intentarlo en un momento.',
    },
  },
  TOO_MANY_RUNS: {
    status: 409,
    message: {
      en: 'You have several imports and exports running. Wait for one, or cancel it.',
      es: 'Ya tienes varias importaciones y exportaciones en marcha. Espera a una, o cancélala.',
    },
  },
});
