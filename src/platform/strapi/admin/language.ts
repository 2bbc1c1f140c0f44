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

/** Returns the panel's current language, which the panel stores in this attribute. */
export const getPanelLanguage = (): string => document.documentElement.lang;

const isOwn = (address: string): boolean =>
  new URL(address, window.location.href).origin === window.location.origin;

/**
 * Requests responses in the panel's current language. Call it once. Browsers send their own
 * language, and the server knows only the language in the user's profile. A user who chose Spanish
 * on the login page would read errors in English.
 */
export const askInPanelLanguage = (): void => {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const isRequest = input instanceof Request;
    if (getPanelLanguage() === '' || !isOwn(isRequest ? input.url : String(input)))
      return send(input, init);
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined));
    headers.set('Accept-Language', getPanelLanguage());
    return send(input, { ...init, headers });
  };
};

/**
 * Labels that Strapi has written into its components in English, with their Spanish. They have no
 * message ids. In `@strapi/design-system` (Modal, Select, Combobox) they are the close button of
 * dialogs and the button that empties a list. In `@strapi/upload` (SearchAsset) it is the search of
 * the media dialog. In `@strapi/i18n` (CMHeaderActions) it is the state of each language.
 */
const spanish: Readonly<Record<string, string>> = {
  Clear: 'Vaciar',
  'Close modal': 'Cerrar',
  Search: 'Buscar',
  search: 'Buscar',
  Active: 'Activo',
  Inactive: 'Inactivo',
  Published: 'Publicado',
  Draft: 'Borrador',
  Modified: 'Modificado',
};

const translate = (element: Element): void => {
  const label = spanish[element.getAttribute('aria-label') ?? ''];
  if (label !== undefined) element.setAttribute('aria-label', label);
  // Icon buttons hold their label as hidden text.
  for (const { firstChild, childElementCount } of element.querySelectorAll('span')) {
    const text = childElementCount === 0 ? spanish[firstChild?.nodeValue ?? ''] : undefined;
    if (firstChild !== null && text !== undefined) firstChild.nodeValue = text;
  }
};

/** States of users, in the list of the settings (`@strapi/admin`, Users/ListPage). */
const USER_STATES = 'main td';

/** The state beside each language, in the list of languages above a form. */
const LANGUAGE_STATES = '[role="option"] span[id] > div > div';

/** Translates fixed English labels while the panel is Spanish. Call it once. */
export const translateFixedLabels = (): void => {
  const translateTexts = (): void => {
    if (getPanelLanguage() !== 'es') return;
    document
      .querySelectorAll(
        `[role="dialog"] :is(button, input[aria-label]), button[aria-label="Clear"], [role="tooltip"], ${LANGUAGE_STATES}`,
      )
      .forEach(translate);
    if (!location.pathname.endsWith('/settings/users')) return;
    document.querySelectorAll(USER_STATES).forEach(translate);
  };
  new MutationObserver(translateTexts).observe(document.body, { childList: true, subtree: true });
};
