import { defineErrors } from '#platform/http/errors';
import {
  MOST_CAUSES,
  MOST_CELLS,
  MOST_COLUMNS,
  MOST_OF_CELL,
  MOST_OF_ROW,
  MOST_REMEMBERED,
  MOST_ROWS,
} from '../runs';

const inEnglish = (count: number): string => count.toLocaleString('en');
const inSpanish = (count: number): string => count.toLocaleString('de');

export const importErrors = defineErrors({
  FILE_MISSING: {
    status: 400,
    message: { en: 'Choose a file.', es: 'Elige un archivo.' },
  },
  FILE_UNREADABLE: {
    status: 400,
    message: {
      en: 'The spreadsheet cannot be read. Save it as CSV or as an Excel workbook (.xlsx).',
      es: 'La hoja de cálculo no se puede leer. Guárdala como CSV o como libro de Excel (.xlsx).',
    },
  },
  FILE_NO_WORKBOOK: {
    status: 400,
    message: {
      en: 'The file name ends in .xlsx, but the file is not an Excel workbook. Save it as a workbook or as CSV.',
      es: 'El nombre del archivo termina en .xlsx, pero no es un libro de Excel. Guárdalo como libro o como CSV.',
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
      en: 'Some cells have no value. Correct them in the spreadsheet program, save the file and choose it again.',
      es: 'Algunas celdas no tienen valor. Corrígelas en la hoja de cálculo, guarda el archivo y vuelve a elegirlo.',
    },
  },
  NO_SUCH_SHEET: {
    status: 400,
    message: {
      en: 'The workbook has no sheet with this name. Choose another sheet.',
      es: 'El libro no tiene ninguna hoja con este nombre. Elige otra.',
    },
  },
  QUESTIONS_OPEN: {
    status: 409,
    message: {
      en: 'Answer the questions about the file first.',
      es: 'Responde antes a las preguntas sobre el archivo.',
    },
  },
  NO_SUCH_CAUSE: {
    status: 400,
    message: {
      en: 'This decision is not possible for this value. Load the page again.',
      es: 'Esta decisión no es posible con este valor. Vuelve a cargar la página.',
    },
  },
  NO_SUCH_COLUMN: {
    status: 400,
    message: {
      en: 'The file has no such column, or you may not edit this field. Load the page again.',
      es: 'El archivo no tiene esta columna o no puedes editar este campo. Vuelve a cargar la página.',
    },
  },
  NO_SUCH_ENTRY: {
    status: 400,
    message: {
      en: 'The chosen entry does not exist, or you may not read it.',
      es: 'La entrada elegida no existe o no puedes verla.',
    },
  },
  TOO_MANY_DECISIONS: {
    status: 409,
    message: {
      en: `An import accepts at most ${inEnglish(MOST_CAUSES)} decisions. Correct the file and choose it again.`,
      es: `Una importación admite ${inSpanish(MOST_CAUSES)} decisiones como máximo. Corrige el archivo y vuelve a elegirlo.`,
    },
  },
  TOO_MANY_HEADINGS: {
    status: 409,
    message: {
      en: `This content type already has ${inEnglish(MOST_REMEMBERED)} assigned column names. Write the field's name into the file instead.`,
      es: `Este tipo de contenido ya tiene ${inSpanish(MOST_REMEMBERED)} nombres de columna asignados. Escribe el nombre del campo en el archivo.`,
    },
  },
  FILE_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The file is too large. Split it.',
      es: 'El archivo es demasiado grande. Divídelo.',
    },
  },
  FILE_CELL_TOO_LONG: {
    status: 400,
    message: {
      en: `A cell holds more than ${inEnglish(MOST_OF_CELL)} characters, or its closing quotation mark is missing`,
      es: `Una celda tiene más de ${inSpanish(MOST_OF_CELL)} caracteres, o le faltan las comillas de cierre`,
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
      en: `A file can have ${inEnglish(MOST_CELLS)} cells at most. Split it.`,
      es: `Un archivo puede tener ${inSpanish(MOST_CELLS)} celdas como máximo. Divídelo.`,
    },
  },
  FILE_EMPTY: {
    status: 400,
    message: {
      en: 'The file has no rows below the column names. Add rows and choose it again.',
      es: 'El archivo no tiene filas debajo de los nombres de las columnas. Añádelas y vuelve a elegirlo.',
    },
  },
  TOO_MANY_ROWS: {
    status: 413,
    message: {
      en: `A file can have ${inEnglish(MOST_ROWS)} rows at most. Split it.`,
      es: `Un archivo puede tener ${inSpanish(MOST_ROWS)} filas como máximo. Divídelo.`,
    },
  },
  NO_KEY_COLUMN: {
    status: 400,
    message: {
      en: 'No column identifies the entries. Add a column “id”, “SKU” or “slug”.',
      es: 'Ninguna columna identifica las entradas. Añade una columna «id», «SKU» o «slug».',
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
      en: 'No column is a field that you may edit. Write field names into the first row.',
      es: 'Ninguna columna es un campo que puedas editar. Escribe los nombres de los campos en la primera fila.',
    },
  },
  TYPE_FORBIDDEN: {
    status: 403,
    message: {
      en: 'Your role does not allow this action on these entries.',
      es: 'Tu rol no permite esta acción con estas entradas.',
    },
  },
  NO_SUCH_RUN: {
    status: 404,
    message: {
      en: 'You have no import or export with this id.',
      es: 'No tienes ninguna importación ni exportación con este id.',
    },
  },
  NOT_CHECKED: {
    status: 409,
    message: {
      en: 'The check of this import is not complete, or the import has already started.',
      es: 'La comprobación de esta importación no ha terminado, o la importación ya ha empezado.',
    },
  },
  NOTHING_TO_UNDO: {
    status: 409,
    message: {
      en: 'This import is in progress, or it has no entries to undo.',
      es: 'Esta importación está en curso o no tiene entradas que deshacer.',
    },
  },
  NOT_DONE: {
    status: 409,
    message: {
      en: 'The export is not ready yet. Try again in a moment.',
      es: 'La exportación todavía no está lista. Inténtalo de nuevo en un momento.',
    },
  },
  CELL_TOO_LONG: {
    status: 409,
    message: {
      en: 'A text is too long for a cell of a workbook. Export as CSV.',
      es: 'Un texto es demasiado largo para una celda de Excel. Exporta como CSV.',
    },
  },
  WORKBOOK_TOO_LARGE: {
    status: 413,
    message: {
      en: 'The export is too large for a workbook. Export as CSV, or fewer entries.',
      es: 'La exportación es demasiado grande para un archivo de Excel. Exporta como CSV, o menos entradas.',
    },
  },
  TOO_MANY_FILES: {
    status: 429,
    retryAfter: 10,
    message: {
      en: 'Two of your files are in progress. Try again when one of them is complete.',
      es: 'Ya tienes dos archivos en curso. Vuelve a intentarlo cuando termine uno.',
    },
  },
  FILES_BUSY: {
    status: 503,
    retryAfter: 10,
    message: {
      en: 'Files of other users are in progress. Try again in a moment.',
      es: 'Hay archivos de otros usuarios en curso. Vuelve a intentarlo en un momento.',
    },
  },
  TOO_MANY_RUNS: {
    status: 409,
    message: {
      en: 'Too many of your imports and exports are in progress. Wait for one, or cancel one.',
      es: 'Tienes demasiadas importaciones y exportaciones en curso. Espera a que termine una o cancélala.',
    },
  },
});
