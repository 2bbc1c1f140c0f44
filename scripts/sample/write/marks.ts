import { createHash } from 'node:crypto';
import { z } from '@strapi/utils';
import type { Core } from '@strapi/types';
import { getSampleStore } from '#feature/sample-entries';

/**
 * Record of a written entry: its document and, for each locale, the written data. A locale whose
 * data has not changed is not written again, even if somebody has edited it.
 */
export type DocumentMark = {
  documentId: string;
  locales: Record<string, { hash: string; fields: string[] }>;
};

export type FileMark = { id: number; content: string; words: string };

const stored = z.object({
  documents: z.record(
    z.string(),
    z.object({
      documentId: z.string(),
      locales: z.record(z.string(), z.object({ hash: z.string(), fields: z.array(z.string()) })),
    }),
  ),
  files: z.record(z.string(), z.object({ id: z.number(), content: z.string(), words: z.string() })),
});

export type Marks = {
  /** Records by folder and key, such as `products/medicina-felina`. */
  documents: Map<string, DocumentMark>;
  /** Records by the image's path below `images`. */
  files: Map<string, FileMark>;
  isFirstLoad: boolean;
};

export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Creates the store of the loader's records, which uses Strapi's key-value store. */
export const createMarkStore = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = getSampleStore({ strapi });
  return {
    async read(): Promise<Marks> {
      const { data, success } = stored.safeParse(await store.get({}));
      return {
        documents: new Map(Object.entries(data?.documents ?? {})),
        files: new Map(Object.entries(data?.files ?? {})),
        isFirstLoad: !success,
      };
    },
    async write({ documents, files }: Marks): Promise<void> {
      const value = {
        documents: Object.fromEntries(documents),
        files: Object.fromEntries(files),
      };
      await store.set({ value });
    },
  };
};
