import { z } from '@strapi/utils';
import { defineErrors } from '#platform/http/errors';

/** Detail of errors about slugs. */
const formerSlug = {
  movedTo: z
    .string()
    .optional()
    .describe('Present if the slug is a former one: the current slug of the entry.'),
};

export const catalogueErrors = defineErrors({
  PRODUCT_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published product with this slug or id.',
      es: 'No hay ningún producto publicado con este slug o id.',
    },
    details: formerSlug,
  },
  CHANNEL_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published channel with this slug.',
      es: 'No hay ningún canal publicado con este slug.',
    },
    details: formerSlug,
  },
  PROTAGONIST_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published protagonist with this slug in this language.',
      es: 'No hay ningún protagonista publicado con este slug en este idioma.',
    },
    details: formerSlug,
  },
  SERIES_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published series with this slug.',
      es: 'No hay ninguna serie publicada con este slug.',
    },
    details: formerSlug,
  },
  EPISODE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published episode with this slug.',
      es: 'No hay ningún episodio publicado con este slug.',
    },
    details: formerSlug,
  },
  LIVE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published live with this slug.',
      es: 'No hay ningún directo publicado con este slug.',
    },
    details: formerSlug,
  },
  VERTICAL_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no business line with this slug.',
      es: 'No hay ninguna línea de negocio con este slug.',
    },
  },
  LANGUAGE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'The catalogue does not exist in this language.',
      es: 'El catálogo no existe en este idioma.',
    },
  },
});
