import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { localizedError } from '../../../../platform/http/localized-error';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { findModel, isLocalized } from '../../../../platform/strapi/models';
import { rightsErrors } from '../errors';
import { createBusinessLineFinder, type BusinessLineFinder } from '../business-line-finder';
import { currentLimits } from '../../../../catalogue/access/limits';
import { ownershipOf } from '../../../../catalogue/access/ownership';
import { refusalOf, refusalError } from '../refusal';

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
    const written = { lines: lines.map((line) => line.documentId), locales: [locale] };
    const refusal = refusalOf(limits, written, ownershipOf({ strapi }, uid).kind !== 'shared');
    return refusal === null ? null : refusalError({ strapi }, refusal, lines);
  };
};

const parseQuery = validateZodSchema(z.object({ locale: z.string().max(35).default('') }));

/** Returns why the user may not change an entry, for its form. */
export const entriesController = ({ strapi }: WithStrapi) => {
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
