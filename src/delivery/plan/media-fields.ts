export const MEDIA_UID = 'plugin::upload.file';

const computed = ['url', 'formats', 'isUrlSigned', 'previewUrl', 'alternativeText'] as const;

/** A key of a media object whose value is computed; all other keys are columns. */
export type MediaField = (typeof computed)[number];

export const isMediaField = (key: string): key is MediaField =>
  (computed as readonly string[]).includes(key);
