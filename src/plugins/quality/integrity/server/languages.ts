import { escapeIdentifier } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { getFeatures } from '#feature/application';
import { getLanguageName } from '#catalogue/locale-names';
import type { Text } from '#feature/layout';
import type { ApiError } from '#platform/http/errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { guardLocaleChanges } from '#platform/strapi/locale-changes';
import {
  listContentTypes,
  findModel,
  isLocalized,
  type ContentTypeSchema,
} from '#platform/strapi/models';
import { sql, runSqlInTransaction, getTable } from '#platform/strapi/queries';
import { holdLocales } from '#platform/strapi/site-locales';
import { countTranslated } from '#catalogue/translated-entries';
import { integrityErrors } from './errors';
import { catalogueErrors } from '#catalogue/errors';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { commonErrors } from '#platform/http/common-errors';

/** Number of entries of a type. */
type TypeCount = { uid: string; count: number };

/** A deletion must not wait longer for a long transaction of another client. */
const LOCK_TIMEOUT = '5s';

const getTableName = ({ strapi }: WithStrapi, { uid }: ContentTypeSchema): string =>
  escapeIdentifier(strapi.db.metadata.get(uid).tableName);

const countDocuments = async (
  { strapi }: WithStrapi,
  where: (table: string) => string,
  locales: Readonly<Record<string, string>>,
): Promise<TypeCount[]> => {
  const counts: TypeCount[] = [];
  for (const type of listContentTypes({ strapi }).filter(isLocalized)) {
    const table = getTableName({ strapi }, type);
    const { rows } = await runSqlInTransaction(
      { strapi },
      `SELECT count(DISTINCT d.document_id)::int AS count FROM ${table} d WHERE ${where(table)}`,
      locales,
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) counts.push({ uid: type.uid, count });
  }
  return counts;
};

/** Counts the business lines with a default language. */
const countLines = async ({ strapi }: WithStrapi, defaultLang: string): Promise<TypeCount[]> => {
  const count = await getTable({ strapi }, BUSINESS_LINE).count({ where: { defaultLang } });
  return count === 0 ? [] : [{ uid: BUSINESS_LINE, count }];
};

/** Formats a language and counts: `English – Product: 12, Category: 3`. */
const inWords = ({ strapi }: WithStrapi, code: string, counts: readonly TypeCount[]): Text => {
  const layouts = getFeatures({ strapi }).flatMap((feature) => feature.layouts?.types ?? []);
  const formatCounts = (language: 'en' | 'es'): string => {
    const types = counts.map(({ uid, count }) => {
      const name = layouts.find((layout) => layout.uid === uid)?.name?.[language];
      return `${name ?? findModel({ strapi }, uid)?.info.displayName ?? uid}: ${count}`;
    });
    return `${getLanguageName(code, language)} – ${types.join(', ')}`;
  };
  return { en: formatCounts('en'), es: formatCounts('es') };
};

const createRefusalError = (
  { strapi }: WithStrapi,
  error: ApiError,
  code: string,
  entries: readonly TypeCount[],
): Error =>
  createLocalizedError({ strapi }, error, {
    subject: inWords({ strapi }, code, entries),
    details: { entries },
  });

/**
 * Guards the deletion of a language and the change of the default language. A language with entries
 * or translated texts is not deleted, because Strapi would delete them without history and bin. Nor
 * is the default language of a business line. A requested default language is refused while entries
 * have no version in it: readers without a language get the default. It is also refused while
 * unlocalized entries have translated texts in it. Their own fields hold the default language, so
 * nobody would see those texts.
 */
export const guardLanguages = ({ strapi }: WithStrapi): void =>
  guardLocaleChanges(
    { strapi },
    {
      async beforeDelete(code) {
        await strapi.db.transaction(async ({ trx }) => {
          await sql({ strapi, trx }, `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
          // Waits for running writes, which hold their locale. Later writes wait, and find no locale.
          await sql({ strapi, trx }, 'SELECT FROM i18n_locale WHERE code = ? FOR UPDATE', [code]);
          const entries = [
            ...(await countDocuments({ strapi }, () => 'd.locale = :code', { code })),
            ...(await countTranslated({ strapi }, code)),
            ...(await countLines({ strapi }, code)),
          ];
          if (entries.length === 0) return;
          throw createRefusalError({ strapi }, integrityErrors.LANGUAGE_IN_USE, code, entries);
        });
      },
      async beforeDefault(code) {
        // The sample data and commands may set a default language before entries exist.
        if (strapi.requestContext.get() === undefined) return;
        if (code === (await loadDefaultLocale({ strapi }))) return;
        const missingVersions = await countDocuments(
          { strapi },
          (table) =>
            `NOT EXISTS (SELECT FROM ${table} o WHERE o.document_id = d.document_id AND o.locale = :code)`,
          { code },
        );
        if (missingVersions.length > 0) {
          throw createRefusalError(
            { strapi },
            integrityErrors.LANGUAGE_INCOMPLETE,
            code,
            missingVersions,
          );
        }
        const translated = await countTranslated({ strapi }, code);
        if (translated.length === 0) return;
        throw createRefusalError(
          { strapi },
          integrityErrors.LANGUAGE_TEXTS_BESIDE,
          code,
          translated,
        );
      },
    },
  );

const writing: ReadonlySet<string> = new Set(['create', 'update']);

type Params = { locale?: unknown; data?: { locale?: unknown; defaultLang?: unknown } };

/**
 * Refuses writes of callers in a locale that the site does not have, or that only the body names.
 * Strapi stores the former, although no list shows such an entry. It ignores the latter, and writes
 * the default locale. Refuses such a default language of a business line, too. The locale of a write
 * is not deleted before its transaction ends.
 */
export const refuseUnknownLocales = ({ strapi }: WithStrapi): DocumentMiddleware => {
  const isUnknown = async (code: string): Promise<boolean> =>
    (await holdLocales({ strapi }, [code])).size === 0;

  const isOfCaller = (): boolean => strapi.requestContext.get() !== undefined;

  const check = async ({ locale, data }: Params): Promise<void> => {
    if (typeof locale === 'string' && locale !== '') {
      if ((await isUnknown(locale)) && isOfCaller())
        throw createLocalizedError({ strapi }, catalogueErrors.LANGUAGE_NOT_FOUND);
      return;
    }
    if (!isOfCaller()) return;
    const requestedLocale = data?.locale;
    if (
      typeof requestedLocale !== 'string' ||
      requestedLocale === (await loadDefaultLocale({ strapi }))
    )
      return;
    throw createLocalizedError({ strapi }, commonErrors.INVALID_REQUEST, {
      path: ['data', 'locale'],
    });
  };

  /** Visitors of a business line who choose no language would find nothing. */
  const checkLine = async (action: string, { data }: Params): Promise<void> => {
    const code = data?.defaultLang;
    if (data !== undefined && action === 'create' && code === undefined) {
      // The model's default may be a language that the site does not have.
      data.defaultLang = await loadDefaultLocale({ strapi });
      return;
    }
    if (typeof code !== 'string' || !(await isUnknown(code))) return;
    throw createLocalizedError({ strapi }, catalogueErrors.LANGUAGE_NOT_FOUND, {
      path: ['defaultLang'],
    });
  };

  return async ({ uid, action, params }, next) => {
    if (!writing.has(action)) return next();
    if (uid === BUSINESS_LINE && isOfCaller()) await checkLine(action, params);
    else if (isLocalized(findModel({ strapi }, uid))) await check(params);
    return next();
  };
};
