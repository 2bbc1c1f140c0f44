/** The options of a field in which one searches (`@strapi/ui-primitives`, Combobox); each begins with the same icon. */
const OPTION = '[role="option"]';

/** What drops down from the field, as wide as the field. */
const LIST = '[role="listbox"]';

/** As wide as a line of what is said of an entry, where the window is. */
const WIDTH = 'min(600px, 90vw)';

/**
 * What was chosen stands in rows that are as narrow as the field and high enough for two lines; Strapi cuts them off after as many
 * letters as fit beside the state.
 */
const CHOSEN = `
  [data-handler-id] button span, [data-handler-id] a span {
    display: -webkit-box;
    overflow: hidden;
    white-space: pre-line;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-height: 1.6rem;
    text-align: start;
  }
  li > [data-handler-id] { padding-top: 2px; padding-bottom: 2px; }
  [data-handler-id] [role='status'] { padding: 2px 6px; }
  [data-handler-id] [role='status'] span { font-size: 1.1rem; }
`;

const SIZE = '24px';

const withPicture = (icon: SVGElement, address: string): void => {
  Object.assign(icon.style, {
    width: SIZE,
    height: SIZE,
    flexShrink: '0',
    borderRadius: '4px',
    background: `center / cover url(${JSON.stringify(address)})`,
  });
  for (const part of icon.children) part.setAttribute('visibility', 'hidden');
};

/**
 * Has the panel's relations show the whole of what they say, and their options a picture in the place of the icon with which
 * they begin. Strapi lets nobody draw those options, so they are found as they appear.
 *
 * @param pictureOf gives the address of an option's picture by its text; null for one that has none, undefined for
 *   texts that are not meant
 */
export const showOptions = (pictureOf: (text: string) => string | null | undefined): void => {
  const look = (node: Node): void => {
    if (!(node instanceof Element)) return;
    const options = node.matches(OPTION) ? [node] : node.querySelectorAll(OPTION);
    for (const option of options) {
      const icon = option.querySelector('svg');
      const name = icon?.nextElementSibling;
      const address = pictureOf(name?.textContent ?? '');
      if (icon === null || !(name instanceof HTMLElement) || address === undefined) continue;
      // Fields are narrow, and what tells entries apart stands at the end, or in a line of its own.
      name.style.whiteSpace = 'pre-line';
      const list = option.closest<HTMLElement>(LIST);
      if (list !== null) list.style.minWidth = WIDTH;
      if (address !== null) withPicture(icon, address);
    }
  };
  const style = document.createElement('style');
  style.textContent = CHOSEN;
  document.head.append(style);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(look);
  }).observe(document.body, { childList: true, subtree: true });
};
