import type { Feature } from '../../../feature/feature';
import { storageMetrics, warnOfUnusableBucket } from './server/bucket-state';
import { fileStateDefinitions } from './server/file-states';
import { leftoverDefinitions } from './server/leftovers';
import { registerUploads } from './server/register';
import { startStripJob, stripMetrics } from './server/strip-job';
import { uploadSettings } from '../../../platform/storage/settings';

export { guardUploadControllers, type Controllers } from './server/guard-controllers';
export { letLibraryUsersReadSettings, type UploadPlugin } from './server/media-settings';
export { decodingOf } from './server/upload-inspection';
export { isAnimated, pixelsOf, readHeader, type Header } from './server/pictures';
export { setMediaOrigin } from './server/media-addresses';
export { serveUploads } from './server/serve-files';

/** Validates, stores and serves uploaded files. */
export const uploads: Feature = {
  name: 'uploads',
  settings: [uploadSettings],
  metrics: ({ strapi }) => [...storageMetrics({ strapi }), ...stripMetrics({ strapi })],
  definitions: () => [...fileStateDefinitions(), ...leftoverDefinitions()],
  register: registerUploads,
  async start({ strapi }): Promise<void> {
    warnOfUnusableBucket({ strapi });
    await startStripJob({ strapi });
  },
};
