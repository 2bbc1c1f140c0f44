import { useIntl } from 'react-intl';
import type { Text } from '../layout';

type Values = Readonly<Record<string, string | number | null>>;

/** In which language whoever looks at the panel reads what is said in both. */
export const useLanguage = (): keyof Text => (useIntl().locale === 'es' ? 'es' : 'en');

/**
 * A feature's texts for its panel pieces.
 *
 * @param english the feature's `translations/en.json`; its ids are the only ones that can be asked for
 */
export const textsOf = <Id extends string>(english: Readonly<Record<Id, string>>) => {
  const message = (id: Id) => ({ id, defaultMessage: english[id] });
  return {
    /** A text in the form in which Strapi takes what it says itself. */
    message,

    /** Whether there is a text of this id. */
    isMessage: (id: string): id is Id => id in english,

    /** Gives a text in the language of whoever looks at the panel. */
    useTexts: () => {
      const { formatMessage } = useIntl();
      return (id: Id, values?: Values): string => formatMessage(message(id), values);
    },
  };
};
