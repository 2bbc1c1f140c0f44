import { z } from '@strapi/utils';
import { catalogueErrors } from '../../../catalogue/errors';
import { endpoint } from '../../../platform/http/endpoint';
import { defineErrors } from '../../../platform/http/errors';
import { langParam, verticalParam } from '../../../platform/http/primitives';
import { businessLine, episodeForm, liveForm, productForm, protagonistForm } from './forms';

export const jsonLdErrors = defineErrors({
  JSON_LD_NOT_FOUND: {
    status: 404,
    message: {
      en: 'No product, live, episode or protagonist with this documentId is published in this language and business line.',
      es: 'No hay ningún producto, directo, episodio o protagonista con este documentId publicado en este idioma y línea de negocio.',
    },
  },
});

export const getJsonLd = endpoint({
  operationId: 'getJsonLd',
  method: 'GET',
  path: '/json-ld/:documentId',
  tag: 'Finding',
  summary: 'One entry as search engines read it',
  description:
    'JSON-LD in the vocabulary of schema.org, of a product (`Course`, `Book`), a live (`Event`), an episode (`VideoObject`) or a ' +
    'protagonist (`Person`). It can stand in a script element of a page as it is. Without `lang` it is the default ' +
    'language, or one that the entry has; without `vertical` the first business line of the entry, or the default one. `url` is there ' +
    'once the business line has the address of its site.',
  params: z.strictObject({ documentId: z.string().regex(/^[a-z0-9]{1,32}$/) }),
  query: z.strictObject({ lang: langParam.optional(), vertical: verticalParam.optional() }),
  reads: [
    { uid: 'api::product.product', form: productForm },
    { uid: 'api::live.live', form: liveForm },
    { uid: 'api::episode.episode', form: episodeForm },
    { uid: 'api::protagonist.protagonist', form: protagonistForm },
    { uid: 'api::vertical.vertical', form: businessLine, selects: ['order', 'slug'] },
  ],
  example: {
    params: { documentId: 'sample6cdvi6kv5426km3qeg' },
    query: { lang: 'es', vertical: 'medicina' },
  },
  response: z.record(z.string(), z.unknown()),
  mediaTypes: ['application/ld+json'],
  errors: [
    catalogueErrors.VERTICAL_NOT_FOUND,
    catalogueErrors.LANGUAGE_NOT_FOUND,
    jsonLdErrors.JSON_LD_NOT_FOUND,
  ],
});
