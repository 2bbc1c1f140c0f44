/** The options of a field in which one searches (`@strapi/ui-primitives`, Combobox); each begins with the same icon. */
const OPTION = '[role="option"]';

const SIZE = '24px';

const show = (option: Element, address: string): void => {
  const icon = option.querySelector('svg');
  if (icon === null) return;
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
 * Shows pictures in the place of the icon with which options of the panel's relations begin. Strapi lets nobody draw
 * those options, so they are found as they appear.
 *
 * @param pictureOf gives the address of an option's picture by its text
 */
export const showOptionPictures = (pictureOf: (text: string) => string | undefined): void => {
  const look = (node: Node): void => {
    if (!(node instanceof Element)) return;
    const options = node.matches(OPTION) ? [node] : node.querySelectorAll(OPTION);
    for (const option of options) {
      const address = pictureOf(option.querySelector('span')?.textContent ?? '');
      if (address !== undefined) show(option, address);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(look);
  }).observe(document.body, { childList: true, subtree: true });
};
