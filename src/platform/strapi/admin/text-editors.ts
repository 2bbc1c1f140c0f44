/** Strapi's plain Markdown editor (`@strapi/content-manager`, FormInputs/Wysiwyg), which is CodeMirror 5. */
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

/** Every element of a toolbar that Tab reaches: its buttons and the list of headings. */
const STOPS = 'button, [role="combobox"]';

const CONTROLS = `:is(${STOPS}):not(:disabled, [aria-disabled="true"], [data-disabled])`;

const isVisible = (control: HTMLElement): boolean =>
  getComputedStyle(control).visibility !== 'hidden';

const controlsOf = (toolbar: HTMLElement): HTMLElement[] =>
  [...toolbar.querySelectorAll<HTMLElement>(CONTROLS)].filter(isVisible);

const setStop = (toolbar: HTMLElement, stop: HTMLElement | undefined): void => {
  for (const control of toolbar.querySelectorAll<HTMLElement>(STOPS)) {
    const index = control === stop ? 0 : -1;
    if (control.tabIndex !== index) control.tabIndex = index;
  }
};

/** Returns the target of a key in a toolbar, or undefined for other keys. */
const targetOf = (key: string, controls: HTMLElement[], at: number): HTMLElement | undefined => {
  switch (key) {
    case 'ArrowRight':
      return controls[(at + 1) % controls.length];
    case 'ArrowLeft':
      return controls.at(at - 1);
    case 'Home':
      return controls[0];
    case 'End':
      return controls.at(-1);
    default:
      return undefined;
  }
};

const known = new WeakSet<HTMLElement>();

/** Makes a toolbar one stop of the Tab key, with the arrow keys between its controls. */
const makeOneStop = (toolbar: HTMLElement, label: string): void => {
  if (toolbar.getAttribute('role') !== 'toolbar') toolbar.setAttribute('role', 'toolbar');
  if (toolbar.getAttribute('aria-label') !== label) toolbar.setAttribute('aria-label', label);
  const controls = controlsOf(toolbar);
  setStop(toolbar, controls.find(({ tabIndex }) => tabIndex === 0) ?? controls[0]);
  if (known.has(toolbar)) return;
  known.add(toolbar);
  setStop(toolbar, controls[0]);
  toolbar.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches(STOPS)) setStop(toolbar, target);
  });
  toolbar.addEventListener('keydown', (event) => {
    const now = controlsOf(toolbar);
    const at = now.findIndex((control) => control === document.activeElement);
    const target = at === -1 ? undefined : targetOf(event.key, now, at);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  });
};

/** Returns the closest ancestor within the form or dialog that holds a matching element. */
const findAround = (start: Element, selector: string): Element | null => {
  for (let around = start.parentElement; around !== null; around = around.parentElement) {
    const found = around.querySelector(selector);
    if (found !== null) return found;
    if (around.matches('form, [role=dialog]')) return null;
  }
  return null;
};

const improve = (editor: EditorElement): void => {
  const cm = editor.CodeMirror;
  // The label holds the field's name, and an asterisk if the field is required.
  const label = findAround(editor, 'label')?.textContent.replace(/\*$/, '').trim();
  if (cm === undefined || !label) return;
  if (cm.getOption('screenReaderLabel') === STRAPIS_NAME) cm.setOption('screenReaderLabel', label);
  const toolbar = findAround(editor, BUTTONS)?.parentElement?.parentElement;
  if (toolbar) makeOneStop(toolbar, label);
};

/**
 * Names the text editors of a form by their fields for screen readers, and makes each toolbar one
 * stop of the Tab key. Strapi names all of them “Editor”, and each button is a stop. There is no
 * slot for it, so the editors are found in the page.
 *
 * @returns a function that ends it
 */
export const improveTextEditors = (): (() => void) => {
  const look = (): void => document.querySelectorAll('.CodeMirror').forEach(improve);
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
