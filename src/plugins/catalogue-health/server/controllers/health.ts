import type { Core } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { missingPages } from '../../../site-overview';
import type { Health } from '../../health';
import { filesWith } from '../files';
import { groupsFor } from '../groups';
import { isLooking, lookSoon } from '../jobs';
import { lookedStore } from '../look/looked';

const READ_FILES = 'plugin::upload.read';

const parseFiles = validateZodSchema(
  z.strictObject({
    code: z.string().max(100),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
);

type Ability = { can: (action: string) => boolean };

const abilityOf = (ctx: Context): Ability => (ctx.state as { userAbility: Ability }).userAbility;

/** What the panel's page "Health" shows. */
export const healthController = ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const ability = abilityOf(ctx);
    const looked = await lookedStore({ strapi }).get({});
    const health: Health = {
      groups: await groupsFor({ strapi }, { ability, maySeeFiles: ability.can(READ_FILES) }),
      missingPages: (await missingPages({ strapi }, ability)).length,
      lookedAt: looked?.everythingAt ?? null,
      isLooking: await isLooking({ strapi }),
    };
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { data: health };
  },

  async look(ctx: Context): Promise<void> {
    await lookSoon({ strapi });
    ctx.status = 202;
    ctx.body = { data: { isLooking: true } };
  },

  async files(ctx: Context): Promise<void> {
    ctx.body = { data: await filesWith({ strapi }, parseFiles(ctx.query)) };
  },
});
