import type { WithStrapi } from '../../../../platform/with-strapi';
import { tablesOf } from '../../../../platform/strapi/tables';
import type { PageType } from '../../../../catalogue/page-types';

export type VerticalLinks = { table: string; links: string; page: string; vertical: string };

/** Returns the tables and columns of a page type and its links to business lines. */
export const verticalLinksOf = ({ strapi }: WithStrapi, uid: PageType): VerticalLinks => {
  const table = tablesOf({ strapi })(uid);
  const { table: links, from: page, to: vertical } = table.link('vertical');
  return { table: table.name, links, page, vertical };
};
