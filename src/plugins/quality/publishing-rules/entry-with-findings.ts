import type { UID } from '@strapi/types';
import type { Finding } from './evaluate';

/** Entry with findings. */
export type EntryWithFindings = {
  uid: UID.ContentType;
  type: string;
  documentId: string;
  locale: string | null;
  title: string;
  isPublished: boolean;
  findings: readonly Finding[];
};
