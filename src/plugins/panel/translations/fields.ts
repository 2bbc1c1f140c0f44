/** The custom field that says in which language the texts beside it are. */
export const LANGUAGE_FIELD = 'plugin::translations.language';
