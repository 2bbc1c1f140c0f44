import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { readTypeRequest } from '../../../../../platform/http/request-person';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { siteLocales } from '../../../../../platform/strapi/site-locales';
import { headingOf, quickFiltersFor } from '../services/quick-filters';
import { relatedTo } from '../services/related';
import { rowsOf } from '../services/rows';

/** Maximum page size of a list. */
const MOST_ROWS = 100;

/** Maximum number of relation columns a request. */
const MOST_RELATIONS = 10;

const parseRows = validateZodSchema(
  z.strictObject({
    documents: z
      .string()
      .regex(/^[a-z0-9]{1,64}(,[a-z0-9]{1,64})*$/i)
      .transform((ids) => [...new Set(ids.split(','))])
      .refine((ids) => ids.length <= MOST_ROWS),
    locale: z.string().max(40).optional(),
    relations: z
      .string()
      .max(400)
      .transform((names) => [...new Set(names.split(','))])
      .refine((names) => names.length <= MOST_RELATIONS)
      .optional(),
  }),
);

const parseSearch = validateZodSchema(
  z.strictObject({
    q: z.string().trim().max(100).default(''),
    chosen: z.string().max(200).optional(),
  }),
);

/** Serves the additional columns and filters of the panel's lists. */
export const listsController = ({ strapi }: WithStrapi) => ({
  async rows(ctx: Context): Promise<void> {
    const { documents, locale = null, relations = [] } = parseRows(ctx.query);
    ctx.body = {
      data: await rowsOf({ strapi }, { ...readTypeRequest(ctx), documents, locale, relations }),
    };
  },

  /** Answers the filters of a list, and entries of other types by which it can be filtered. */
  async questions(ctx: Context): Promise<void> {
    const type = readTypeRequest(ctx);
    const search = parseSearch(ctx.query);
    ctx.body = {
      data: {
        questions: quickFiltersFor({ strapi }, type.uid),
        locales: await siteLocales({ strapi }),
        finding: await headingOf({ strapi }, { uid: type.uid, chosen: search.chosen ?? '' }),
        related: await relatedTo({ strapi }, { ...type, chosen: search.chosen, q: search.q }),
      },
    };
  },
});
