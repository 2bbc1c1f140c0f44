import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { isPageType } from '#catalogue/page-types';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissionInModel,
} from '#platform/http/admin-route';
import { createLocalizedError } from '#platform/http/localized-error';
import { langParam } from '#platform/http/primitives';
import { getUserAbility, getRequestBody } from '#platform/http/request-person';
import { createEntryAccess } from '#platform/strapi/entry-access';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { copyPage, pageToolsErrors } from './server/copy-page';

const parseBody = validateZodSchema(
  z.strictObject({
    from: z.strictObject({ locale: langParam }),
    to: z.strictObject({ locale: langParam, vertical: z.string().min(1) }),
  }),
);

const copyController = ({ strapi }: WithStrapi) => ({
  async copy(ctx: Context): Promise<void> {
    const { model, documentId } = ctx.params as { model: string; documentId: string };
    if (!isPageType(model)) throw createLocalizedError({ strapi }, pageToolsErrors.NOT_A_PAGE);
    const { from, to } = parseBody(getRequestBody(ctx));
    const access = createEntryAccess({ strapi }, { ability: getUserAbility(ctx), uid: model });
    if (!(await access.mayWith('read', { documentId, locale: from.locale }))) {
      throw createLocalizedError({ strapi }, pageToolsErrors.SOURCE_NOT_FOUND);
    }
    ctx.body = {
      data: await copyPage({ strapi }, { uid: model, documentId, locale: from.locale }, to),
    };
  },
});

const adminRoutes = defineAdminRoutes(
  defineAdminRoute(
    'POST',
    '/copy/:model/:documentId',
    'copy.copy',
    requirePermissionInModel('create'),
  ),
);

export default {
  controllers: { copy: copyController },
  routes: { admin: adminRoutes },
};
