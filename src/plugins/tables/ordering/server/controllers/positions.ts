import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { hasPosition, newPosition } from '../positions';

const parse = validateZodSchema(
  z.strictObject({
    documentId: z
      .string()
      .regex(/^[a-z0-9]{1,64}$/i)
      .optional(),
    locale: z.string().max(40).optional(),
  }),
);

/** Serves the initial position of new entries. */
export const positionsController = ({ strapi }: WithStrapi) => ({
  async next(ctx: Context): Promise<void> {
    const { model } = ctx.params as { model: UID.ContentType };
    const { documentId } = parse(ctx.query);
    ctx.body = {
      data: hasPosition({ strapi }, model)
        ? await newPosition({ strapi }, model, documentId)
        : null,
    };
  },
});
