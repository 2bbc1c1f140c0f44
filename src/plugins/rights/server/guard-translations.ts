import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findLostFields } from '#platform/strapi/hidden-in-languages';
import { findModel } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';
import { addRouteMiddleware } from '#platform/strapi/routes';
import { rightsErrors } from './errors';

/** Strapi's handlers that read an entry in one locale to fill in another. */
const HANDLERS: ReadonlySet<unknown> = new Set([
  'content-types.getNonLocalizedAttributes',
  'content-types.getFillFromLocaleData',
]);

const MIDDLEWARE = 'plugin::rights.translations';

type Entry = { documentId: string; locale: string | null };

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the entry that a request reads. One handler receives the row ID, the other the document
 * ID and locale.
 */
const findEntry = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  ctx: Context,
): Promise<Entry | null> => {
  const { documentId, sourceLocale } = ctx.query;
  if (typeof documentId === 'string') return { documentId, locale: toText(sourceLocale) };
  const { id } = (ctx.request.body ?? {}) as { id?: unknown };
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  return getTable<Entry>({ strapi }, uid).findOne({
    where: { id },
    select: ['documentId', 'locale'],
  });
};

/**
 * Refuses to read entries of other business lines through the forms of translations. Strapi checks
 * the permission for the type there, but not for the entry. It also refuses to fill in a locale if
 * the entry would lose fields.
 */
export const createTranslationsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const body = (ctx.request.body ?? {}) as { model?: unknown };
    const { model = body.model } = ctx.params as { model?: unknown };
    if (typeof model === 'string' && findModel({ strapi }, model) !== undefined) {
      const uid = model as UID.ContentType;
      const entry = await findEntry({ strapi }, uid, ctx);
      const { userAbility: ability } = ctx.state as { userAbility?: unknown };
      const access = createEntryAccess({ strapi }, { ability, uid });
      // Without an ID, Strapi would read the first entry of the type.
      const isReadable =
        entry !== null && (await access.mayWith('read', { ...entry, locale: entry.locale ?? '' }));
      if (!isReadable) throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
      const { targetLocale } = ctx.query;
      if (typeof targetLocale === 'string') {
        const { documentId, locale: from } = entry;
        const filling = { ability, uid, documentId, locale: targetLocale, from: from ?? '' };
        const lostFields = await findLostFields({ strapi }, filling);
        if (lostFields.length > 0) {
          throw createLocalizedError({ strapi }, rightsErrors.HIDDEN_FIELDS, {
            subject: lostFields.join(', '),
            details: { fields: lostFields },
          });
        }
      }
    }
    await next();
  };

export const guardTranslations = ({ strapi }: WithStrapi): void =>
  addRouteMiddleware(
    { strapi },
    { plugin: 'i18n', router: 'admin', handlers: HANDLERS },
    MIDDLEWARE,
  );
