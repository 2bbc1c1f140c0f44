import type { Feature } from '../../feature/feature';
import { contentDefinitions } from './server/known-files';
import { watchUploads } from './server/watch-uploads';

export { contentAttributes } from './file-attributes';

/** Notices files that are in the media library already, and lets whoever uploads one take the one that is there. */
export const sameFiles: Feature = {
  name: 'same-files',
  isPlugin: true,
  definitions: contentDefinitions,
  register: watchUploads,
};
