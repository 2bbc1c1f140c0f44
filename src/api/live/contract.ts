import { z } from '@strapi/utils';
import { registerSchema } from '../../http/openapi/schema-registry';
import { mapFrom } from '../../reading/plan/field-source';
import {
  id,
  identity,
  locale,
  optionalText,
  text,
  timestamp,
  timestamps,
} from '../../http/primitives';
import { mediaShort } from '../../catalogue/media';
import { channelReference, greenTag, protagonistReference } from '../../catalogue/shared';

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

export const typeOfLive = registerSchema(
  'TypeOfLive',
  z.strictObject({ id, typeLive: text, startDate: timestamp, iframeCode: optionalText }),
);

export const live = registerSchema(
  'Live',
  z.strictObject({
    ...identity,
    title: text,
    slug: text,
    vertical: mapFrom(z.string(), { kind: 'pluck', attribute: 'vertical', field: 'slug' }),
    ...timestamps,
    locale,
    closeRoom: optionalText,
    ondemandTitle: optionalText,
    type: optionalText,
    extCertificate: optionalText,
    ondemandUrlM3u8: optionalText,
    program: z.array(liveProgram),
    typeOfLive: typeOfLive.nullable(),
    image: mediaShort,
    protagonists: z.array(protagonistReference),
    channels: z.array(channelReference),
    greenTag,
  }),
);
