import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/types';
import { escapeLiteral } from 'pg';
import type { Run } from '../readers/sql/connections';
import { signFileUrls, hasPrivateStorage } from '#platform/strapi/upload-services';

/** Columns of a file that a storage provider may need to sign its URLs. */
const FILES = `
  SELECT to_json(f) FROM (
    SELECT id, name, hash, ext, mime, url, formats, provider, provider_metadata FROM files WHERE id = ANY($1)
  ) f`;

type Address = 'url' | 'thumbnail';

/**
 * Signs the URLs of private files. A cached document outlives a signature, so its text holds
 * placeholders. They are replaced when the text is sent. A placeholder contains a secret of this
 * process, so no text of an editor can be mistaken for one.
 */
export const createSignatures = ({ strapi, run }: { strapi: Core.Strapi; run: Run }) => {
  const provider = strapi.config.get<string>('plugin::upload.provider');
  const secret = `sign-${randomBytes(12).toString('hex')}`;
  const placeholders = new RegExp(`${secret}:(\\d+):(url|thumbnail)`, 'g');
  let isPrivate: Promise<boolean> | undefined;

  const shouldSignUrls = (): Promise<boolean> => (isPrivate ??= hasPrivateStorage({ strapi }));

  const loadSignedUrls = async (ids: readonly number[]): Promise<ReadonlyMap<string, string>> => {
    const files = await run<[Record<string, unknown>]>(FILES, [ids]);
    const addresses = new Map<string, string>();
    await Promise.all(
      files.map(async ([file]) => {
        const signed = await signFileUrls({ strapi }, file);
        const { thumbnail } = (signed.formats ?? {}) as { thumbnail?: { url?: unknown } };
        const placeholder = `${secret}:${String(file.id)}`;
        addresses.set(`${placeholder}:url`, String(signed.url));
        addresses.set(`${placeholder}:thumbnail`, String((thumbnail ?? signed).url));
      }),
    );
    return addresses;
  };

  return {
    /** Returns the provider of private files, and the placeholder as an SQL expression. */
    async inSql() {
      if (!(await shouldSignUrls())) return null;
      return {
        provider,
        placeholder: (fileId: string, kind: Address): string =>
          `${escapeLiteral(`${secret}:`)} || ${fileId} || ${escapeLiteral(`:${kind}`)}`,
      };
    },

    /** Replaces all placeholders in a text by signed URLs; returns null if there are none. */
    sign: async (text: Buffer): Promise<Buffer | null> => {
      if (!(await shouldSignUrls()) || !text.includes(secret)) return null;
      const unsigned = text.toString();
      const ids = [...new Set([...unsigned.matchAll(placeholders)].map(([, id]) => Number(id)))];
      const addresses = await loadSignedUrls(ids);
      const signed = unsigned.replace(placeholders, (placeholder) =>
        JSON.stringify(addresses.get(placeholder) ?? '').slice(1, -1),
      );
      return Buffer.from(signed);
    },
  };
};
