/** Custom field that holds the language of the texts in its component. */
export const LANGUAGE_FIELD = 'plugin::translations.language';
