import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
} from '#platform/http/admin-route';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { getRequestBody } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getCurrentAbility } from '#platform/strapi/current-ability';
import { signFileUrls } from '#platform/strapi/upload-services';
import type { ExistingFile } from './existing-file';
import { findFilesByDigest, type ContentRow } from './server/content-digests';

const parse = validateZodSchema(
  z.strictObject({ digests: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(200) }),
);

const getPictureUrl = ({ mime, url, formats }: ContentRow): string | null =>
  formats?.thumbnail?.url ?? (mime.startsWith('image/') ? url : null);

/** Returns the controller that tells the panel which contents are already in the media library. */
export const createDuplicatesController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const { digests } = parse(getRequestBody(ctx));
    const rows = await findFilesByDigest({ strapi }, digests, getCurrentAbility({ strapi }));
    const data: ExistingFile[] = [];
    for (const row of rows) {
      const signed = (await signFileUrls({ strapi }, row)) as ContentRow;
      const { id, name, folder, contentDigest } = signed;
      const digest = contentDigest ?? '';
      data.push({ id, name, picture: getPictureUrl(signed), folder: folder?.name ?? null, digest });
    }
    ctx.body = { data };
  },
});

export default {
  controllers: { duplicates: createDuplicatesController },
  routes: {
    admin: defineAdminRoutes(
      defineAdminRoute(
        'POST',
        '/existing',
        'duplicates.find',
        requirePermissions('plugin::upload.read'),
      ),
    ),
  },
};
