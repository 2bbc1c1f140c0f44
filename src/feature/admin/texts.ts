import { useIntl } from 'react-intl';
import type { Text } from '../layout';

type Values = Readonly<Record<string, string | number | null>>;

/** Returns the user's language for texts that exist in both languages. */
export const useLanguage = (): keyof Text => (useIntl().locale === 'es' ? 'es' : 'en');

/**
 * Returns a feature's texts for its parts of the panel.
 *
 * @param english the feature's `translations/en.json`; other ids are type errors
 */
export const createTexts = <Id extends string>(english: Readonly<Record<Id, string>>) => {
  const createMessage = (id: Id) => ({ id, defaultMessage: english[id] });
  return {
    /** Returns a text as Strapi's message descriptor. */
    message: createMessage,

    /** Returns whether a text with this id exists. */
    isMessage: (id: string): id is Id => id in english,

    /** Returns a function that translates a text into the user's language. */
    useTexts: () => {
      const { formatMessage } = useIntl();
      return (id: Id, values?: Values): string => formatMessage(createMessage(id), values);
    },
  };
};
