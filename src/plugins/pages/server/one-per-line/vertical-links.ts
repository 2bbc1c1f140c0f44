import type { Core } from '@strapi/types';
import type { PageType } from './types';

export type VerticalLinks = { table: string; links: string; page: string; vertical: string };

/** Where Strapi keeps a page type's rows and their links to business lines. */
export const verticalLinksOf = (
  { strapi }: { strapi: Core.Strapi },
  uid: PageType,
): VerticalLinks => {
  const { tableName, attributes } = strapi.db.metadata.get(uid);
  const { joinTable } = attributes.vertical as unknown as {
    joinTable: { name: string; joinColumn: { name: string }; inverseJoinColumn: { name: string } };
  };
  return {
    table: tableName,
    links: joinTable.name,
    page: joinTable.joinColumn.name,
    vertical: joinTable.inverseJoinColumn.name,
  };
};
