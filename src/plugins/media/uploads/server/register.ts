import type { WithStrapi } from '../../../../platform/with-strapi';
import { boundBucketWrites } from './bucket-writes';
import { guardUploadServices } from './guard-services';
import { defineLeftoversJob, noteStoredFiles } from './leftovers';
import { signOnMediaOrigin } from './media-addresses';
import { keepBucketPrivate } from './private-bucket';
import { defineStripJob } from './strip-job';
import { stripStoredFiles } from './strip-stored-files';
import { versionAddresses } from './versioned-addresses';
import { writeFilesAtomically } from './write-files-atomically';

/**
 * Registers the upload features. Call it while plugins are registered, because the upload plugin
 * reads its provider when it starts.
 */
export const registerUploads = ({ strapi }: WithStrapi): void => {
  keepBucketPrivate({ strapi });
  writeFilesAtomically({ strapi });
  boundBucketWrites({ strapi });
  versionAddresses({ strapi });
  stripStoredFiles({ strapi });
  // Last, so that names are recorded before the other wrappers start their work.
  noteStoredFiles({ strapi });
  guardUploadServices({ strapi });
  signOnMediaOrigin({ strapi });
  defineLeftoversJob({ strapi });
  defineStripJob({ strapi });
};
