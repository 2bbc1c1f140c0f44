import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { catalogueSettings } from '../../../../../catalogue/settings';

/** Serves the time zone in which forms show and parse instants. */
export const timeZoneController = ({ strapi }: WithStrapi) => ({
  find(ctx: Context): void {
    ctx.body = { data: { timeZone: catalogueSettings.of({ strapi }).livesTimeZone } };
  },
});
