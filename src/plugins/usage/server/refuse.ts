import type { WithStrapi } from '../../../platform/with-strapi';
import { languageName } from '../../../catalogue/language-name';
import { type MessageLanguage, defineErrors } from '../../../platform/http/errors';
import { localizedError } from '../../../platform/http/localized-error';
import { currentLanguage } from '../../../platform/http/message-language';
import type { Removal, Use, UsesOf } from '../../../catalogue/references/uses';

const usageErrors = defineErrors({
  STILL_USED: {
    status: 409,
    message: {
      en: 'This entry or file is in use. Remove the references first, or send force=true to remove them.',
      es: 'Esta entrada o archivo está en uso. Quita antes las referencias, o envía force=true para quitarlas.',
    },
  },
});

const MOST_NAMED = 5;

const others = { en: 'entries that you may not read', es: 'entradas que no puedes leer' };

const nameOf =
  (language: MessageLanguage) =>
  ({ title, type, lines, locale }: Use): string =>
    [
      title === null ? type : `“${title}”`,
      ...lines,
      ...(locale === null ? [] : [languageName(locale, language)]),
    ].join(' · ');

/** Returns the error that refuses a removal and lists the uses that block it. */
export const createStillUsedError = (
  { strapi }: WithStrapi,
  removal: Removal,
  used: readonly UsesOf[],
): Error => {
  const language = currentLanguage({ strapi });
  const errorsOf = used.map((one) => ({
    ...one,
    uses: one.uses.filter((use) => use.hinders),
    unnamed: one.unnamed.filter((use) => use.hinders),
  }));
  const names = [...new Set(errorsOf.flatMap(({ uses }) => uses.map(nameOf(language))))];
  const isMore =
    names.length > MOST_NAMED ||
    errorsOf.some(({ uses, unnamed }) => uses.length > 0 && unnamed.length > 0);
  const subject =
    names.length === 0
      ? others[language]
      : [...names.slice(0, MOST_NAMED), ...(isMore ? ['…'] : [])].join(', ');
  return localizedError({ strapi }, usageErrors.STILL_USED, {
    subject,
    details: {
      removal,
      uses: errorsOf.filter(({ uses, unnamed }) => uses.length > 0 || unnamed.length > 0),
    },
  });
};
