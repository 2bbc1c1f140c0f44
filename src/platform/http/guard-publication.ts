import type { Context, Next } from 'koa';
import type { WithStrapi } from '../strapi/with-strapi';
import { findModel, hasDrafts } from '../strapi/models';
import { addContentManagerMiddleware, getRegistry } from '../strapi/routes';
import { defineErrors } from './errors';
import { createLocalizedError } from './localized-error';

/** The content manager's handlers that require a type with drafts. */
const HANDLERS: ReadonlySet<unknown> = new Set([
  'collection-types.publish',
  'collection-types.unpublish',
  'collection-types.discard',
  'collection-types.bulkPublish',
  'collection-types.bulkUnpublish',
  'single-types.publish',
  'single-types.unpublish',
  'single-types.discard',
]);

const MIDDLEWARE = 'global::publication';

const publicationErrors = defineErrors({
  TYPE_WITHOUT_DRAFTS: {
    status: 400,
    message: {
      en: 'Entries of this type have no drafts: they are in effect once they are saved, and cannot be published, unpublished or discarded.',
      es: 'Las entradas de este tipo no tienen borradores: valen en cuanto se guardan, y no se pueden publicar, despublicar ni descartar.',
    },
  },
});

/**
 * Rejects publishing, unpublishing and discarding entries of a type without drafts. The panel does
 * not offer it. A direct request would call a function of the Document Service that such a type
 * lacks, and get 500.
 */
const refuseWithoutDrafts =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const { model = '' } = ctx.params as { model?: string };
    const contentType = findModel({ strapi }, model);
    if (contentType !== undefined && !hasDrafts(contentType)) {
      throw createLocalizedError({ strapi }, publicationErrors.TYPE_WITHOUT_DRAFTS);
    }
    await next();
  };

/**
 * Registers {@link refuseWithoutDrafts} before all other publishing middlewares. Call it in
 * `register`.
 */
export const guardPublication = ({ strapi }: WithStrapi): void => {
  getRegistry({ strapi }, 'middlewares').set(MIDDLEWARE, refuseWithoutDrafts);
  addContentManagerMiddleware({ strapi }, HANDLERS, MIDDLEWARE);
};
