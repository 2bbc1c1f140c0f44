import type { Feature } from '../../../feature/feature';
import { contentDefinitions } from './server/content-digests';
import { extendUploads } from './server/extend-uploads';

export { contentAttributes } from './file-attributes';

/** Finds duplicate uploads, and offers the file that is already in the media library. */
export const duplicateUploads: Feature = {
  name: 'duplicate-uploads',
  folder: __dirname,
  definitions: contentDefinitions,
  register: extendUploads,
};
