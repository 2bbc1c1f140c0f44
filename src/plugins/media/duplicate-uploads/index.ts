import type { Feature } from '../../../feature/feature';
import { contentDefinitions } from './server/known-files';
import { watchUploads } from './server/watch-uploads';

export { contentAttributes } from './file-attributes';

/** Finds duplicate uploads, and offers the file that is already in the media library. */
export const sameFiles: Feature = {
  name: 'same-files',
  folder: __dirname,
  definitions: contentDefinitions,
  register: watchUploads,
};
