import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { localizedError } from '#platform/http/localized-error';
import { messageLanguageOf } from '#platform/http/message-language';
import { tableOf } from '#platform/strapi/queries';
import { rightsErrors } from './server/errors';
import { refuseExceedingCaller, administratorsMiddleware } from './server/guard-administrators';
import { lineRolePermissions, makeLineRole, rolesOfLine } from './server/line-role';
import { BUSINESS_LINE } from '#catalogue/business-line';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import { entryAccess } from '#platform/strapi/entry-access';
import { findModel, isLocalized } from '#platform/strapi/models';
import { createBusinessLineFinder, type BusinessLineFinder } from './server/business-line-finder';
import { currentLimits } from '#catalogue/access/limits';
import { ownershipOf } from '#catalogue/access/ownership';
import { refusalOf, refusalError } from './server/refusal';
import {
  adminRoute,
  adminRoutesOf,
  requirePermissions,
  requirePermissionInModel,
} from '#platform/http/admin-route';
import { relationsMiddleware } from './server/guard-relations';
import { selectionsMiddleware } from './server/guard-selections';
import { translationsMiddleware } from './server/guard-translations';

type BusinessLine = { documentId: string; name: string; slug: string };

const rightsController = ({ strapi }: WithStrapi) => {
  const lineAt = async (ctx: Context): Promise<BusinessLine> => {
    const { documentId } = ctx.params as { documentId: string };
    const line = await tableOf<BusinessLine>({ strapi }, BUSINESS_LINE).findOne({
      where: { documentId },
      select: ['documentId', 'name', 'slug'],
    });
    if (line === null) throw localizedError({ strapi }, rightsErrors.LINE_UNKNOWN);
    return line;
  };

  return {
    async find(ctx: Context): Promise<void> {
      const { documentId } = await lineAt(ctx);
      ctx.body = { data: await rolesOfLine({ strapi }, documentId) };
    },

    async create(ctx: Context): Promise<void> {
      const line = await lineAt(ctx);
      await refuseExceedingCaller({ strapi }, ctx, await lineRolePermissions({ strapi }, line));
      const role = await makeLineRole({ strapi }, line, messageLanguageOf(ctx));
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
    const limits = currentLimits({ strapi }, UPDATE, uid);
    if (limits === null) return null;
    belonging ??= createBusinessLineFinder({ strapi });
    const lines = await belonging.linesOfEntries(uid, [documentId]);
    const writtenScope = { lines: lines.map((line) => line.documentId), locales: [locale] };
    const refusal = refusalOf(limits, writtenScope, ownershipOf({ strapi }, uid).kind !== 'shared');
    return refusal === null ? null : refusalError({ strapi }, refusal, lines);
  };
};

const parseQuery = validateZodSchema(z.object({ locale: z.string().max(35).default('') }));

/** Returns why the user may not change an entry, for its form. */
const entriesController = ({ strapi }: WithStrapi) => {
  const denialReason = createDenialReason({ strapi });

  return {
    async find(ctx: Context): Promise<void> {
      const { model, documentId } = ctx.params as { model: UID.ContentType; documentId: string };
      const { locale } = parseQuery(ctx.query);
      const { userAbility } = ctx.state as { userAbility?: unknown };
      const access = entryAccess({ strapi }, { ability: userAbility, uid: model });
      const type = findModel({ strapi }, model);
      const language = type !== undefined && isLocalized(type) && locale !== '' ? locale : null;
      const isSeen = await access.mayWith('read', { documentId, locale: language ?? '' });
      const refusal = !isSeen
        ? null
        : access.may('update')
          ? await denialReason(model, documentId, language)
          : localizedError({ strapi }, rightsErrors.LOOK_ONLY);
      ctx.body = { data: { refusal: refusal?.message ?? null } };
    },
  };
};

const adminRoutes = adminRoutesOf(
  adminRoute(
    'GET',
    '/entries/:model/:documentId',
    'entries.find',
    requirePermissionInModel('read'),
  ),
  adminRoute(
    'GET',
    '/lines/:documentId/roles',
    'rights.find',
    requirePermissions('admin::roles.read'),
  ),
  adminRoute(
    'POST',
    '/lines/:documentId/roles',
    'rights.create',
    requirePermissions('admin::roles.create', 'admin::roles.update'),
  ),
);

export default {
  controllers: { entries: entriesController, rights: rightsController },
  middlewares: {
    administrators: administratorsMiddleware,
    relations: relationsMiddleware,
    selections: selectionsMiddleware,
    translations: translationsMiddleware,
  },
  routes: { admin: adminRoutes },
};
