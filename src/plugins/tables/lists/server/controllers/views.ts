import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { refuseTokens } from '../../../../../platform/http/request-person';
import type { Views } from '../../lists';
import { saveView, removeView, renameView, viewsFor, type Viewer } from '../services/views';

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
export const viewsController = ({ strapi }: WithStrapi) => {
  /** Views belong to people. A token would see and change those of its owner. */
  const viewerIn = (ctx: Context): Viewer => {
    refuseTokens({ strapi });
    const { user } = ctx.state as { user: Viewer };
    return { id: user.id, roles: user.roles.map(({ id, name }) => ({ id, name })) };
  };

  const show = async (ctx: Context): Promise<void> => {
    const { model } = ctx.params as { model: string };
    const viewer = viewerIn(ctx);
    const views: Views = {
      views: await viewsFor({ strapi }, model, viewer),
      roles: viewer.roles,
    };
    ctx.body = { data: views };
  };

  return {
    find: show,

    async keep(ctx: Context): Promise<void> {
      const { model } = ctx.params as { model: string };
      const { body } = ctx.request as { body?: unknown };
      await saveView({ strapi }, model, viewerIn(ctx), parseView(body));
      await show(ctx);
    },

    async rename(ctx: Context): Promise<void> {
      const { model, id } = ctx.params as { model: string; id: string };
      const { body } = ctx.request as { body?: unknown };
      const { name } = parseName(body);
      await renameView({ strapi }, model, viewerIn(ctx), parseId(id), name);
      await show(ctx);
    },

    async remove(ctx: Context): Promise<void> {
      const { model, id } = ctx.params as { model: string; id: string };
      await removeView({ strapi }, model, viewerIn(ctx), parseId(id));
      await show(ctx);
    },
  };
};
