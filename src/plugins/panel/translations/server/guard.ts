import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createFieldFinder, type FoundValue } from '#feature/custom-fields';
import { type ApiError, defineErrors } from '#platform/http/errors';
import { createLocalizedError, toSubject } from '#platform/http/localized-error';
import { loadDefaultLocale } from '#platform/strapi/default-locale';
import { getTable } from '#platform/strapi/queries';
import { holdLocales } from '#platform/strapi/site-locales';
import { LANGUAGE_FIELD } from '#catalogue/translated-entries';
import type { DocumentMiddleware } from '#platform/documents/pipeline';

/** Errors of texts in other languages that cannot be stored, for editors and API clients. */
const translationErrors = defineErrors({
  TRANSLATION_LANGUAGE_UNKNOWN: {
    status: 400,
    message: {
      en: 'Choose one of the catalogue’s languages for these texts.',
      es: 'Elige para estos textos uno de los idiomas que hay.',
    },
  },
  TRANSLATION_LANGUAGE_DEFAULT: {
    status: 400,
    message: {
      en: 'This is the language of the entry itself: write its texts there.',
      es: 'Este es el idioma de la propia entrada: escribe sus textos ahí.',
    },
  },
  TRANSLATION_LANGUAGE_TWICE: {
    status: 400,
    message: {
      en: 'There are texts in this language already.',
      es: 'Ya hay textos en este idioma.',
    },
  },
});

type Params = { data?: unknown; documentId?: string };

type LanguageValue = FoundValue<typeof LANGUAGE_FIELD>;

/** Returns the path of the list that contains a language. */
const listOf = ({ path }: LanguageValue): string => path.slice(0, -2).join('.');

/** Refuses texts in an unknown language, in the entry's own language, or twice in one language. */
export const validateTranslations = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let cachedFinder: ReturnType<typeof createFieldFinder<typeof LANGUAGE_FIELD>> | undefined;
  const getFinder = () => (cachedFinder ??= createFieldFinder({ strapi }, [LANGUAGE_FIELD]));

  const check = async (foundLanguages: readonly LanguageValue[]): Promise<void> => {
    if (foundLanguages.length === 0) return;
    const codes = foundLanguages.map(({ value }) => value);
    const siteLanguages = await holdLocales(
      { strapi },
      codes.filter((code) => typeof code === 'string'),
    );
    const ownLanguage = await loadDefaultLocale({ strapi });
    const usedLanguages = new Set<string>();
    const findLanguageError = (language: LanguageValue): ApiError | null => {
      if (!siteLanguages.has(language.value)) return translationErrors.TRANSLATION_LANGUAGE_UNKNOWN;
      if (language.value === ownLanguage) return translationErrors.TRANSLATION_LANGUAGE_DEFAULT;
      const key = `${listOf(language)} ${String(language.value)}`;
      if (usedLanguages.has(key)) return translationErrors.TRANSLATION_LANGUAGE_TWICE;
      usedLanguages.add(key);
      return null;
    };
    for (const language of foundLanguages) {
      const error = findLanguageError(language);
      if (error === null) continue;
      throw createLocalizedError({ strapi }, error, {
        subject: toSubject(language.value, 40),
        path: language.path,
      });
    }
  };

  /** Checks the stored draft. A write may refer to a row by its id alone, without its language. */
  const checkDraft = async (uid: UID.ContentType, documentId: string): Promise<void> => {
    const populate = Object.fromEntries(
      getFinder()
        .attributesOf(uid)
        .map((name) => [name, {}]),
    );
    const draft = await getTable<Record<string, unknown>>({ strapi }, uid).findOne({
      where: { documentId, publishedAt: null },
      populate,
    });
    await check(getFinder().find(uid, draft));
  };

  return async (context, next) => {
    const { uid, action } = context;
    const { data, documentId } = context.params as Params;
    if (!getFinder().concerns(uid)) return next();
    if (action === 'create' || action === 'update' || action === 'clone') {
      await check(getFinder().find(uid, data));
    } else if (action === 'publish' && documentId !== undefined) {
      await checkDraft(uid, documentId);
    }
    return next();
  };
};
