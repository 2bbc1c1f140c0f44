import type { UID } from '@strapi/types';
import type { WithStrapi } from '../with-strapi';

/** A document of a type whose name is only known when the code runs. */
export type AnyDocument = {
  id: number;
  documentId: string;
  locale?: string | null;
  [attribute: string]: unknown;
};

type Entries = { documentId: string; entries: AnyDocument[] };

/** Strapi's documents of one type, with parameters and answers that no type has been derived for. */
export type AnyDocuments = {
  findMany: (params?: object) => Promise<AnyDocument[]>;
  findFirst: (params?: object) => Promise<AnyDocument | null>;
  findOne: (params: { documentId: string; [name: string]: unknown }) => Promise<AnyDocument | null>;
  count: (params?: object) => Promise<number>;
  create: (params: object) => Promise<AnyDocument>;
  update: (params: { documentId: string; [name: string]: unknown }) => Promise<AnyDocument | null>;
  delete: (params: { documentId: string; [name: string]: unknown }) => Promise<Entries>;
  publish: (params: { documentId: string; [name: string]: unknown }) => Promise<Entries>;
  unpublish: (params: { documentId: string; [name: string]: unknown }) => Promise<Entries>;
  discardDraft: (params: { documentId: string; [name: string]: unknown }) => Promise<Entries>;
};

/**
 * The Document Service for a type whose name is only known when the code runs. Where it is known,
 * `strapi.documents(uid)` itself says what the type's documents hold.
 */
export const documentsOf = ({ strapi }: WithStrapi, uid: string): AnyDocuments =>
  strapi.documents(uid as UID.ContentType) as unknown as AnyDocuments;
