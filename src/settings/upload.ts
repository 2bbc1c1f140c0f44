import { z } from '@strapi/utils';
import { type Concern, flag, text, webAddress, wholeNumber } from './concern';

export type S3Settings = {
  bucket: string;
  region: string;
  /** An S3-compatible service other than AWS; null: AWS itself. */
  endpoint: string | null;
  /** Absent: the machine's own role or profile is used. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Files are readable only through addresses signed for a while. */
  isPrivate: boolean;
  urlExpires: number;
};

export type UploadSettings = { maxFileSize: number } & (
  { provider: 'local' } | { provider: 's3'; s3: S3Settings }
);

const MEGABYTE = 1024 * 1024;

const limits = { UPLOAD_MAX_MB: wholeNumber(1, 10_000).default(200) };

const local = z
  .object({
    UPLOAD_PROVIDER: z.literal('local', 'must be local or s3').default('local'),
    ...limits,
  })
  .transform((env) => ({
    provider: env.UPLOAD_PROVIDER,
    maxFileSize: env.UPLOAD_MAX_MB * MEGABYTE,
  }));

const s3 = (hasKey: boolean) =>
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
    })
    .transform((env) => ({
      provider: 's3' as const,
      maxFileSize: env.UPLOAD_MAX_MB * MEGABYTE,
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
      },
    }));

export const uploadSettings: Concern<UploadSettings> = ({ variables }) =>
  variables.UPLOAD_PROVIDER === 's3' ? s3(variables.S3_ACCESS_KEY_ID !== undefined) : local;
