import { escapeIdentifier as name } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { View } from '#delivery/view';
import { createTableLookup } from '#platform/strapi/tables';
import { linkables, type LinkableUid } from '#catalogue/links/linkables';
import { buildAddress, type Places } from '../pattern';
import { linkSettings } from '../settings';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { getText } from '#catalogue/entry-values';
import { RE2JS } from 're2js';
import { getTable } from '#platform/strapi/queries';

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

const buildSitesSql = ({ strapi }: WithStrapi): string => {
  const { name: table, column } = createTableLookup({ strapi })(BUSINESS_LINE);
  const buildTextSql = (attribute: string): string => `nullif(v.${name(column(attribute))}, '')`;
  const columns = [
    `v.${name(column('slug'))}`,
    buildTextSql('siteAddress'),
    `v.${name(column('defaultLang'))}`,
    ...linkables.map(({ patternAttribute }) => buildTextSql(patternAttribute)),
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
    statement ??= buildSitesSql({ strapi });
    const usual = linkSettings.of({ strapi }).patterns;
    const rows = await view.runStatement<Row>(statement, [], [BUSINESS_LINE], 'content');
    return rows.map(([line, address, language, ...ownPatterns]) => {
      const patterns = { ...usual };
      for (const [index, { uid }] of linkables.entries())
        patterns[uid] = ownPatterns[index] ?? usual[uid];
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

/** Entry that an address seems to mean, by the address pattern of its type. */
export type GuessedEntry = { uid: LinkableUid; slug: string };

type BusinessLineRow = Readonly<Record<string, unknown>>;

const patternAttributes = linkables.map(({ patternAttribute }) => patternAttribute);

/**
 * Returns a function that finds the slug in a path of a pattern; undefined if the path has another
 * form. Placeholders match one path segment. RE2 takes linear time, because with JavaScript's own
 * engine a pattern of several placeholders in one segment can block the process for hours.
 */
const createSlugFinder = (pattern: string): ((path: string) => string | undefined) => {
  const parts = pattern.replace(/\/$/, '').split(/\{\w+\}/);
  const names: readonly string[] = pattern.match(/\{\w+\}/g) ?? [];
  const expression = parts
    .map((part, index) => `${index === 0 ? '' : '([^/]+)'}${RE2JS.quote(part)}`)
    .join('');
  const compiled = RE2JS.compile(`^${expression}/?$`);
  // A pattern may contain `{slug}` twice; the first one counts.
  const first = names.indexOf('{slug}');
  return (path) => {
    const matcher = compiled.matcher(path);
    return first !== -1 && matcher.find() ? (matcher.group(first + 1) ?? undefined) : undefined;
  };
};

const findSitePath = (address: string, origins: ReadonlySet<string>): string | null => {
  if (address.startsWith('/')) return address.split(/[?#]/, 1)[0] ?? '';
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origins.has(origin) ? pathname : null;
};

const decodeSlug = (slug: string): string => {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
};

/**
 * Returns the entries that a typed address may mean. Only paths and addresses on the sites of
 * business lines that match an address pattern are recognised. Other pages of a site are unknown
 * here.
 *
 * @returns a function that finds the entries of an address; empty if it means none
 */
export const guessEntries = async ({
  strapi,
}: WithStrapi): Promise<(address: string) => readonly GuessedEntry[]> => {
  const lines = await getTable<BusinessLineRow>({ strapi }, BUSINESS_LINE).findMany({
    select: ['siteAddress', ...patternAttributes],
  });
  const origins = new Set(
    lines.flatMap((line) => {
      const address = getText(line, 'siteAddress');
      return URL.canParse(address) ? [new URL(address).origin] : [];
    }),
  );
  const usual = linkSettings.of({ strapi }).patterns;
  const forms = linkables.flatMap(({ uid, patternAttribute }) => {
    const ownPatterns = lines
      .map((line) => getText(line, patternAttribute))
      .filter((pattern) => pattern !== '');
    return [...new Set([usual[uid], ...ownPatterns])].map((pattern) => ({
      uid,
      findSlug: createSlugFinder(pattern),
    }));
  });
  return (address) => {
    const path = findSitePath(address, origins);
    if (path === null) return [];
    return forms.flatMap(({ uid, findSlug }) => {
      const slug = findSlug(path);
      return slug === undefined ? [] : [{ uid, slug: decodeSlug(slug) }];
    });
  };
};
