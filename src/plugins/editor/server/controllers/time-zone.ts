import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { catalogueSettings } from '../../../../catalogue/settings';

/** The time zone in which forms show and read moments. */
export const timeZoneController = ({ strapi }: { strapi: Core.Strapi }) => ({
  find(ctx: Context): void {
    ctx.body = { data: { timeZone: catalogueSettings.of({ strapi }).livesTimeZone } };
  },
});
