import type { WithStrapi } from '../../../../../platform/with-strapi';
import { BUSINESS_LINE } from '../../../../../catalogue/business-line';
import { lastAuthor } from '../../../../../feature/current-actor';
import { withWriteOrigin } from '../../../../../feature/write-origin';
import { referenceIn } from '../../../../../feature/link-reference';
import { localizedError } from '../../../../../platform/http/localized-error';
import { modelsOf } from '../../../../../delivery/plan/model';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { documentsOf } from '../../../../../platform/strapi/documents';
import { siteLocales } from '../../../../../platform/strapi/site-locales';
import { historyErrors } from '../errors';
import { eventsOf, type Version } from '../events';
import type { State } from '../../changes';
import { linkedIn } from '../shown-references';
import { languageName } from '../../../../../catalogue/language-name';
import {
  convertStateToData,
  type SkippedPart,
  findExisting,
  referencesIn,
} from './restorable-data';

/**
 * Converts a state to data of the user who restores it, with a report of the parts that cannot be
 * restored.
 */
export const restorableData = async (
  { strapi }: WithStrapi,
  { uid, locale }: Pick<Version, 'uid' | 'locale'>,
  state: State,
): Promise<{ data: Record<string, unknown>; leftOut: readonly SkippedPart[] }> => {
  const models = modelsOf({ strapi });
  const references = referencesIn(models, uid, state);
  const exists = await findExisting({ strapi }, models, references, locale);
  const linked = await linkedIn({ strapi }, [state], locale);
  const leads = (link: string): boolean => referenceIn(link) === null || linked.has(link);
  const standard = await defaultLocale({ strapi });
  const languages = new Set<unknown>(await siteLocales({ strapi }));
  const isTranslated = (language: unknown): boolean =>
    languages.has(language) && language !== standard;
  const checks = { exists, leads, isTranslated };
  const { data, leftOut } = convertStateToData(models, uid, state, checks);
  const { defaultLang, ...others } = data;
  const isKnown =
    uid !== BUSINESS_LINE || typeof defaultLang !== 'string' || languages.has(defaultLang);
  if (isKnown) return { data: { ...data, ...lastAuthor({ strapi }) }, leftOut };
  // It would be refused, and the whole line with it.
  const skipped = { path: ['defaultLang'], reason: 'language' as const, title: defaultLang };
  return { data: { ...others, ...lastAuthor({ strapi }) }, leftOut: [...leftOut, skipped] };
};

/**
 * Restores an entry's draft, wholly or in some fields. The replaced state is recorded as well,
 * because a restoration is an ordinary write.
 *
 * @param baseVersion version of the draft that may be replaced; any if undefined
 * @returns the parts that could not be restored
 * @throws NotFoundError `HISTORY_NOT_FOUND`
 * @throws ConflictError `STALE_VERSION` if the draft has changed since that version
 */
export const restoreState = async (
  { strapi }: WithStrapi,
  version: Version,
  {
    event,
    fields,
    baseVersion,
  }: {
    event: string;
    fields: (state: State) => readonly string[];
    baseVersion?: string | undefined;
  },
): Promise<readonly SkippedPart[]> => {
  const kept = await eventsOf({ strapi }).find(version, event);
  if (kept === undefined) throw localizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
  const wanted = new Set(fields(kept.state));
  const state = Object.fromEntries(Object.entries(kept.state).filter(([name]) => wanted.has(name)));
  const { data, leftOut } = await restorableData({ strapi }, version, state);
  const { uid, documentId, locale } = version;
  const written = await withWriteOrigin({ strapi }, 'restore', () =>
    documentsOf({ strapi }, uid).update({
      documentId,
      ...(locale !== '' && { locale }),
      data,
      ...(baseVersion !== undefined && { baseVersion }),
    }),
  );
  if (written === null) throw localizedError({ strapi }, historyErrors.HISTORY_NOT_FOUND);
  return leftOut;
};

/**
 * Rejects a restoration in removed locales. No role allows these, so a role check alone would
 * report a missing permission.
 *
 * @throws ConflictError `LANGUAGE_REMOVED`
 */
export const requireLanguages = async (
  { strapi }: WithStrapi,
  locales: readonly string[],
): Promise<void> => {
  const existing = await siteLocales({ strapi });
  const removed = locales.filter((locale) => locale !== '' && !existing.includes(locale));
  if (removed.length === 0) return;
  const namesIn = (language: 'en' | 'es'): string =>
    removed.map((locale) => `${languageName(locale, language)}, ${locale}`).join('; ');
  throw localizedError({ strapi }, historyErrors.LANGUAGE_REMOVED, {
    subject: { en: namesIn('en'), es: namesIn('es') },
    details: { locales: removed },
  });
};
