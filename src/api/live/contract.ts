import { z } from '@strapi/utils';
import {
  integerParam,
  id,
  identity,
  langParam,
  locale,
  momentParam,
  optionalText,
  slugParam,
  text,
  timestamp,
  timestamps,
  verticalParam,
} from '#platform/http/primitives';
import { catalogueErrors } from '#catalogue/errors';
import {
  markTranslated,
  describeLanguages,
  channelReference,
  greenTag,
  protagonistReference,
} from '#catalogue/shared';
import { cardListQuery, includeParam } from '#catalogue/card';
import { defineEndpoint } from '#platform/http/endpoint';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { dataOf } from '#platform/http/pagination';
import { mapFrom } from '#delivery/plan/field-source';
import { mediaShort } from '#catalogue/media';

const programRow = registerSchema(
  'LiveProgramRow',
  z.strictObject({
    id,
    hour: optionalText.describe('HH:MM'),
    about: optionalText,
    protagonists: z.array(protagonistReference),
  }),
);

export const liveProgram = registerSchema(
  'LiveProgram',
  z.strictObject({ id, title: text, row: z.array(programRow) }),
);

export const programTimeZone = mapFrom(
  text.describe('IANA name of the time zone in which the hours of `program` are meant.'),
  { kind: 'setting', name: 'catalogue.livesTimeZone' },
);

export const typeOfLive = registerSchema(
  'TypeOfLive',
  z.strictObject({
    id,
    typeLive: z.enum(['Zoom', 'Vimeo', 'YouTube', 'Teams']),
    startDate: timestamp,
    iframeCode: optionalText,
  }),
);

export const live = registerSchema(
  'Live',
  z.strictObject({
    ...identity,
    title: markTranslated(text),
    slug: text,
    vertical: mapFrom(z.string(), { kind: 'pluck', attribute: 'vertical', field: 'slug' }),
    ...timestamps,
    locale,
    closeRoom: optionalText,
    ondemandTitle: markTranslated(optionalText),
    type: optionalText,
    extCertificate: optionalText,
    ondemandUrlM3u8: optionalText,
    program: markTranslated(z.array(liveProgram)),
    timeZone: programTimeZone,
    typeOfLive: typeOfLive.nullable(),
    image: mediaShort,
    protagonists: z.array(protagonistReference),
    channels: z.array(channelReference),
    greenTag,
  }),
);

export const getLive = defineEndpoint({
  operationId: 'getLive',
  method: 'GET',
  path: '/live/:slug',
  tag: 'Channels and series',
  previewable: true,
  summary: 'One live session',
  description: '`lang` chooses the language of its texts. ' + describeLanguages,
  params: z.strictObject({ slug: slugParam }),
  query: z.strictObject({ lang: langParam.optional(), include: includeParam }),
  example: { params: { slug: 'ecg-en-directo' } },
  reads: [{ uid: 'api::live.live', form: live, selects: ['slug'] }],
  response: registerSchema('LiveAnswer', dataOf(live)),
  errors: [catalogueErrors.LIVE_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});

export const listNextLives = defineEndpoint({
  operationId: 'listNextLives',
  method: 'GET',
  path: '/lives/next',
  tag: 'Channels and series',
  summary: 'Lives from a day or time on',
  description:
    'The next live comes first. Prefer a day: its response can be cached, and `startDate` tells which lives ' +
    'are over. `lang` chooses the language of the texts. ' +
    describeLanguages,
  query: z.strictObject({
    from: z
      .union([z.iso.date(), momentParam])
      .describe(
        'A day such as `2026-11-23`, which begins at midnight in the time zone of the lives (`timeZone`, the setting ' +
          '`LIVES_TIME_ZONE`), or a moment with an offset such as `2026-11-23T18:00:00+01:00`.',
      ),
    vertical: verticalParam.optional(),
    lang: langParam.optional(),
    limit: integerParam({ min: 1, max: 50 })
      .optional()
      .describe('Maximum number of lives. Default: 10.'),
    ...cardListQuery(live),
  }),
  example: { query: { from: '2026-01-01', vertical: 'medicina', limit: 2 } },
  reads: [{ uid: 'api::live.live', form: live }],
  response: registerSchema('LiveList', dataOf(z.array(live))),
  errors: [catalogueErrors.VERTICAL_NOT_FOUND, catalogueErrors.LANGUAGE_NOT_FOUND],
});
