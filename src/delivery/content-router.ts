import { factories } from '@strapi/strapi';
import type { UID } from '@strapi/types';

const action = { policies: ['global::published-only'] };

/**
 * The generated content API of a type, with drafts kept from the public on every route. What the public
 * and API tokens may do there is a matter of permissions.
 */
export const createContentRouter = (uid: UID.ContentType) =>
  factories.createCoreRouter(uid, {
    config: { find: action, findOne: action, create: action, update: action, delete: action },
  });
