import { defineAdminRoute, defineAdminRoutes, signedIn } from '#platform/http/admin-route';
import { readPerson } from '#platform/http/request-person';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Works } from './unfinished-work';
import { listUnsavedWork, loadLatestWork } from './server/work';

/** Maximum number of entries in a widget. Users find older ones in the lists. */
const MAX_ENTRIES = 8;

/** Serves the user's work on the panel's home page. */
const createWorkController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const { ability, user } = readPerson(ctx);
    const selection = { ability, userId: user.id, limit: MAX_ENTRIES };
    const [typed, saved, waiting, published] = [
      await listUnsavedWork({ strapi }, selection),
      await loadLatestWork({ strapi }, { ...selection, kind: 'mine' }),
      await loadLatestWork({ strapi }, { ...selection, kind: 'others' }),
      await loadLatestWork({ strapi }, { ...selection, kind: 'published' }),
    ];
    const buildKey = ({ uid, documentId, locale }: (typeof typed)[number]): string =>
      `${uid} ${documentId} ${locale ?? ''}`;
    // Typing in an own draft is the same work, and the later state.
    const isTyped = new Set(typed.map(buildKey));
    const mine = [...typed, ...saved.filter((work) => !isTyped.has(buildKey(work)))]
      .sort((first, other) => other.at.localeCompare(first.at))
      .slice(0, MAX_ENTRIES);
    const works: Works = { mine, waiting, published };
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: works };
  },
});

const adminRoutes = defineAdminRoutes(
  // Users see only entries that they may read or publish.
  defineAdminRoute('GET', '/work', 'work.find', signedIn),
);

export default {
  controllers: { work: createWorkController },
  routes: { admin: adminRoutes },
};
