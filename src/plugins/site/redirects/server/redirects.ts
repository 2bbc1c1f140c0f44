import type { WithStrapi } from '../../../../platform/with-strapi';
import { findRequestScope } from '../../../../catalogue/request-scope';
import { paginationOf, requestedPage, windowOf } from '../../../../platform/http/pagination';
import { createReadHandler } from '../../../../delivery/handler';
import { listRedirects } from '../contract';
import { countFormerSlugs, listFormerSlugs } from './former-slugs';

export const redirectsController = ({ strapi }: WithStrapi) => {
  const read = createReadHandler({ strapi });

  return {
    list: read(listRedirects, async ({ query: { uid, lang, ...paging } }, view) => {
      await findRequestScope(view, { lang });
      const page = requestedPage(paging);
      if (page === null) return { data: await listFormerSlugs({ strapi }, view, { uid, lang }) };
      const [data, total] = await Promise.all([
        listFormerSlugs({ strapi }, view, { uid, lang }, windowOf(page)),
        countFormerSlugs({ strapi }, view, { uid, lang }),
      ]);
      return { data, meta: { pagination: paginationOf(page, total) } };
    }),
  };
};
