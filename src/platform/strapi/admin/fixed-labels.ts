import { panelLanguage } from './request-language';

/**
 * Labels that Strapi has written into its components in English, with their Spanish. They have no
 * message ids. In `@strapi/design-system` (Modal, Select, Combobox) they are the close button of
 * dialogs and the button that empties a list. In `@strapi/upload` (SearchAsset) it is the search of
 * the media dialog.
 */
const spanish: Readonly<Record<string, string>> = {
  Clear: 'Vaciar',
  'Close modal': 'Cerrar',
  Search: 'Buscar',
  search: 'Buscar',
  Active: 'Activo',
  Inactive: 'Inactivo',
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

/** Translates fixed English labels while the panel is Spanish. Call it once. */
export const translateFixedLabels = (): void => {
  const look = (): void => {
    if (panelLanguage() !== 'es') return;
    document
      .querySelectorAll(
        '[role="dialog"] :is(button, input[aria-label]), button[aria-label="Clear"], [role="tooltip"]',
      )
      .forEach(translate);
    if (!location.pathname.endsWith('/settings/users')) return;
    document.querySelectorAll(USER_STATES).forEach(translate);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
};
