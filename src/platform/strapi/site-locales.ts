import type { WithStrapi } from './with-strapi';
import { loadDefaultLocale } from './default-locale';
import { runSqlInTransaction, getTable } from './queries';

/** Returns the locales of the site, the default one first. */
export const listSiteLocales = async ({ strapi }: WithStrapi): Promise<string[]> => {
  const first = await loadDefaultLocale({ strapi });
  const rows = await getTable<{ code: string }>({ strapi }, 'plugin::i18n.locale').findMany({
    select: ['code'],
    orderBy: { id: 'asc' },
  });
  const codes = rows.map(({ code }) => code);
  return [first, ...codes.filter((code) => code !== first)];
};

/**
 * Returns those of some locales that the site has. They are not deleted before the current
 * transaction ends.
 */
export const holdLocales = async (
  { strapi }: WithStrapi,
  codes: readonly string[],
): Promise<ReadonlySet<unknown>> => {
  const { rows } = await runSqlInTransaction(
    { strapi },
    'SELECT code FROM i18n_locale WHERE code = ANY (CAST(? AS text[])) FOR KEY SHARE',
    [[...codes]],
  );
  return new Set(rows.map(({ code }) => code));
};

/** Minimum length of language tags that BCP 47 requires software to accept (RFC 5646, 4.4.1). */
export const LONGEST_TAG = 35;

/**
 * Returns the longest prefix of a language tag that is a locale of the site, or the tag's first
 * part.
 */
export const findSiteLocale = async (
  tag: string,
  isOfSite: (code: string) => Promise<boolean>,
): Promise<string> => {
  // Each part of the tag costs a query.
  let code = tag.slice(0, LONGEST_TAG);
  while (code.includes('-') && !(await isOfSite(code))) {
    code = code.slice(0, code.lastIndexOf('-'));
  }
  return code;
};
