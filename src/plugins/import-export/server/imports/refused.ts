import { errors } from '@strapi/utils';
import type { Text } from '../../../../feature/layout';

/** Why an entry of a file is not written, in the words of whoever imports. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Why an entry of a file is left out: somebody has answered so, or not answered yet. */
export class LeftOut extends Error {
  override name = 'LeftOut';
}

export const resembles = (key: string, existing: string): Text => ({
  en: `“${key}” resembles “${existing}”.`,
  es: `«${key}» se parece a «${existing}».`,
});

/** A key that is one of an entry, and may have been that of another one. */
export const resemblesOther = (key: string, existing: string): Text => ({
  en: `“${key}” is an entry, but resembles another one: “${existing}”.`,
  es: `«${key}» es una entrada, pero se parece a otra: «${existing}».`,
});

/** Two new entries of a file that are one, as whoever imports has said. */
export const keyTwice = (key: string, other: string): Text => ({
  en: `“${key}” and “${other}” are one entry: write the same key into its rows.`,
  es: `«${key}» y «${other}» son la misma entrada: escribe la misma clave en sus filas.`,
});

export const reasons = {
  unknown: {
    en: 'There is no such entry, or you may not change it.',
    es: 'No existe esa entrada, o no puedes modificarla.',
  },
  ambiguous: {
    en: 'Several entries are called so; write the id.',
    es: 'Varias entradas se llaman así; escribe el id.',
  },
  create: {
    en: 'Your role does not let you make new entries, or new languages of one.',
    es: 'Tu rol no te permite crear entradas nuevas, ni idiomas nuevos de una.',
  },
  publish: {
    en: 'Your role does not let you publish.',
    es: 'Tu rol no te permite publicar.',
  },
  field: {
    en: 'Your role does not let you change this field.',
    es: 'Tu rol no te permite modificar este campo.',
  },
  noVersion: {
    en: 'There is no version in this language. Make it from another one first.',
    es: 'No hay versión en este idioma. Créala antes a partir de otra.',
  },
  hidden: {
    en: 'The file hides its rows.',
    es: 'El archivo oculta sus filas.',
  },
  beyond: {
    en: 'Cells of its rows have no heading.',
    es: 'Hay celdas de sus filas sin título de columna.',
  },
  damaged: {
    en: 'A text looks as if it was read in the wrong encoding.',
    es: 'Un texto parece leído con una codificación equivocada.',
  },
  many: {
    en: 'No entry has this key, and new ones are not wanted.',
    es: 'Ninguna entrada tiene esta clave, y no se quieren nuevas.',
  },
  changed: {
    en: 'Somebody has changed the entry since the file was exported.',
    es: 'Alguien ha modificado la entrada desde que se exportó el archivo.',
  },
  changedSince: {
    en: 'Somebody has changed the entry since the file was checked.',
    es: 'Alguien ha modificado la entrada desde que se comprobó el archivo.',
  },
} as const satisfies Record<string, Text>;

type Detailed = {
  message: string;
  status?: number;
  details?: { errors?: readonly { path?: readonly unknown[]; message?: string }[] };
};

/** Whether a write was refused for what it would write, so that writing it again would not help. */
const isRefusal = (error: unknown): error is Error & Detailed => {
  if (!(error instanceof Error)) return false;
  if (error instanceof Refused || error instanceof errors.ApplicationError) return true;
  const { status } = error as Detailed;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
};

/**
 * What people are told of a write that was refused.
 *
 * @returns null for failures that are not about what was written, such as a database that is away
 */
export const reasonOf = (error: unknown): string | null => {
  if (!isRefusal(error)) return null;
  const told = (error.details?.errors ?? []).flatMap(({ path = [], message }) =>
    message === undefined || message === error.message
      ? []
      : [path.length === 0 ? message : `${path.join('.')}: ${message}`],
  );
  return [error.message, ...new Set(told)].join(' ');
};
