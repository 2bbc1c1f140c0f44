import type { Core } from '@strapi/types';
import { defaultLocale } from './default-locale';
import { tableOf } from './queries';

/** The languages of the site, the default one first. */
export const siteLocales = async ({ strapi }: { strapi: Core.Strapi }): Promise<string[]> => {
  const first = await defaultLocale({ strapi });
  const rows = await tableOf<{ code: string }>({ strapi }, 'plugin::i18n.locale').findMany({
    select: ['code'],
    orderBy: { id: 'asc' },
  });
  const codes = rows.map(({ code }) => code);
  return [first, ...codes.filter((code) => code !== first)];
};

/** Returns the longest beginning of a language tag that is a language of the site, or the tag's first part. */
export const beginningInSite = async (
  tag: string,
  isOfSite: (code: string) => Promise<boolean>,
): Promise<string> => {
  let code = tag;
  while (code.includes('-') && !(await isOfSite(code))) {
    code = code.slice(0, code.lastIndexOf('-'));
  }
  return code;
};
