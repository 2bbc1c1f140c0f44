import { describeFields } from '../../platform/http/openapi/field-descriptions';

/** Describes the fields of the partner's catalogue. */
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
