import { makeOneStop, observePage } from './tab-stops';

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
  if (!toolbar) return;
  if (toolbar.getAttribute('role') !== 'toolbar') toolbar.setAttribute('role', 'toolbar');
  if (toolbar.getAttribute('aria-label') !== label) toolbar.setAttribute('aria-label', label);
  const around = toolbar.parentElement;
  makeOneStop(around?.querySelector(EXPAND) ? around : toolbar);
};

/**
 * Names the text editors of a form by their fields for screen readers. Makes each toolbar with the
 * button below the text one stop of the Tab key. Strapi names all of them “Editor”, and each button
 * is a stop. There is no slot for it, so the editors are found in the page.
 *
 * @returns a function that ends it
 */
export const improveTextEditors = (): (() => void) =>
  observePage(() => document.querySelectorAll('.CodeMirror').forEach(improve));
