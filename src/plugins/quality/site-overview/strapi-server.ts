import { abilityOf } from '#platform/http/request-person';
import { adminRoute, adminRoutesOf, signedIn } from '#platform/http/admin-route';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Overview } from './overview';
import { countsFor, siteFor } from './server/overview';

/** Serves the panel's page "Site". */
const overviewController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const ability = abilityOf(ctx);
    const site = await siteFor({ strapi }, ability);
    const codes = site.languages.map(({ code }) => code);
    const overview: Overview = { ...site, types: await countsFor({ strapi }, ability, codes) };
    ctx.body = { data: overview };
  },
});

const adminRoutes = adminRoutesOf(
  // Users see only entries that they may read.
  adminRoute('GET', '/overview', 'overview.find', signedIn),
);

export default {
  controllers: { overview: overviewController },
  routes: { admin: adminRoutes },
};
