import type { Core } from '@strapi/types';
import { scopeOf } from '../../../catalogue/scope';
import { paginationOf, requestedPage, windowOf } from '../../../http/pagination';
import { createReadHandler } from '../../../reading/handler';
import { listRedirects } from '../contract';
import { listFormerSlugs } from './former-slugs';

export const redirectsController = ({ strapi }: { strapi: Core.Strapi }) => {
  const read = createReadHandler({ strapi });

  return {
    list: read(listRedirects, async ({ query: { uid, lang, ...paging } }, view) => {
      await scopeOf(view, { lang });
      const all = await listFormerSlugs({ strapi }, view, { uid, lang });
      const page = requestedPage(paging);
      if (page === null) return { data: all };
      const { start, limit } = windowOf(page);
      return {
        data: all.slice(start, start + limit),
        meta: { pagination: paginationOf(page, all.length) },
      };
    }),
  };
};
