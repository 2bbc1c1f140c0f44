import { errors } from '@strapi/utils';
import type { Text } from '#feature/layout';

/** Reason why an entry is not written, in the user's language. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Reason why an entry is left out: a question is unanswered, or its answer excludes the entry. */
export class LeftOut extends Error {
  override name = 'LeftOut';
}

export const describeSimilarKey = (key: string, existing: string): Text => ({
  en: `“${key}” is almost equal to “${existing}”.`,
  es: `«${key}» es casi igual a «${existing}».`,
});

/** Message for a key of one entry that may be the changed key of another. */
export const describeSimilarOtherKey = (key: string, existing: string): Text => ({
  en: `“${key}” is the key of an entry, but almost equal to that of another entry: “${existing}”.`,
  es: `«${key}» es la clave de una entrada, pero casi igual a la de otra: «${existing}».`,
});

/** Message for two keys that are the same new entry, as the user has answered. */
export const describeDuplicateKey = (key: string, other: string): Text => ({
  en: `“${key}” and “${other}” are the same entry. Write the same key into its rows.`,
  es: `«${key}» y «${other}» son la misma entrada. Escribe la misma clave en sus filas.`,
});

export const reasons = {
  unknown: {
    en: 'The entry does not exist, or you may not edit it.',
    es: 'La entrada no existe o no puedes editarla.',
  },
  ambiguous: {
    en: 'Several entries have this name. Write the id.',
    es: 'Varias entradas tienen este nombre. Escribe el id.',
  },
  create: {
    en: 'Your role does not let you create entries or locales.',
    es: 'Tu rol no te permite crear entradas ni idiomas.',
  },
  publish: {
    en: 'Your role does not let you publish.',
    es: 'Tu rol no te permite publicar.',
  },
  related: {
    en: 'Your role does not let you create this entry. Choose an existing one, or leave the cells empty.',
    es: 'Tu rol no te permite crear esta entrada. Elige una existente o deja vacías las celdas.',
  },
  field: {
    en: 'Your role does not let you edit this field.',
    es: 'Tu rol no te permite editar este campo.',
  },
  noVersion: {
    en: 'The entry has no version in this locale. Create it from another locale first.',
    es: 'La entrada no tiene versión en este idioma. Créala antes a partir de otro.',
  },
  hidden: {
    en: 'The rows of this entry are hidden in the file.',
    es: 'Las filas de esta entrada están ocultas en el archivo.',
  },
  beyond: {
    en: 'Some cells of its rows have no column name.',
    es: 'Algunas celdas de sus filas no tienen nombre de columna.',
  },
  converted: {
    en: 'Its SKU or slug is a date or a formatted number in the file.',
    es: 'Su SKU o slug es una fecha o un número con formato en el archivo.',
  },
  damaged: {
    en: 'A text seems to be in another encoding.',
    es: 'Un texto parece estar en otra codificación.',
  },
  many: {
    en: 'No entry has this key, and the import skips unknown keys.',
    es: 'Ninguna entrada tiene esta clave y la importación omite las claves desconocidas.',
  },
  unused: {
    en: 'No row that the import writes uses this entry.',
    es: 'Ninguna fila que la importación escribe usa esta entrada.',
  },
  changed: {
    en: 'Somebody changed the entry after the export.',
    es: 'Alguien modificó la entrada después de la exportación.',
  },
  changedSince: {
    en: 'Somebody changed the entry after the check.',
    es: 'Alguien modificó la entrada después de la comprobación.',
  },
} as const satisfies Record<string, Text>;

type DetailedError = {
  message: string;
  status?: number;
  details?: { errors?: readonly { path?: readonly unknown[]; message?: string }[] };
};

/** Returns whether a write was refused because of its content, so that retrying cannot help. */
const isRefusal = (error: unknown): error is Error & DetailedError => {
  if (!(error instanceof Error)) return false;
  if (error instanceof Refused || error instanceof errors.ApplicationError) return true;
  const { status } = error as DetailedError;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
};

/**
 * Returns the message of a refused write.
 *
 * @returns null for errors unrelated to the content, such as an unavailable database
 */
export const getRefusalReason = (error: unknown): string | null => {
  if (!isRefusal(error)) return null;
  const details = (error.details?.errors ?? []).flatMap(({ path = [], message }) =>
    message === undefined || message === error.message
      ? []
      : [path.length === 0 ? message : `${path.join('.')}: ${message}`],
  );
  return [error.message, ...new Set(details)].join(' ');
};
