import { createHash } from 'node:crypto';
import { z } from '@strapi/utils';
import type { Core } from '@strapi/types';

/**
 * What the loader remembers of an entry: which document it became and, for each language, what it
 * wrote. A language whose data is what was written before is left alone, whoever has edited it since.
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
  /** By folder and key, as `products/medicina-felina`. */
  documents: Map<string, DocumentMark>;
  /** By the image's place below `images`. */
  files: Map<string, FileMark>;
  isFirstLoad: boolean;
};

export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** The loader's memory, kept in Strapi's own key-value store. */
export const createMarkStore = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = strapi.store({ type: 'sample', name: 'catalogue' });
  return {
    async read(): Promise<Marks> {
      const { data, success } = stored.safeParse(await store.get({ key: 'marks' }));
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
      await store.set({ key: 'marks', value });
    },
  };
};
