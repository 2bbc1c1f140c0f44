import { useIntl } from 'react-intl';

export type Language = { code: string; name: string };

/**
 * Gives languages the names that they have in the language of the panel. Those that they were made with are in whichever, and
 * end with their codes: `English (en)`.
 */
export const useNamedLanguages = () => {
  const { formatDisplayName } = useIntl();
  return (languages: readonly Language[]): Language[] =>
    languages.map(({ code, name }) => ({
      code,
      name: formatDisplayName(code, { type: 'language' }) ?? name,
    }));
};
