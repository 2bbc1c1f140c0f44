import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { getRequestBody, readTypeRequest, refuseTokens } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { findListHeading, listQuickFilters } from './server/services/list-selection';
import { findRelatedEntries } from './server/services/related';
import { readListRows } from './server/services/rows';
import type { Views } from './lists';
import { saveView, removeView, renameView, readViews, type Viewer } from './server/services/views';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissionInModel,
} from '#platform/http/admin-route';

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

const createListsController = ({ strapi }: WithStrapi) => ({
  async rows(ctx: Context): Promise<void> {
    const { documents, locale = null, relations = [] } = parseRows(ctx.query);
    ctx.body = {
      data: await readListRows(
        { strapi },
        { ...readTypeRequest(ctx), documents, locale, relations },
      ),
    };
  },

  /** Answers the filters of a list, and entries of other types by which it can be filtered. */
  async questions(ctx: Context): Promise<void> {
    const type = readTypeRequest(ctx);
    const search = parseSearch(ctx.query);
    ctx.body = {
      data: {
        questions: listQuickFilters({ strapi }, type.uid),
        locales: await listSiteLocales({ strapi }),
        finding: await findListHeading({ strapi }, { uid: type.uid, chosen: search.chosen ?? '' }),
        related: await findRelatedEntries(
          { strapi },
          { ...type, chosen: search.chosen, q: search.q },
        ),
      },
    };
  },
});

const nameOfView = z.string().trim().min(1).max(80);

const parseView = validateZodSchema(
  z.strictObject({
    name: nameOfView,
    query: z.string().max(2_000),
    role: z.number().int().positive().nullable().default(null),
  }),
);

const parseName = validateZodSchema(z.strictObject({ name: nameOfView }));

const parseId = validateZodSchema(z.string().regex(/^\d{1,18}$/));

/** Serves saved views: queries of lists under a name. */
const createViewsController = ({ strapi }: WithStrapi) => {
  /** Views belong to people. A token would see and change those of its owner. */
  const requireViewer = (ctx: Context): Viewer => {
    refuseTokens({ strapi });
    const { user } = ctx.state as { user: Viewer };
    return { id: user.id, roles: user.roles.map(({ id, name }) => ({ id, name })) };
  };

  const show = async (ctx: Context): Promise<void> => {
    const { model } = ctx.params as { model: string };
    const viewer = requireViewer(ctx);
    const views: Views = {
      views: await readViews({ strapi }, model, viewer),
      roles: viewer.roles,
    };
    ctx.body = { data: views };
  };

  return {
    find: show,

    async keep(ctx: Context): Promise<void> {
      const { model } = ctx.params as { model: string };
      await saveView({ strapi }, model, requireViewer(ctx), parseView(getRequestBody(ctx)));
      await show(ctx);
    },

    async rename(ctx: Context): Promise<void> {
      const { model, id } = ctx.params as { model: string; id: string };
      const { name } = parseName(getRequestBody(ctx));
      await renameView({ strapi }, model, requireViewer(ctx), parseId(id), name);
      await show(ctx);
    },

    async remove(ctx: Context): Promise<void> {
      const { model, id } = ctx.params as { model: string; id: string };
      await removeView({ strapi }, model, requireViewer(ctx), parseId(id));
      await show(ctx);
    },
  };
};

const mayRead = requirePermissionInModel('read');

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/:model/rows', 'lists.rows', mayRead),
  defineAdminRoute('GET', '/:model/questions', 'lists.questions', mayRead),
  defineAdminRoute('GET', '/:model/views', 'views.find', mayRead),
  defineAdminRoute('POST', '/:model/views', 'views.keep', mayRead),
  defineAdminRoute('PUT', '/:model/views/:id', 'views.rename', mayRead),
  defineAdminRoute('DELETE', '/:model/views/:id', 'views.remove', mayRead),
);

export default {
  controllers: { lists: createListsController, views: createViewsController },
  routes: { admin: adminRoutes },
};
