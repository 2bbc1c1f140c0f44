import type { Feature } from '#feature/feature';
import { keepBucketPrivate, createStorageMetrics, warnOfUnusableBucket } from './server/bucket';
import { createFileStateDefinitions } from './server/file-states';
import { createLeftoverDefinitions, defineLeftoversJob, noteStoredFiles } from './server/leftovers';
import { startStripJob, stripMetrics, defineStripJob } from './server/strip-job';
import { uploadSettings } from '#platform/storage/settings';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { limitBucketWrites } from './server/bucket-writes';
import { guardUploadServices } from './server/guard-services';
import { signOnMediaOrigin } from './server/media-addresses';
import { stripStoredFiles } from './server/strip-stored-files';
import { versionAddresses } from './server/versioned-addresses';
import { writeFilesAtomically } from './server/write-files-atomically';

/**
 * Registers the upload features. Call it while plugins are registered, because the upload plugin
 * reads its provider when it starts.
 */
const registerUploads = ({ strapi }: WithStrapi): void => {
  keepBucketPrivate({ strapi });
  writeFilesAtomically({ strapi });
  limitBucketWrites({ strapi });
  versionAddresses({ strapi });
  stripStoredFiles({ strapi });
  // Last, so that names are recorded before the other wrappers start their work.
  noteStoredFiles({ strapi });
  guardUploadServices({ strapi });
  signOnMediaOrigin({ strapi });
  defineLeftoversJob({ strapi });
  defineStripJob({ strapi });
};

export { guardUploadControllers, type Controllers } from './server/guard-controllers';
export { allowReadingSettings, type UploadPlugin } from './server/guard-controllers';
export { getDecoding } from './server/upload-inspection';
export { isAnimated, countPixels, readHeader, type Header } from './server/pictures';
export { setMediaOrigin } from './server/media-addresses';
export { storageErrors } from './server/errors';
export { serveUploads } from './server/serve-files';

/** Validates, stores and serves uploaded files. */
export const uploads: Feature = {
  name: 'uploads',
  settings: [uploadSettings],
  metrics: ({ strapi }) => [...createStorageMetrics({ strapi }), ...stripMetrics({ strapi })],
  definitions: () => [...createFileStateDefinitions(), ...createLeftoverDefinitions()],
  register: registerUploads,
  async start({ strapi }): Promise<void> {
    warnOfUnusableBucket({ strapi });
    await startStripJob({ strapi });
  },
};
