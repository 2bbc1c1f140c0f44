import { z } from '@strapi/utils';
import {
  defineSettingsSection,
  flag,
  text,
  webAddress,
  webOrigin,
  wholeNumber,
} from '../settings/section';
import type { WithStrapi } from '../strapi/with-strapi';
import { serverSettings } from '../settings/server';

/** ACLs of stored objects; `none` sends no ACL. */
const acls = ['none', 'private', 'public-read', 'bucket-owner-full-control'] as const;

export type S3Acl = (typeof acls)[number];

export type S3Settings = {
  bucket: string;
  region: string;
  /** Endpoint of an S3-compatible service; null for AWS itself. */
  endpoint: string | null;
  /** Credentials; null to use the machine's own role or profile. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether files are readable only with signed URLs that expire. */
  isPrivate: boolean;
  urlExpires: number;
  acl: S3Acl;
  /**
   * Maximum seconds that an upload waits until the bucket has stored a file; less than proxies
   * wait.
   */
  writeSeconds: number;
  /** Public base URL of the bucket; null for its own address. */
  baseUrl: string | null;
};

/** Limits for every storage. */
export type UploadLimits = {
  maxFileSize: number;
  /**
   * Maximum number of pixels of a picture, including all frames of an animation, and of all
   * pictures that are decoded at once.
   */
  maxPixels: number;
};

export type UploadSettings = UploadLimits &
  (
    | {
        provider: 'local';
        /** Public origin of uploads, if it differs from that of the service. */
        mediaUrl: string | null;
      }
    | { provider: 's3'; s3: S3Settings }
  );

const MEGABYTE = 1024 * 1024;

const MEGAPIXEL = 1_000_000;

const SHORTEST_UPLOAD_MS = 300_000;

/** 2 Mbit/s, the speed of uploads over a slow line at home. */
const SLOWEST_BYTES_PER_MS = 250;

/**
 * Returns the maximum milliseconds for a request to arrive, enough for the largest upload over a
 * slow line.
 */
export const uploadTimeout = ({ maxFileSize }: Pick<UploadLimits, 'maxFileSize'>): number =>
  Math.max(SHORTEST_UPLOAD_MS, Math.ceil(maxFileSize / SLOWEST_BYTES_PER_MS));

const limits = {
  UPLOAD_MAX_MB: wholeNumber(1, 10_000).default(200),
  UPLOAD_MAX_MEGAPIXELS: wholeNumber(1, 250).default(50),
};

const toUploadLimits = (env: {
  UPLOAD_MAX_MB: number;
  UPLOAD_MAX_MEGAPIXELS: number;
}): UploadLimits => ({
  maxFileSize: env.UPLOAD_MAX_MB * MEGABYTE,
  maxPixels: env.UPLOAD_MAX_MEGAPIXELS * MEGAPIXEL,
});

const local = z
  .object({
    UPLOAD_PROVIDER: z.literal('local', 'must be local or s3').default('local'),
    MEDIA_URL: webOrigin.optional(),
    ...limits,
  })
  .transform((env) => ({
    ...toUploadLimits(env),
    provider: env.UPLOAD_PROVIDER,
    mediaUrl: env.MEDIA_URL ?? null,
  }));

const buildS3Schema = (hasKey: boolean) =>
  z
    .object({
      ...limits,
      S3_BUCKET: text,
      S3_REGION: text,
      S3_ENDPOINT: webAddress.optional(),
      S3_ACCESS_KEY_ID: text.optional(),
      S3_SECRET_ACCESS_KEY: hasKey ? text : text.optional(),
      S3_PRIVATE: flag.default(true),
      S3_URL_EXPIRES: wholeNumber(60, 604_800).default(900),
      S3_ACL: z.enum(acls, `must be one of ${acls.join(', ')}`).optional(),
      S3_BASE_URL: webAddress.optional(),
      S3_WRITE_SECONDS: wholeNumber(1, 3_600).default(40),
    })
    .transform((env) => ({
      ...toUploadLimits(env),
      provider: 's3' as const,
      s3: {
        bucket: env.S3_BUCKET,
        region: env.S3_REGION,
        endpoint: env.S3_ENDPOINT ?? null,
        credentials:
          env.S3_ACCESS_KEY_ID !== undefined && env.S3_SECRET_ACCESS_KEY !== undefined
            ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
            : null,
        isPrivate: env.S3_PRIVATE,
        urlExpires: env.S3_URL_EXPIRES,
        acl: env.S3_ACL ?? (env.S3_PRIVATE ? 'private' : 'public-read'),
        baseUrl: env.S3_BASE_URL ?? null,
        writeSeconds: env.S3_WRITE_SECONDS,
      },
    }));

export const uploadSettings = defineSettingsSection<UploadSettings>('upload', ({ variables }) =>
  variables.UPLOAD_PROVIDER === 's3'
    ? buildS3Schema(variables.S3_ACCESS_KEY_ID !== undefined)
    : local,
);

/**
 * Returns the origin for the URLs of locally stored files: that of media if it is set, else that of
 * the service. Returns null if neither is known; URLs then stay relative.
 */
export const getMediaOrigin = ({ strapi }: WithStrapi): string | null => {
  const upload = uploadSettings.of({ strapi });
  const { publicUrl } = serverSettings.of({ strapi });
  if (upload.provider === 'local' && upload.mediaUrl !== null) return upload.mediaUrl;
  return publicUrl === null ? null : new URL(publicUrl).origin;
};
