import { factories } from '@strapi/strapi';
import type { UID } from '@strapi/types';

/** Returns a new object each time, because Strapi writes a route's own permission scope into it. */
const guarded = () => ({
  policies: ['global::published-only'],
  // The search comes last, because the others read the query as it was sent.
  middlewares: ['global::bounded-queries', 'global::login-links', 'global::public-search'],
});

/**
 * Creates the generated content API of a type. On every route it hides drafts from the public,
 * limits populations, removes the links of series that need a login, and searches public fields
 * only. Permissions decide what the public and API tokens may do there.
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
