import { contentTypes } from '@strapi/utils';
import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../platform/with-strapi';
import { limitSearch } from '../../platform/strapi/stored-queries';

type State = { route: { handler: string } };

type Query = { _q?: unknown; filters?: unknown };

/**
 * Limits a search in the generated API to the fields of its responses. Strapi searches private
 * fields as well, so callers could guess their content letter by letter.
 */
export const publicSearch =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const query: Query = ctx.query;
    const { _q: text, filters } = query;
    if (typeof text === 'string' && text !== '') {
      const { handler } = (ctx.state as State).route;
      const uid = handler.slice(0, handler.lastIndexOf('.')) as UID.ContentType;
      const model = strapi.getModel(uid);
      const isIncluded = (name: string): boolean => !contentTypes.isPrivateAttribute(model, name);
      const found = limitSearch({ strapi }, { uid, text, isIncluded });
      if (found !== null) {
        delete query._q;
        query.filters = { $and: [...(filters === undefined ? [] : [filters].flat()), found] };
      }
    }
    await next();
  };
