import { defineErrors } from '../platform/http/errors';

/** Errors of the catalogue's endpoints. */
export const catalogueErrors = defineErrors({
  PRODUCT_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published product with this slug or id.',
      es: 'No hay ningún producto publicado con este slug o id.',
    },
  },
  CHANNEL_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published channel with this slug.',
      es: 'No hay ningún canal publicado con este slug.',
    },
  },
  PROTAGONIST_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published protagonist with this slug in this language.',
      es: 'No hay ningún protagonista publicado con este slug en este idioma.',
    },
  },
  SERIES_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published series with this slug.',
      es: 'No hay ninguna serie publicada con este slug.',
    },
  },
  EPISODE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published episode with this slug.',
      es: 'No hay ningún episodio publicado con este slug.',
    },
  },
  LIVE_NOT_FOUND: {
    status: 404,
    message: {
      en: 'There is no published live with this slug.',
      es: 'No hay ningún directo publicado con este slug.',
    },
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
      en: 'The catalogue is not kept in this language.',
      es: 'El catálogo no existe en este idioma.',
    },
  },
});
