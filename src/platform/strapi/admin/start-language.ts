/** Key under which Strapi stores the user's language (`@strapi/admin`, reducer). */
const LANGUAGE = 'strapi-admin-language';

/**
 * Starts the panel in the browser's language at the first visit. Later the language that the user
 * chose applies, in this browser or in the profile.
 *
 * @param languages the panel's languages
 */
export const startInBrowserLanguage = (languages: readonly string[]): void => {
  if (localStorage.getItem(LANGUAGE) !== null) return;
  const preferred = navigator.languages
    .map((tag) => tag.split('-')[0] ?? tag)
    .find((language) => languages.includes(language));
  if (preferred !== undefined) localStorage.setItem(LANGUAGE, preferred);
};
