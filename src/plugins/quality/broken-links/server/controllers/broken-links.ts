import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { readPerson } from '../../../../../platform/http/request-person';
import { brokenAddresses, replaceAddress } from '../broken-addresses';

const address = z.string().trim().min(1).max(2048);

const parseReplacement = validateZodSchema(z.strictObject({ from: address, to: address }));

/** Serves the panel's page of broken links. */
export const brokenLinksController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const { ability } = readPerson(ctx);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: await brokenAddresses({ strapi }, ability) };
  },

  async replace(ctx: Context): Promise<void> {
    const { from, to } = parseReplacement((ctx.request as { body?: unknown }).body);
    ctx.body = { data: await replaceAddress({ strapi }, { person: readPerson(ctx), from, to }) };
  },
});
