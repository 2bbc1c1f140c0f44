import { addAbortSignal } from 'node:stream';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import aws from '@strapi/provider-upload-aws-s3';
import { createCursorCheck } from '../../cursors';
import { createBucketClient, readObject } from '../bucket';
import { buildBucketOptions } from '../provider';
import type { S3Settings } from '../settings';
import type { MediaStorage } from './media-storage';

/** The provider's types allow only file streams, but it accepts any stream. */
type Writer = { uploadStream(file: object): Promise<unknown> };

/**
 * Returns the storage in a bucket. It writes with the upload plugin's own provider, so that objects
 * equal those of uploads.
 */
export const createBucketStorage = (s3: S3Settings): MediaStorage => {
  const client = createBucketClient(s3);
  const provider: Writer = aws.init(buildBucketOptions(s3));
  return {
    provider: 'aws-s3',
    async sizes() {
      const fileSizes = new Map<string, number>();
      const checkCursor = createCursorCheck();
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken: next }),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) fileSizes.set(Key, Size);
        next = page.NextContinuationToken;
        if (next !== undefined) checkCursor(next);
      } while (next !== undefined);
      return fileSizes;
    },
    read: (name) => readObject(client, s3, name),
    async write({ hash, ext, mime, stream, signal }) {
      // The abort stops the provider's reading; a pending request ends by its own timeout.
      if (signal !== undefined) addAbortSignal(signal, stream);
      const file = { name: hash, hash, ext, mime, size: 0, sizeInBytes: 0, url: '' };
      await provider.uploadStream(Object.assign(file, { stream }));
      return file.url;
    },
  };
};
