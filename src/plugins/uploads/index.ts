import type { Feature } from '../../feature/feature';
import { storageMeasures, warnOfUnusableBucket } from './server/bucket-state';
import { registerUploads } from './server/register';
import { uploadSettings } from '../../media/settings';

export { guardUploadControllers, type Controllers } from './server/guard-controllers';
export { decodingOf } from './server/admission';
export { moves, pixelsOf, readHeader, type Header } from './server/pictures';
export { serveUploads } from './server/serve-files';

/** Which files may be uploaded, where they are stored, and how they are served. */
export const uploads: Feature = {
  name: 'uploads',
  settings: [uploadSettings],
  measures: storageMeasures,
  register: registerUploads,
  start: warnOfUnusableBucket,
};
