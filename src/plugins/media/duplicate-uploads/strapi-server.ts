import { adminRoute, adminRoutesOf, requirePermissions } from '#platform/http/admin-route';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { bodyOf } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { currentAbility } from '#platform/strapi/current-ability';
import { signFileUrls } from '#platform/strapi/upload-services';
import type { ExistingFile } from './existing-file';
import { findFilesByDigest, type ContentRow } from './server/content-digests';

const parse = validateZodSchema(
  z.strictObject({ digests: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(200) }),
);

const pictureOf = ({ mime, url, formats }: ContentRow): string | null =>
  formats?.thumbnail?.url ?? (mime.startsWith('image/') ? url : null);

/** Returns the controller that tells the panel which contents are already in the media library. */
export const duplicatesController = ({ strapi }: WithStrapi) => ({
  async find(ctx: Context): Promise<void> {
    const { digests } = parse(bodyOf(ctx));
    const rows = await findFilesByDigest({ strapi }, digests, currentAbility({ strapi }));
    const data: ExistingFile[] = [];
    for (const row of rows) {
      const signed = (await signFileUrls({ strapi }, row)) as ContentRow;
      const { id, name, folder, contentDigest } = signed;
      const digest = contentDigest ?? '';
      data.push({ id, name, picture: pictureOf(signed), folder: folder?.name ?? null, digest });
    }
    ctx.body = { data };
  },
});

export default {
  controllers: { duplicates: duplicatesController },
  routes: {
    admin: adminRoutesOf(
      adminRoute('POST', '/existing', 'duplicates.find', requirePermissions('plugin::upload.read')),
    ),
  },
};
