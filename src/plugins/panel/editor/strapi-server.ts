import type { Context } from 'koa';
import { defineAdminRoute, defineAdminRoutes, signedIn } from '#platform/http/admin-route';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { catalogueSettings } from '#catalogue/settings';
import { fillInMiddleware } from './server/fill-in';

/** Serves the time zone in which forms show and parse instants. */
const timeZoneController = ({ strapi }: WithStrapi) => ({
  find(ctx: Context): void {
    ctx.body = { data: { timeZone: catalogueSettings.of({ strapi }).livesTimeZone } };
  },
});

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/time-zone', 'time-zone.find', signedIn),
);

export default {
  controllers: { 'time-zone': timeZoneController },
  middlewares: { 'fill-in': fillInMiddleware },
  routes: { admin: adminRoutes },
};
