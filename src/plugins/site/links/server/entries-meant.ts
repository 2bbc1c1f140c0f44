import type { WithStrapi } from '../../../../platform/with-strapi';
import { tableOf } from '../../../../platform/strapi/queries';
import { linkables, type LinkableUid } from '../linkable';
import { linkSettings } from '../settings';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

/** Entry that an address seems to mean, by the address pattern of its type. */
export type EntryMeant = { uid: LinkableUid; slug: string };

type BusinessLineRow = Readonly<Record<string, unknown>>;

const patternAttributes = linkables.map(({ patternAttribute }) => patternAttribute);

const textIn = (line: BusinessLineRow, name: string): string => {
  const value = line[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Returns the regular expression of a pattern. `{slug}` matches a slug, other placeholders match
 * one path segment.
 */
const expressionOf = (pattern: string): RegExp => {
  const parts = pattern
    .replace(/\/$/, '')
    .split(/(\{\w+\})/)
    .map((part) => {
      if (part === '{slug}') return '(?<slug>[^/]+)';
      return part.startsWith('{') ? '[^/]+' : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    });
  // A pattern may contain `{slug}` twice; the first one counts.
  const [first = '', ...others] = parts.join('').split('(?<slug>[^/]+)');
  return new RegExp(`^${[first, others.join('[^/]+')].join('(?<slug>[^/]+)')}/?$`);
};

const pathIn = (address: string, origins: ReadonlySet<string>): string | null => {
  if (address.startsWith('/')) return address.replace(/[?#].*$/, '');
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origins.has(origin) ? pathname : null;
};

const decoded = (slug: string): string => {
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
export const entriesMeantBy = async ({
  strapi,
}: WithStrapi): Promise<(address: string) => readonly EntryMeant[]> => {
  const lines = await tableOf<BusinessLineRow>({ strapi }, BUSINESS_LINE).findMany({
    select: ['siteAddress', ...patternAttributes],
  });
  const origins = new Set(
    lines.flatMap((line) => {
      const address = textIn(line, 'siteAddress');
      return URL.canParse(address) ? [new URL(address).origin] : [];
    }),
  );
  const usual = linkSettings.of({ strapi }).patterns;
  const forms = linkables.flatMap(({ uid, patternAttribute }) => {
    const own = lines.map((line) => textIn(line, patternAttribute)).filter((one) => one !== '');
    return [...new Set([usual[uid], ...own])].map((pattern) => ({
      uid,
      expression: expressionOf(pattern),
    }));
  });
  return (address) => {
    const path = pathIn(address, origins);
    if (path === null) return [];
    return forms.flatMap(({ uid, expression }) => {
      const slug = expression.exec(path)?.groups?.slug;
      return slug === undefined ? [] : [{ uid, slug: decoded(slug) }];
    });
  };
};
