/** The options of a field in which one searches (`@strapi/ui-primitives`, Combobox); each begins with the same icon. */
const OPTION = '[role="option"]';

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
 * Has options of the panel's relations show the whole of what they say, and a picture in the place of the icon with which
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
      // Fields are narrow, and what tells entries apart stands at the end.
      name.style.whiteSpace = 'normal';
      if (address !== null) withPicture(icon, address);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(look);
  }).observe(document.body, { childList: true, subtree: true });
};
