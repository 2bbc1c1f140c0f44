import type { Core } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { Views } from '../../lists';
import { keepView, removeView, viewsFor, type Viewer } from '../services/views';

const parseView = validateZodSchema(
  z.strictObject({
    name: z.string().trim().min(1).max(80),
    query: z.string().max(2_000),
    role: z.number().int().positive().nullable().default(null),
  }),
);

const parseId = validateZodSchema(z.string().regex(/^\d{1,18}$/));

const viewerIn = (ctx: Context): Viewer => {
  const { user } = ctx.state as { user: Viewer };
  return { id: user.id, roles: user.roles.map(({ id, name }) => ({ id, name })) };
};

/** Queries of lists that people have kept. */
export const viewsController = ({ strapi }: { strapi: Core.Strapi }) => {
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
      await keepView({ strapi }, model, viewerIn(ctx), parseView(body));
      await show(ctx);
    },

    async remove(ctx: Context): Promise<void> {
      const { model, id } = ctx.params as { model: string; id: string };
      await removeView({ strapi }, model, viewerIn(ctx), parseId(id));
      await show(ctx);
    },
  };
};
