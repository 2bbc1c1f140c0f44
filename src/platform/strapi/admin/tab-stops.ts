/** Controls of a group that Tab reaches: buttons, lists of choices and Strapi's handles for sorting. */
const STOPS = 'button, [role="combobox"], [role="button"]';

const CONTROLS = `:is(${STOPS}):not(:disabled, [aria-disabled="true"], [data-disabled])`;

/** Handles that sort with the arrow keys while they hold an item (Strapi's `useKeyboardDragAndDrop`). */
const HANDLE = 'button[data-handler-id], [data-handler-id] [role="button"]';

/** The actions of a media field, the header of a component, and the rows of a relation. */
const GROUPS: readonly [control: string, group: string][] = [
  ['[aria-roledescription="carousel"] > div:last-child > button', 'div'],
  ['h3 > button[aria-expanded]', 'h3'],
  ['li[aria-describedby] > [data-handler-id]', 'ol'],
];

const isVisible = (control: HTMLElement): boolean =>
  getComputedStyle(control).visibility !== 'hidden';

const listControls = (group: HTMLElement): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>(CONTROLS)].filter(isVisible);

const setStop = (group: HTMLElement, stop: HTMLElement | undefined): void => {
  for (const control of group.querySelectorAll<HTMLElement>(STOPS)) {
    const index = control === stop ? 0 : -1;
    if (control.tabIndex !== index) control.tabIndex = index;
  }
};

/** Returns the target of a key in a group, or undefined for keys that the group leaves to Strapi. */
const findTarget = (
  key: string,
  { group, controls, at }: { group: HTMLElement; controls: HTMLElement[]; at: number },
): HTMLElement | undefined => {
  const firstRow = group.querySelector('li');
  const perRow = controls.filter((control) => firstRow?.contains(control) === true).length;
  switch (key) {
    case 'ArrowRight':
      return controls[at + 1];
    case 'ArrowLeft':
      return controls[at - 1];
    case 'ArrowDown':
      return perRow > 0 ? controls[at + perRow] : undefined;
    case 'ArrowUp':
      return perRow > 0 ? controls[at - perRow] : undefined;
    // Headers of components leave these keys, and the vertical ones, to Strapi's list of components.
    case 'Home':
      return group.matches('h3') ? undefined : controls[0];
    case 'End':
      return group.matches('h3') ? undefined : controls.at(-1);
    default:
      return undefined;
  }
};

/** The handle that holds an item. */
let holding: Element | undefined;

/** Returns whether a handle holds its item, and therefore needs the arrow keys itself. */
const isHolding = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof Element) || !target.matches(HANDLE)) return false;
  if (key === 'Escape') holding = undefined;
  if (key === ' ' || key === 'Enter') holding = holding === target ? undefined : target;
  return holding === target;
};

/** Returns whether a key belongs to the browser, such as Alt and an arrow for the previous page. */
const isShortcut = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

const groupsWithOneStop = new WeakSet<HTMLElement>();

/**
 * Makes a group of controls one stop of the Tab key, with the arrow keys between them and between
 * rows. A handle that holds an item moves it with these keys.
 */
const makeOneStop = (group: HTMLElement): void => {
  const controls = listControls(group);
  const isNew = !groupsWithOneStop.has(group);
  const stop = controls.find(
    (control) => control === document.activeElement || (!isNew && control.tabIndex === 0),
  );
  setStop(group, stop ?? controls.find((control) => !control.matches(HANDLE)) ?? controls[0]);
  if (!isNew) return;
  groupsWithOneStop.add(group);
  group.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches(STOPS)) setStop(group, target);
  });
  group.addEventListener('keydown', (event) => {
    if (isHolding(event) || event.defaultPrevented || isShortcut(event)) return;
    const now = listControls(group);
    const index = now.findIndex((control) => control === document.activeElement);
    const target =
      index === -1 ? undefined : findTarget(event.key, { group, controls: now, at: index });
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  });
};

/** Calls a function now and after each change of the page, until the returned function ends it. */
const observePage = (look: () => void): (() => void) => {
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-label', 'disabled'],
  });
  look();
  return () => observer.disconnect();
};

