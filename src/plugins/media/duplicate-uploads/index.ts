import type { Feature } from '#feature/feature';
import { createContentDefinitions } from './server/content-digests';
import { extendUploads } from './server/extend-uploads';

/**
 * Attributes that this feature adds to files; private, so that the generated content API does not
 * show them.
 */
export const contentAttributes = {
  /**
   * SHA-256 of the uploaded bytes in hex. The stored bytes of pictures differ, because they are
   * encoded again. Null if the file was not uploaded, or by a release without digests.
   */
  contentDigest: { type: 'string', configurable: false, private: true },
} as const;

/** Finds duplicate uploads, and offers the file that is already in the media library. */
export const duplicateUploads: Feature = {
  name: 'duplicate-uploads',
  folder: __dirname,
  definitions: createContentDefinitions,
  register: extendUploads,
};
