import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/types';
import { MEDIA_UID } from './media';
import type { Row } from '../readers/document-service/row';
import { literal } from '../readers/sql/tables';

/** The part of the upload plugin that is used; its own types say nothing of it. */
type Upload = {
  provider: { isPrivate: () => Promise<boolean> };
  service: (name: 'file') => { signFileUrls: (file: Row) => Promise<Row> };
};

type Address = 'url' | 'thumbnail';

const asRow = (value: unknown): Row | undefined =>
  typeof value === 'object' && value !== null ? (value as Row) : undefined;

/**
 * Addresses of private files. A document's text outlives a signature, so it holds a mark in the
 * address's place, and the signature is made when the text is sent. The mark holds a secret of this
 * process: nothing that an editor types can be taken for one.
 */
export const createSignatures = ({ strapi }: { strapi: Core.Strapi }) => {
  const upload = strapi.plugin('upload') as unknown as Upload;
  const provider = strapi.config.get<string>('plugin::upload.provider');
  const secret = `sign-${randomBytes(12).toString('hex')}`;
  const marks = new RegExp(`${secret}:(\\d+):(url|thumbnail)`, 'g');
  let isPrivate: Promise<boolean> | undefined;

  const signs = (): Promise<boolean> => (isPrivate ??= upload.provider.isPrivate());

  const mark = (fileId: unknown, what: Address): string => `${secret}:${String(fileId)}:${what}`;

  const addressesOf = async (ids: readonly number[]): Promise<ReadonlyMap<string, string>> => {
    const files = (await strapi.db
      .query(MEDIA_UID)
      .findMany({ where: { id: { $in: ids } } })) as Row[];
    const addresses = new Map<string, string>();
    const { signFileUrls } = upload.service('file');
    await Promise.all(
      files.map(async (file) => {
        const signed = await signFileUrls(file);
        const thumbnail = asRow(asRow(signed.formats)?.thumbnail);
        addresses.set(mark(file.id, 'url'), String(signed.url));
        addresses.set(mark(file.id, 'thumbnail'), String((thumbnail ?? signed).url));
      }),
    );
    return addresses;
  };

  return {
    /** For statements: which files' addresses are marks, and the mark as an expression. */
    async inSql() {
      if (!(await signs())) return null;
      return {
        provider,
        marker: (fileId: string, what: Address): string =>
          `${literal(`${secret}:`)} || ${fileId} || ${literal(`:${what}`)}`,
      };
    },

    /** Puts marks in the place of private files' addresses. */
    async mark(files: readonly Row[]): Promise<void> {
      if (!(await signs())) return;
      for (const file of files) {
        if (file.provider !== provider) continue;
        const thumbnail = asRow(asRow(file.formats)?.thumbnail);
        if (thumbnail !== undefined) {
          file.formats = { thumbnail: { ...thumbnail, url: mark(file.id, 'thumbnail') } };
        }
        Object.assign(file, { url: mark(file.id, 'url'), isUrlSigned: true });
      }
    },

    /** Replaces every mark in a text by an address signed now; null where there is none. */
    async sign(text: Buffer): Promise<Buffer | null> {
      if (!(await signs()) || !text.includes(secret)) return null;
      const marked = text.toString();
      const ids = [...new Set([...marked.matchAll(marks)].map(([, id]) => Number(id)))];
      const addresses = await addressesOf(ids);
      const signed = marked.replace(marks, (found) =>
        JSON.stringify(addresses.get(found) ?? '').slice(1, -1),
      );
      return Buffer.from(signed);
    },
  };
};

export type Signatures = ReturnType<typeof createSignatures>;
