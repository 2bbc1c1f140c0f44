import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import aws from '@strapi/provider-upload-aws-s3';
import { bucketClient, readObject } from '../bucket';
import { bucketOptions } from '../provider';
import type { S3Settings } from '../settings';

/** What is to be stored under the name of its hash and ending. */
export type Content = { hash: string; ext: string; mime: string; stream: Readable };

/** A place where files are, without the service: for commands that look after the whole of it. */
export type MediaStorage = {
  /** What the media library calls it. */
  provider: 'local' | 'aws-s3';
  /** Every file that lies there, and its size in bytes. */
  sizes: () => Promise<ReadonlyMap<string, number>>;
  /** Null where nothing lies under the name. */
  read: (name: string) => Promise<Readable | null>;
  /** Stores a file, in the place of one of the same name. @returns its address */
  write: (content: Content) => Promise<string>;
};

/** The provider's own types name streams of files only; it takes any. */
type Writer = { uploadStream(file: object): Promise<unknown> };

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @param uploads the folder that is served as `/uploads` */
export const folderStorage = (uploads: string): MediaStorage => ({
  provider: 'local',
  async sizes() {
    const entries = await readdir(uploads, { withFileTypes: true });
    // Those with a dot are the repository's, or of an upload that is under way.
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
    return new Map(
      await Promise.all(
        files.map(async ({ name }) => [name, (await stat(path.join(uploads, name))).size] as const),
      ),
    );
  },
  async read(name) {
    const file = path.join(uploads, name);
    try {
      await stat(file);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return createReadStream(file);
  },
  async write({ hash, ext, stream }) {
    const part = path.join(uploads, `.${hash}${ext}.part`);
    try {
      await pipeline(stream, createWriteStream(part));
      await rename(part, path.join(uploads, hash + ext));
    } finally {
      await rm(part, { force: true });
    }
    return `/uploads/${hash}${ext}`;
  },
});

/** Files are written by the upload plugin's own provider, so that they are what it would have made of them. */
export const bucketStorage = (s3: S3Settings): MediaStorage => {
  const client = bucketClient(s3);
  const provider: Writer = aws.init(bucketOptions(s3));
  return {
    provider: 'aws-s3',
    async sizes() {
      const found = new Map<string, number>();
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken: next }),
        );
        for (const { Key = '', Size = 0 } of page.Contents ?? []) found.set(Key, Size);
        next = page.NextContinuationToken;
      } while (next !== undefined);
      return found;
    },
    read: (name) => readObject(client, s3, name),
    async write({ hash, ext, mime, stream }) {
      const file = { name: hash, hash, ext, mime, size: 0, sizeInBytes: 0, url: '' };
      await provider.uploadStream(Object.assign(file, { stream }));
      return file.url;
    },
  };
};