/** The actions of a media field and of a component, and the element whose label or text names them. */
const TOOLBARS: readonly [bar: string, named: string][] = [
  ['[aria-roledescription="carousel"] > div:last-child:has(> button)', '[aria-label]'],
  ['h3 > button[aria-expanded] + span:has(button)', 'h3'],
];

/** Tells screen readers that the arrow keys move between the actions. */
const nameToolbars = (): void => {
  for (const [selector, label] of TOOLBARS) {
    for (const bar of document.querySelectorAll(selector)) {
      const labelledAncestor = bar.parentElement?.closest(label);
      const name =
        labelledAncestor?.getAttribute('aria-label') ??
        labelledAncestor?.firstElementChild?.textContent.trim() ??
        '';
      if (bar.getAttribute('role') !== 'toolbar') bar.setAttribute('role', 'toolbar');
      if (bar.getAttribute('aria-label') !== name) bar.setAttribute('aria-label', name);
    }
  }
};

const mergeStops = (): void => {
  nameToolbars();
  for (const [control, container] of GROUPS) {
    const groups = new Set(
      [...document.querySelectorAll(control)].map((element) =>
        element.closest<HTMLElement>(container),
      ),
    );
    for (const group of groups) if (group !== null) makeOneStop(group);
  }
};

/**
 * Makes the actions of each media field, component and relation in a form one stop of the Tab key.
 * Strapi makes each of them a stop, three for each row of a relation. There is no slot for it.
 *
 * @returns a function that ends it
 */
export const mergeTabStops = (): (() => void) => observePage(mergeStops);

/**
 * Strapi's plain Markdown editor (`@strapi/content-manager`, FormInputs/Wysiwyg), which is
 * CodeMirror 5.
 */
type EditorElement = Element & {
  CodeMirror?: {
    getOption: (name: 'screenReaderLabel') => unknown;
    setOption: (name: 'screenReaderLabel', value: string) => void;
  };
};

/** Name that Strapi gives to each editor (Wysiwyg/Editor). */
const STRAPIS_NAME = 'Editor';

/** Strapi marks the group of buttons above an editor with it (Wysiwyg/WysiwygNav). */
const BUTTONS = '[data-hide-toolbar-separator]';

/** Strapi's button below an editor (Wysiwyg/WysiwygFooter); each editor has this id. */
const EXPAND = '#expand';

/** Returns the closest ancestor within the form or dialog that holds a matching element. */
const findAround = (start: Element, selector: string): Element | null => {
  for (let ancestor = start.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
    const match = ancestor.querySelector(selector);
    if (match !== null) return match;
    if (ancestor.matches('form, [role=dialog]')) return null;
  }
  return null;
};

const labelEditor = (editor: EditorElement): void => {
  const cm = editor.CodeMirror;
  // The label holds the field's name, and an asterisk if the field is required.
  const label = findAround(editor, 'label')?.textContent.replace(/\*$/, '').trim();
  if (cm === undefined || !label) return;
  if (cm.getOption('screenReaderLabel') === STRAPIS_NAME) cm.setOption('screenReaderLabel', label);
  const toolbar = findAround(editor, BUTTONS)?.parentElement?.parentElement;
  if (!toolbar) return;
  if (toolbar.getAttribute('role') !== 'toolbar') toolbar.setAttribute('role', 'toolbar');
  if (toolbar.getAttribute('aria-label') !== label) toolbar.setAttribute('aria-label', label);
  const toolbarParent = toolbar.parentElement;
  makeOneStop(toolbarParent?.querySelector(EXPAND) ? toolbarParent : toolbar);
};

/**
 * Names the text editors of a form by their fields for screen readers. Makes each toolbar with the
 * button below the text one stop of the Tab key. Strapi names all of them “Editor”, and each button
 * is a stop. There is no slot for it, so the editors are found in the page.
 *
 * @returns a function that ends it
 */
export const improveTextEditors = (): (() => void) =>
  observePage(() => document.querySelectorAll('.CodeMirror').forEach(labelEditor));
