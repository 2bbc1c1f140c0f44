import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

type EntryHandlers = Record<'findOne' | 'publish', (ctx: Context) => Promise<unknown>>;

/**
 * Returns the content manager's handlers for one entry (`@strapi/content-manager`,
 * server/controllers/collection-types). They can serve a request of another route: the parameter
 * `id` identifies the entry.
 */
export const entryHandlersOf = ({ strapi }: WithStrapi): EntryHandlers =>
  requireFunctions<EntryHandlers>(
    'entry-handlers.ts',
    strapi.plugin('content-manager').controller('collection-types'),
    ['findOne', 'publish'],
  );
