import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { getMessageLanguage } from '#platform/http/message-language';
import { getTable } from '#platform/strapi/queries';
import { rightsErrors } from './server/errors';
import {
  refuseExceedingCaller,
  createAdministratorsMiddleware,
} from './server/guard-administrators';
import { listLineRolePermissions, makeLineRole, findLineRoles } from './server/line-role';
import { BUSINESS_LINE } from '#catalogue/business-line';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel, isLocalized } from '#platform/strapi/models';
import { createBusinessLineFinder, type BusinessLineFinder } from './server/business-line-finder';
import { getCurrentLimits } from '#catalogue/access/limits';
import { getOwnership } from '#catalogue/access/ownership';
import { findRefusal, createRefusalError } from './server/refusal';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissions,
  requirePermissionInModel,
} from '#platform/http/admin-route';
import { createLinesMiddleware } from './server/business-lines';
import { createRelationsMiddleware } from './server/guard-relations';
import { createSelectionsMiddleware } from './server/guard-selections';
import { createTranslationsMiddleware } from './server/guard-translations';

type BusinessLine = { documentId: string; name: string; slug: string };

const createRightsController = ({ strapi }: WithStrapi) => {
  const readBusinessLine = async (ctx: Context): Promise<BusinessLine> => {
    const { documentId } = ctx.params as { documentId: string };
    const line = await getTable<BusinessLine>({ strapi }, BUSINESS_LINE).findOne({
      where: { documentId },
      select: ['documentId', 'name', 'slug'],
    });
    if (line === null) throw createLocalizedError({ strapi }, rightsErrors.LINE_UNKNOWN);
    return line;
  };

  return {
    async find(ctx: Context): Promise<void> {
      const { documentId } = await readBusinessLine(ctx);
      ctx.body = { data: await findLineRoles({ strapi }, documentId) };
    },

    async create(ctx: Context): Promise<void> {
      const line = await readBusinessLine(ctx);
      await refuseExceedingCaller({ strapi }, ctx, await listLineRolePermissions({ strapi }, line));
      const role = await makeLineRole({ strapi }, line, getMessageLanguage(ctx));
      ctx.status = 201;
      ctx.body = { data: role };
    },
  };
};

const UPDATE = 'plugin::content-manager.explorer.update';

/**
 * Creates a function that returns why the current user may not change an entry; null if they may.
 */
const createDenialReason = ({ strapi }: WithStrapi) => {
  let belonging: BusinessLineFinder | undefined;

  return async (uid: string, documentId: string, locale: string | null): Promise<Error | null> => {
    const limits = getCurrentLimits({ strapi }, UPDATE, uid);
    if (limits === null) return null;
    belonging ??= createBusinessLineFinder({ strapi });
    const lines = await belonging.linesOfEntries(uid, [documentId]);
    const writtenScope = { lines: lines.map((line) => line.documentId), locales: [locale] };
    const refusal = findRefusal(
      limits,
      writtenScope,
      getOwnership({ strapi }, uid).kind !== 'shared',
    );
    return refusal === null ? null : createRefusalError({ strapi }, refusal, lines);
  };
};

const parseQuery = validateZodSchema(z.object({ locale: z.string().max(35).default('') }));

/** Returns why the user may not change an entry, for its form. */
const createEntriesController = ({ strapi }: WithStrapi) => {
  const denialReason = createDenialReason({ strapi });

  return {
    async find(ctx: Context): Promise<void> {
      const { model, documentId } = ctx.params as { model: UID.ContentType; documentId: string };
      const { locale } = parseQuery(ctx.query);
      const { userAbility } = ctx.state as { userAbility?: unknown };
      const access = createEntryAccess({ strapi }, { ability: userAbility, uid: model });
      const type = findModel({ strapi }, model);
      const language = type !== undefined && isLocalized(type) && locale !== '' ? locale : null;
      const isSeen = await access.mayWith('read', { documentId, locale: language ?? '' });
      const refusal = !isSeen
        ? null
        : access.may('update')
          ? await denialReason(model, documentId, language)
          : createLocalizedError({ strapi }, rightsErrors.LOOK_ONLY);
      ctx.body = { data: { refusal: refusal?.message ?? null } };
    },
  };
};

const adminRoutes = defineAdminRoutes(
  defineAdminRoute(
    'GET',
    '/entries/:model/:documentId',
    'entries.find',
    requirePermissionInModel('read'),
  ),
  defineAdminRoute(
    'GET',
    '/lines/:documentId/roles',
    'rights.find',
    requirePermissions('admin::roles.read'),
  ),
  defineAdminRoute(
    'POST',
    '/lines/:documentId/roles',
    'rights.create',
    requirePermissions('admin::roles.create', 'admin::roles.update'),
  ),
);

export default {
  controllers: { entries: createEntriesController, rights: createRightsController },
  middlewares: {
    administrators: createAdministratorsMiddleware,
    lines: createLinesMiddleware,
    relations: createRelationsMiddleware,
    selections: createSelectionsMiddleware,
    translations: createTranslationsMiddleware,
  },
  routes: { admin: adminRoutes },
};
