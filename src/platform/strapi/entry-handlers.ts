import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

type EntryHandlers = Record<'findOne' | 'publish', (ctx: Context) => Promise<unknown>>;

/**
 * The content manager's handlers of one entry (`@strapi/content-manager`, server/controllers/collection-types), for a request
 * that came to another one of its routes: the entry is the `id` among its parameters.
 */
export const entryHandlersOf = ({ strapi }: WithStrapi): EntryHandlers =>
  requireFunctions<EntryHandlers>(
    'entry-handlers.ts',
    strapi.plugin('content-manager').controller('collection-types'),
    ['findOne', 'publish'],
  );
