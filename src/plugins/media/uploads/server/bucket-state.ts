import type { WithStrapi } from '../../../../platform/with-strapi';
import type { Metric } from '../../../../feature/metric';
import { loadBucket } from '../../../../platform/storage/stored-files';
import { bucketName } from '../../../../platform/storage/provider';
import { uploadSettings } from '../../../../platform/storage/settings';
import {
  storageBreakersOf,
  storageOperations,
} from '../../../../platform/storage/storage-breakers';
import { storageErrorName } from '../../../../platform/storage/storage-errors';

/**
 * Logs a warning if the bucket cannot be used. The start continues without waiting for the result.
 */
export const warnOfUnusableBucket = ({ strapi }: WithStrapi): void => {
  const settings = uploadSettings.of({ strapi });
  if (settings.provider !== 's3') return;
  const { s3 } = settings;
  const check = async (): Promise<void> => {
    const { bucketClient, checkBucket, IMPATIENT } = loadBucket();
    const client = bucketClient(s3, IMPATIENT);
    try {
      await checkBucket(client, s3);
    } catch (error) {
      strapi.log.warn(
        `storage: ${bucketName(s3)} cannot be used: ${storageErrorName(error)}. Uploads and pictures will fail.`,
      );
    } finally {
      client.destroy();
    }
  };
  void check();
};

export const storageMetrics = ({ strapi }: WithStrapi): readonly Metric[] => {
  const settings = uploadSettings.of({ strapi });
  const breakers = settings.provider === 's3' ? storageBreakersOf({ strapi }, settings.s3) : null;
  return [
    {
      name: 'cms_storage_available',
      help: 'Whether the file storage is available (1); 0 while calls to a bucket fail',
      kind: 'gauge',
      labels: ['operation'],
      read: () =>
        storageOperations.map((operation) => ({
          value: breakers === null || breakers[operation].isClosed() ? 1 : 0,
          labels: { operation },
        })),
    },
  ];
};
