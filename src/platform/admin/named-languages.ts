import { useIntl } from 'react-intl';

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
