import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Overview } from '../../overview';
import { countsFor } from '../services/counts';
import { siteFor } from '../services/site';

/** Serves the panel's page "Site". */
export const overviewController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const { userAbility: ability } = ctx.state as { userAbility?: unknown };
    const site = await siteFor({ strapi }, ability);
    const codes = site.languages.map(({ code }) => code);
    const overview: Overview = { ...site, types: await countsFor({ strapi }, ability, codes) };
    ctx.body = { data: overview };
  },
});
