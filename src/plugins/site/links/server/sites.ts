import { escapeIdentifier as name } from 'pg';
import type { WithStrapi } from '../../../../platform/with-strapi';
import type { View } from '../../../../delivery/view';
import { tablesOf } from '../../../../platform/strapi/tables';
import { linkables, type LinkableUid } from '../../../../catalogue/links/linkables';
import { buildAddress, type Places } from '../pattern';
import { linkSettings } from '../settings';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

/** Site of a business line. */
export type Site = {
  /** Slug of the line. */
  line: string;
  /** Address of the site; null if the line has none. */
  address: string | null;
  /** Default language of the line. */
  language: string;
  /** Address patterns of entries on the site. */
  patterns: Readonly<Record<LinkableUid, string>>;
};

type Row = [line: string, address: string | null, language: string, ...patterns: (string | null)[]];

const statementOf = ({ strapi }: WithStrapi): string => {
  const { name: table, column } = tablesOf({ strapi })(BUSINESS_LINE);
  const text = (attribute: string): string => `nullif(v.${name(column(attribute))}, '')`;
  const columns = [
    `v.${name(column('slug'))}`,
    text('siteAddress'),
    `v.${name(column('defaultLang'))}`,
    ...linkables.map(({ patternAttribute }) => text(patternAttribute)),
  ];
  return `SELECT ${columns.join(', ')} FROM ${name(table)} v ORDER BY v.${name(column('order'))}, 1`;
};

/**
 * Returns a function that reads the sites of all business lines, in their order. Its response
 * depends on every line.
 */
export const createSites = ({ strapi }: WithStrapi): ((view: View) => Promise<Site[]>) => {
  let statement: string | undefined;
  return async (view) => {
    statement ??= statementOf({ strapi });
    const usual = linkSettings.of({ strapi }).patterns;
    const rows = await view.runStatement<Row>(statement, [], [BUSINESS_LINE], 'content');
    return rows.map(([line, address, language, ...own]) => {
      const patterns = { ...usual };
      for (const [at, { uid }] of linkables.entries()) patterns[uid] = own[at] ?? usual[uid];
      return { line, address, language, patterns };
    });
  };
};

/** Returns the absolute address of an entry on a site; null if the site has no address. */
export const buildEntryAddress = (
  { address, patterns }: Pick<Site, 'address' | 'patterns'>,
  uid: LinkableUid,
  places: Places,
): string | null =>
  address === null ? null : new URL(buildAddress(patterns[uid], places), address).href;
