import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { catalogueSettings } from '../../../../../catalogue/settings';

/** The time zone in which forms show and read moments. */
export const timeZoneController = ({ strapi }: WithStrapi) => ({
  find(ctx: Context): void {
    ctx.body = { data: { timeZone: catalogueSettings.of({ strapi }).livesTimeZone } };
  },
});
