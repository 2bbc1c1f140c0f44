import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { pagesShowing } from '../services/pages-showing';

export const shownOnController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const { documentId } = ctx.params as { documentId: string };
    ctx.body = { data: await pagesShowing({ strapi }, documentId) };
  },
});
