import { adminRoute, adminRoutesOf, requirePermissionInModel } from '#platform/http/admin-route';
import { abilityOf, bodyOf, readPerson } from '#platform/http/request-person';
import type { UID } from '@strapi/types';
import { errors, validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { defaultLocale } from '#platform/strapi/default-locale';
import { siteLocales } from '#platform/strapi/site-locales';
import { entryAccess } from '#platform/strapi/entry-access';
import { currentLanguage } from '#platform/http/message-language';
import { draftTextsOf } from '#feature/application';
import type { Source, SourceChanges } from './stale-translations';
import { differingVersions } from './server/differences';
import { confirmTranslation, findStaleTranslations } from './server/stale-translations';

const parse = validateZodSchema(
  z.strictObject({
    uid: z.string().startsWith('api::'),
    documentId: z.string().regex(/^[a-z0-9]{1,64}$/i),
    locale: z.string().min(1).max(40),
  }),
);

const parseMany = validateZodSchema(
  z.strictObject({
    documents: z
      .array(z.string().regex(/^[a-z0-9]{1,64}$/i))
      .min(1)
      .max(100),
  }),
);

const MOST_FIELDS = 200;

const parseFields = validateZodSchema(
  z.string().transform((text) => text.split(',').slice(0, MOST_FIELDS)),
);

/**
 * Serves the source's changes since a translation, the translation's confirmation, its source and
 * the values of other languages.
 */
const translationsController = ({ strapi }: WithStrapi) => {
  const parseRequestedLocale = (ctx: Context, locale: unknown) => {
    const { model, documentId } = ctx.params as { model: string; documentId: string };
    const ability = abilityOf(ctx);
    const version = parse({ uid: model, documentId, locale });
    const uid = version.uid as UID.ContentType;
    return { ...version, uid, ability, access: entryAccess({ strapi }, { ability, uid }) };
  };

  return {
    async find(ctx: Context): Promise<void> {
      const { uid, documentId, locale, access } = parseRequestedLocale(ctx, ctx.query.locale);
      const source = await defaultLocale({ strapi });
      const mayRead = await access.mayWith('read', { documentId, locale: source });
      const translations = mayRead
        ? await findStaleTranslations({ strapi }, uid, [documentId])
        : [];
      const stale = translations.find((translation) => translation.locale === locale);
      const changes: SourceChanges | null =
        stale === undefined
          ? null
          : {
              source,
              since: stale.since.toISOString(),
              fields: [...new Set([...Object.keys(stale.before), ...Object.keys(stale.now)])]
                .filter((field) => access.mayInLocale('read', source, field))
                .map((field) => ({ field, before: stale.before[field], now: stale.now[field] }))
                .filter(({ before, now }) => JSON.stringify(before) !== JSON.stringify(now)),
            };
      ctx.body = { data: changes };
    },

    /** Returns the texts from which a version is translated; null if it is no translation. */
    async findSource(ctx: Context): Promise<void> {
      const {
        uid,
        documentId,
        locale: ownLocale,
        ability,
        access,
      } = parseRequestedLocale(ctx, ctx.query.locale);
      const readable = await access.draftLocales('read', documentId);
      const standard = await defaultLocale({ strapi });
      const isThere = await access.mayWith('read', { documentId, locale: ownLocale });
      // The first languages of the site come first, the default one before all others.
      const others = (await siteLocales({ strapi })).filter(
        (code) => code !== ownLocale && readable.includes(code),
      );
      const locale = isThere && others[0] !== standard ? undefined : others[0];
      const selection = { uid, documentId, ability, language: currentLanguage({ strapi }) };
      const source: Source | null =
        locale === undefined
          ? null
          : {
              locale,
              texts: await draftTextsOf({ strapi }).read({ strapi }, { ...selection, locale }),
            };
      ctx.body = { data: source };
    },

    /** Returns the versions whose values of some fields differ from those of a language. */
    async findDifferences(ctx: Context): Promise<void> {
      const { uid, documentId, locale, ability } = parseRequestedLocale(ctx, ctx.query.locale);
      const fields = parseFields(ctx.query.fields);
      ctx.body = {
        data: await differingVersions({ strapi }, { uid, documentId, locale, ability }, fields),
      };
    },

    async confirm(ctx: Context): Promise<void> {
      const { body } = ctx.request as { body?: { locale?: unknown } };
      const { uid, documentId, locale, access } = parseRequestedLocale(ctx, body?.locale);
      const source = await defaultLocale({ strapi });
      // Users who may not read the source cannot confirm its translation.
      if (
        !(await access.mayWith('update', { documentId, locale })) ||
        !(await access.mayWith('read', { documentId, locale: source }))
      ) {
        throw new errors.ForbiddenError();
      }
      const { user } = readPerson(ctx);
      await confirmTranslation({ strapi }, { uid, documentId, locale, by: user.id });
      ctx.body = { data: null };
    },

    /** Confirms all stale translations of a selection that the user may write. */
    async confirmMany(ctx: Context): Promise<void> {
      const { model } = ctx.params as { model: UID.ContentType };
      const { documents } = parseMany(bodyOf(ctx));
      const { ability, user } = readPerson(ctx);
      const access = entryAccess({ strapi }, { ability, uid: model });
      const source = await defaultLocale({ strapi });
      let confirmed = 0;
      for (const { documentId, locale } of await findStaleTranslations(
        { strapi },
        model,
        documents,
      )) {
        if (
          (await access.mayWith('update', { documentId, locale })) &&
          (await access.mayWith('read', { documentId, locale: source }))
        ) {
          await confirmTranslation({ strapi }, { uid: model, documentId, locale, by: user.id });
          confirmed += 1;
        }
      }
      ctx.body = { data: { confirmed } };
    },
  };
};

const mayRead = requirePermissionInModel('read');
const mayUpdate = requirePermissionInModel('update');

const adminRoutes = adminRoutesOf(
  adminRoute('GET', '/:model/:documentId', 'translations.find', mayRead),
  adminRoute('GET', '/:model/:documentId/source', 'translations.findSource', mayRead),
  adminRoute('GET', '/:model/:documentId/differences', 'translations.findDifferences', mayUpdate),
  adminRoute('POST', '/:model', 'translations.confirmMany', mayUpdate),
  adminRoute('POST', '/:model/:documentId', 'translations.confirm', mayUpdate),
);

export default {
  controllers: { translations: translationsController },
  routes: { admin: adminRoutes },
};
