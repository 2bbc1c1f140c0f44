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
