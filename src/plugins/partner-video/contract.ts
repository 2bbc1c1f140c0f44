import { z } from '@strapi/utils';
import { commonErrors } from '#platform/http/common-errors';
import { emailAddress } from '#platform/http/email-address';
import { defineEndpoint } from '#platform/http/endpoint';
import { defineErrors } from '#platform/http/errors';
import { registerSchema } from '#platform/http/openapi/schema-registry';
import { optionalText, text } from '#platform/http/primitives';
import { describeFields } from '#platform/http/openapi/field-descriptions';

describeFields({
  catalog: 'Channels of the partner.',
  authors: 'Authors.',
  subtitle: 'Subtitle; null if there is none.',
  'PartnerChannel.price': 'Price in local currency.',
  video: 'Videos of the channel.',
  videoId: 'Identifier of the video at the partner.',
  success: 'True: access is granted.',
  'watchPartnerVideo.name': 'Given name of the viewer.',
});

export const partnerVideoErrors = defineErrors({
  PARTNER_UNAVAILABLE: {
    status: 503,
    retryAfter: 30,
    message: {
      en: 'The video partner is unavailable. Try again later.',
      es: 'El proveedor de vídeo no está disponible. Inténtalo más tarde.',
    },
  },
  VIDEO_NOT_FOUND: {
    status: 404,
    message: {
      en: 'The partner has no video with this id in this product.',
      es: 'El proveedor no tiene este vídeo en este producto.',
    },
  },
  PRICE_NOT_ACCEPTED: {
    status: 400,
    message: {
      en: 'This product is not free: send the price that it was sold at.',
      es: 'Este producto no es gratuito: envía el precio al que se ha vendido.',
    },
  },
  LOGIN_REQUIRED: {
    status: 401,
    message: {
      en: 'Log in to watch this video.',
      es: 'Inicia sesión para ver este vídeo.',
    },
  },
});

const webAddress = z.string().describe('Absolute URL.');

const signedAddress = z
  .string()
  .describe('URL with its signature in the parameters Policy, Signature and Key-Pair-Id.');

const author = registerSchema('PartnerAuthor', z.strictObject({ name: text, image: webAddress }));

const shownInCatalogue = {
  authors: z.array(author),
  background: webAddress,
  cover: webAddress,
  trailer: signedAddress,
};

export const partnerVideo = registerSchema(
  'PartnerVideo',
  z.strictObject({
    videoId: text,
    ...shownInCatalogue,
    title: text,
    subtitle: text,
    htmlDescription: text.describe('Description in HTML.'),
  }),
);

export const partnerChannel = registerSchema(
  'PartnerChannel',
  z.strictObject({
    idChannel: text.describe('`productId` in requests to watch one of its videos.'),
    ...shownInCatalogue,
    price: z.number(),
    title: text,
    subtitle: optionalText,
    htmlDescription: optionalText.describe('Description in HTML.'),
    video: z.array(partnerVideo),
  }),
);

export type PartnerVideo = z.output<typeof partnerVideo>;
export type PartnerChannel = z.output<typeof partnerChannel>;

const tag = 'Partner video';

export const getPartnerCatalog = defineEndpoint({
  operationId: 'getPartnerCatalog',
  method: 'GET',
  path: '/videopartner/catalog',
  tag,
  summary: 'The video partner’s channels with their videos',
  description: 'Links to trailers expire: do not cache the response for long.',
  response: registerSchema('PartnerCatalog', z.strictObject({ catalog: z.array(partnerChannel) })),
  errors: [partnerVideoErrors.PARTNER_UNAVAILABLE],
});

const identifier = z.string().min(1).max(255);
const personName = z.string().trim().min(1).max(255);

/** Upper limit of a price in any currency. */
const HIGHEST_PRICE = 1_000_000_000;

export const watchRequest = z.strictObject({
  productId: identifier.describe('The `idChannel` of the channel that the video belongs to.'),
  price: z
    .number()
    .min(0)
    .max(HIGHEST_PRICE)
    .describe('Price in local currency; 0 only if the catalogue’s price is 0 too.'),
  name: personName,
  surname: personName,
  email: emailAddress,
  videoId: identifier,
});

export type WatchRequest = z.output<typeof watchRequest>;

export const watchPartnerVideo = defineEndpoint({
  operationId: 'watchPartnerVideo',
  method: 'POST',
  path: '/videopartner/watchVideo',
  tag,
  access: 'optional',
  summary: 'Temporary access to one partner video',
  description:
    'Needs no token, unless a setting demands a student’s token. The response is for one person and must not ' +
    'be stored.',
  body: watchRequest,
  example: {
    body: {
      productId: 'mindful-leadership',
      videoId: 'mindful-leadership-1',
      price: 49.9,
      name: 'Lucía',
      surname: 'Prats',
      email: 'lucia.prats@example.com',
    },
  },
  response: registerSchema(
    'PartnerVideoAccess',
    z.strictObject({
      success: z.boolean(),
      userId: text.describe('Random id of this access.'),
      videoUrl: signedAddress,
    }),
  ),
  errors: [
    partnerVideoErrors.PRICE_NOT_ACCEPTED,
    partnerVideoErrors.VIDEO_NOT_FOUND,
    partnerVideoErrors.LOGIN_REQUIRED,
    commonErrors.TOO_MANY_REQUESTS,
    partnerVideoErrors.PARTNER_UNAVAILABLE,
  ],
});
