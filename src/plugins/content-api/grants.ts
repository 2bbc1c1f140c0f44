import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sluggedTypes } from '#catalogue/slugged-types';
import { getReleases } from '#platform/releases';

const readable = [...sluggedTypes, 'api::vertical.vertical'];

/**
 * Actions of the generated content API that each role may perform; everything else needs an API
 * token.
 */
export const contentApiGrants = {
  public: readable.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`]),
  authenticated: readable.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`]),
  administrator: readable.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`]),
} as const;

type Permission = { id: number; action: string };

/**
 * Sets the roles' content permissions to {@link contentApiGrants} at every start. So a restored or
 * manually edited database cannot grant more than the reviewed code. Only `api::` actions are
 * changed. Grants of a newer release are kept, because they were reviewed as well and its nodes may
 * be running.
 */
export const grantContentApi = async ({ strapi }: WithStrapi): Promise<void> => {
  const permissions = strapi.db.query('plugin::users-permissions.permission');
  for (const [type, actions] of Object.entries(contentApiGrants)) {
    const role = (await strapi.db.query('plugin::users-permissions.role').findOne({
      where: { type },
      populate: { permissions: { select: ['id', 'action'] } },
    })) as { id: number; permissions: Permission[] } | null;
    if (role === null) continue;
    const held = role.permissions.filter(({ action }) => action.startsWith('api::'));
    const missingActions = actions.filter((action) => !held.some((has) => has.action === action));
    const surplus = held.filter(({ action }) => !actions.includes(action));
    for (const action of missingActions)
      await permissions.create({ data: { action, role: role.id } });
    if (getReleases({ strapi }).isBehind()) continue;
    for (const { id, action } of surplus) {
      strapi.log.warn(`content-api: removed ${action} from ${type}, because no code grants it`);
      await permissions.delete({ where: { id } });
    }
  }
};
