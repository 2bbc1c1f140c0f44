import { getUserAbility } from '#platform/http/request-person';
import { defineAdminRoute, defineAdminRoutes, signedIn } from '#platform/http/admin-route';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Overview } from './overview';
import { countReadableEntries, readSiteOverview } from './server/overview';

/** Serves the panel's page "Site". */
const createOverviewController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const ability = getUserAbility(ctx);
    const site = await readSiteOverview({ strapi }, ability);
    const codes = site.languages.map(({ code }) => code);
    const overview: Overview = {
      ...site,
      types: await countReadableEntries({ strapi }, ability, codes),
    };
    ctx.body = { data: overview };
  },
});

const adminRoutes = defineAdminRoutes(
  // Users see only entries that they may read.
  defineAdminRoute('GET', '/overview', 'overview.find', signedIn),
);

export default {
  controllers: { overview: createOverviewController },
  routes: { admin: adminRoutes },
};
