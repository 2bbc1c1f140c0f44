import { languageName } from '../../../../../catalogue/language-name';
import { localizedError } from '../../../../../platform/http/localized-error';
import { siteLocales } from '../../../../../platform/strapi/site-locales';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { historyErrors } from '../errors';

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
