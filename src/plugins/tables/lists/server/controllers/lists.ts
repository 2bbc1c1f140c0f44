import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { headingOf, questionsFor } from '../services/questions';
import { relatedTo } from '../services/related';
import { siteLocales } from '../../../../../platform/strapi/site-locales';
import { rowsOf } from '../services/rows';

/** The longest page of a list. */
const MOST_ROWS = 100;

/** More than anybody has columns. */
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

const askedIn = (ctx: Context) => {
  const { model } = ctx.params as { model: UID.ContentType };
  const { userAbility: ability } = ctx.state as { userAbility?: unknown };
  return { uid: model, ability };
};

/** What lists of the panel show besides what Strapi shows. */
export const listsController = ({ strapi }: WithStrapi) => ({
  async rows(ctx: Context): Promise<void> {
    const { documents, locale = null, relations = [] } = parseRows(ctx.query);
    ctx.body = {
      data: await rowsOf({ strapi }, { ...askedIn(ctx), documents, locale, relations }),
    };
  },

  /** What the list can be asked, and by which entries of other types it can be narrowed. */
  async questions(ctx: Context): Promise<void> {
    const asked = askedIn(ctx);
    const search = parseSearch(ctx.query);
    ctx.body = {
      data: {
        questions: questionsFor({ strapi }, asked.uid),
        locales: await siteLocales({ strapi }),
        finding: await headingOf({ strapi }, { uid: asked.uid, chosen: search.chosen ?? '' }),
        related: await relatedTo({ strapi }, { ...asked, chosen: search.chosen, q: search.q }),
      },
    };
  },
});
