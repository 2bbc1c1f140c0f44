import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissionInModel,
} from '#platform/http/admin-route';
import { getUserAbility, getRequestBody, readPerson } from '#platform/http/request-person';
import type { UID } from '@strapi/types';
import { errors, validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { listSiteLocales } from '#platform/strapi/site-locales';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { getCurrentLanguage } from '#platform/http/message-language';
import { getDraftTexts } from '#feature/application';
import type { Source, SourceChanges } from './stale-translations';
import { findDifferingVersions } from './server/differences';
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
const createTranslationsController = ({ strapi }: WithStrapi) => {
  const parseRequestedLocale = (ctx: Context, locale: unknown) => {
    const { model, documentId } = ctx.params as { model: string; documentId: string };
    const ability = getUserAbility(ctx);
    const version = parse({ uid: model, documentId, locale });
    const uid = version.uid as UID.ContentType;
    return { ...version, uid, ability, access: createEntryAccess({ strapi }, { ability, uid }) };
  };

  return {
    async find(ctx: Context): Promise<void> {
      const { uid, documentId, locale, access } = parseRequestedLocale(ctx, ctx.query.locale);
      const source = await loadDefaultLocale({ strapi });
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
      const standard = await loadDefaultLocale({ strapi });
      const isThere = await access.mayWith('read', { documentId, locale: ownLocale });
      // The first languages of the site come first, the default one before all others.
      const others = (await listSiteLocales({ strapi })).filter(
        (code) => code !== ownLocale && readable.includes(code),
      );
      const locale = isThere && others[0] !== standard ? undefined : others[0];
      const selection = { uid, documentId, ability, language: getCurrentLanguage({ strapi }) };
      const source: Source | null =
        locale === undefined
          ? null
          : {
              locale,
              texts: await getDraftTexts({ strapi }).read({ strapi }, { ...selection, locale }),
            };
      ctx.body = { data: source };
    },

    /** Returns the versions whose values of some fields differ from those of a language. */
    async findDifferences(ctx: Context): Promise<void> {
      const { uid, documentId, locale, ability } = parseRequestedLocale(ctx, ctx.query.locale);
      const fields = parseFields(ctx.query.fields);
      ctx.body = {
        data: await findDifferingVersions({ strapi }, { uid, documentId, locale, ability }, fields),
      };
    },

    async confirm(ctx: Context): Promise<void> {
      const { body } = ctx.request as { body?: { locale?: unknown } };
      const { uid, documentId, locale, access } = parseRequestedLocale(ctx, body?.locale);
      const source = await loadDefaultLocale({ strapi });
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
      const { documents } = parseMany(getRequestBody(ctx));
      const { ability, user } = readPerson(ctx);
      const access = createEntryAccess({ strapi }, { ability, uid: model });
      const source = await loadDefaultLocale({ strapi });
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

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/:model/:documentId', 'translations.find', mayRead),
  defineAdminRoute('GET', '/:model/:documentId/source', 'translations.findSource', mayRead),
  defineAdminRoute(
    'GET',
    '/:model/:documentId/differences',
    'translations.findDifferences',
    mayUpdate,
  ),
  defineAdminRoute('POST', '/:model', 'translations.confirmMany', mayUpdate),
  defineAdminRoute('POST', '/:model/:documentId', 'translations.confirm', mayUpdate),
);

export default {
  controllers: { translations: createTranslationsController },
  routes: { admin: adminRoutes },
};
