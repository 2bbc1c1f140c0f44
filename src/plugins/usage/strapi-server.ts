import { getUserAbility, getRequestBody } from '#platform/http/request-person';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findModel, isLocalized } from '#platform/strapi/models';
import { listPermittedFileIds, buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { listFolderFileIds } from '#platform/strapi/files-in-folders';
import { useFinderOf, type UseFinder } from '#catalogue/references/find-uses';
import { isAskedAbout, guardFiles } from './server/confirm-removals';
import { MEDIA_UID } from '#delivery/plan/model';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
  requirePermissionInModel,
} from '#platform/http/admin-route';

const MOST_ASKED = 100;

const removal = z.enum(['delete', 'unpublish']);
const numbers = z.array(z.number().int().positive()).max(MOST_ASKED).default([]);

const parseEntries = validateZodSchema(
  z.strictObject({
    documentIds: z
      .array(z.string().regex(/^[a-z0-9]{1,64}$/i))
      .min(1)
      .max(MOST_ASKED),
    /** Null for all locales. */
    locales: z.array(z.string().max(40)).nullable(),
    removal,
  }),
);
const parseFiles = validateZodSchema(z.strictObject({ fileIds: numbers, folderIds: numbers }));

/** Returns the uses of entries and files, for the panel's confirmations and side panels. */
const createUsesController = ({ strapi }: WithStrapi) => {
  const find: UseFinder['find'] = (subject) => useFinderOf({ strapi }).find(subject);

  return {
    async ofEntries(ctx: Context): Promise<void> {
      const { model } = ctx.params as { model: UID.ContentType };
      const entries = parseEntries(getRequestBody(ctx));
      const type = findModel({ strapi }, model);
      if (type === undefined || !isAskedAbout(model)) {
        ctx.body = { data: [] };
        return;
      }
      const permitted = await buildPermittedWhere(
        { strapi },
        { ability: getUserAbility(ctx), uid: model, query: {} },
      );
      const rows = await getTable<{ documentId: string }>({ strapi }, model).findMany({
        where: { $and: [permitted, { documentId: { $in: entries.documentIds } }] },
        select: ['documentId'],
      });
      const ids = [...new Set(rows.map(({ documentId }) => documentId))];
      const locales = isLocalized(type) ? entries.locales : null;
      ctx.body = {
        data: await find({ uid: model, ids, locales, removal: entries.removal }),
      };
    },

    async ofFiles(ctx: Context): Promise<void> {
      const { fileIds, folderIds } = parseFiles(getRequestBody(ctx));
      const all = [...fileIds, ...(await listFolderFileIds({ strapi }, folderIds))];
      const action = 'plugin::upload.read';
      const permitted = await listPermittedFileIds(
        { strapi },
        { ability: getUserAbility(ctx), action },
      );
      const ids = all.filter((id) => permitted?.includes(id) ?? true).map(String);
      ctx.body = { data: await find({ uid: MEDIA_UID, ids, locales: null, removal: 'delete' }) };
    },
  };
};

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('POST', '/entries/:model', 'uses.ofEntries', requirePermissionInModel('read')),
  defineAdminRoute('POST', '/files', 'uses.ofFiles', requirePermissions('plugin::upload.read')),
);

export default {
  // Plugins register before the application, so the checks of other features run first for files.
  register: guardFiles,
  controllers: { uses: createUsesController },
  routes: { admin: adminRoutes },
};
