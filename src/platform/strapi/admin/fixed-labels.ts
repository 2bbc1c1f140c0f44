import { panelLanguage } from './request-language';

/**
 * Labels that Strapi has written into its components in English, with their Spanish. They have no
 * message ids: the close button of dialogs (`@strapi/design-system`, Modal) and the search of the
 * media dialog (`@strapi/upload`, SearchAsset).
 */
const spanish: Readonly<Record<string, string>> = {
  'Close modal': 'Cerrar',
  Search: 'Buscar',
  search: 'Buscar',
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

/** Translates fixed English labels in dialogs while the panel is Spanish. Call it once. */
export const translateFixedLabels = (): void => {
  const look = (): void => {
    if (panelLanguage() !== 'es') return;
    document
      .querySelectorAll('[role="dialog"] :is(button, input[aria-label], [role="tooltip"])')
      .forEach(translate);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
};
