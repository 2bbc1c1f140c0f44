import type { UID } from '@strapi/types';
import type { WithStrapi } from './with-strapi';

/** A document whose type is known only at run time. */
export type AnyDocument = {
  id: number;
  documentId: string;
  locale?: string | null;
  [attribute: string]: unknown;
};

type Entries = { documentId: string; entries: AnyDocument[] };

/** Strapi's documents of one type, without derived types for parameters and results. */
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
 * Returns the Document Service of a type that is known only at run time. For a known type,
 * `strapi.documents(uid)` has exact types.
 */
export const getDocumentService = ({ strapi }: WithStrapi, uid: string): AnyDocuments =>
  strapi.documents(uid as UID.ContentType) as unknown as AnyDocuments;
