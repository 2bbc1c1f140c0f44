import { factories } from '@strapi/strapi';
import type { UID } from '@strapi/types';

/** A new object each time: Strapi writes a route's own permission scope into it. */
const guarded = () => ({
  policies: ['global::published-only'],
  middlewares: ['global::bounded-queries', 'global::login-links'],
});

/**
 * The generated content API of a type, with drafts kept from the public on every route, what is populated bounded, and the links of series that
 * need a login. What the public and API tokens may do there is a matter of permissions.
 */
export const createContentRouter = (uid: UID.ContentType) =>
  factories.createCoreRouter(uid, {
    config: {
      find: guarded(),
      findOne: guarded(),
      create: guarded(),
      update: guarded(),
      delete: guarded(),
    },
  });
