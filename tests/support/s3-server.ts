import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { killOnFileEnd } from './host';
import { portOf } from './ports';

/** The only account of the server. */
const KEY = 'S3RVER';

export type S3Server = {
  url: string;
  /** The settings that connect a service with the bucket. */
  env: Record<string, string>;
  /** Returns the names of all objects in the bucket. */
  names: () => Promise<string[]>;
  put: (name: string, body: string | Buffer) => Promise<void>;
  remove: (name: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** A real S3 server (`@20minutes/s3rver`) with a bucket that is public or needs signatures. */
export const startS3Server = async (access: 'private' | 'public'): Promise<S3Server> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cms-s3-'));
  const child = killOnFileEnd(
    spawn(
      process.execPath,
      [path.join(__dirname, 's3-process.mjs'), access, folder, String(await portOf('bucket'))],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    ),
  );
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const client = new S3Client({
    region: 'eu-west-1',
    endpoint: url,
    forcePathStyle: true,
    credentials: { accessKeyId: KEY, secretAccessKey: KEY },
  });
  const Bucket = 'media';
  return {
    url,
    env: {
      UPLOAD_PROVIDER: 's3',
      S3_BUCKET: Bucket,
      S3_REGION: 'eu-west-1',
      S3_ENDPOINT: url,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      S3_ACL: 'none',
      S3_PRIVATE: String(access === 'private'),
    },
    names: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map((object) => object.Key ?? '').sort();
    },
    put: async (name, body) => {
      await client.send(new PutObjectCommand({ Bucket, Key: name, Body: body }));
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
