import { useIntl } from 'react-intl';
import { useQueryParams } from '@strapi/strapi/admin';

type Query = { plugins?: { i18n?: { locale?: string } } };

/** Returns the locale of the open list or form; undefined if its address names none. */
export const usePanelLocale = (): string | undefined => {
  const [{ query }] = useQueryParams<Query>();
  return query.plugins?.i18n?.locale;
};

export type Language = { code: string; name: string };

/** Returns a hook's function that names a language in the panel's language. */
export const useLanguageName = () => {
  const { formatDisplayName } = useIntl();
  return (code: string): string => formatDisplayName(code, { type: 'language' }) ?? code;
};

/**
 * Returns a hook's function that names languages in the panel's language. Stored names are in any
 * language and end with the code: `English (en)`.
 */
export const useNamedLanguages = () => {
  const { formatDisplayName } = useIntl();
  return (languages: readonly Language[]): Language[] =>
    languages.map(({ code, name }) => ({
      code,
      name: formatDisplayName(code, { type: 'language' }) ?? name,
    }));
};
