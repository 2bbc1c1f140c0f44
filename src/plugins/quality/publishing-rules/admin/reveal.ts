import type { Text } from '#feature/layout';
import type { Path, Entry } from '#feature/publishing-rules';
import { type Step, parseFieldSteps } from '../models';
import { useEffect, useRef } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import { getFormLabels, useShapes } from './rules';

const getLanguage = (): keyof Text => (document.documentElement.lang === 'es' ? 'es' : 'en');

/**
 * Removes the suffixes that forms add to a label: the number of components and the asterisk of a
 * required field.
 */
const stripLabel = (text: string | null): string =>
  (text ?? '')
    .replace(/\(\d+\)|\*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const focusable = 'input, textarea, button, [contenteditable="true"], [tabindex="0"]';

const headings = 'label, span, h2, h3, p';

/** Returns the section of the form under a heading. */
const findSection = (root: Element, label: string): Element | undefined => {
  const heading = [...root.querySelectorAll(headings)].find(
    (item) =>
      stripLabel(item.textContent) === label &&
      item.closest('nav, aside, [role="dialog"]') === null,
  );
  // The heading may have its own wrappers. The section begins at the first ancestor with a
  // focusable element.
  let section = heading;
  while (section !== undefined && section !== root && section.querySelector(focusable) === null) {
    section = section.parentElement ?? undefined;
  }
  return section;
};

/**
 * Selects the header buttons of components. The menu beside a dynamic zone's header also has
 * `aria-expanded`.
 */
const HEADER = ['h2', 'h3']
  .map((heading) => `${heading} button[aria-expanded]:not([aria-haspopup])`)
  .join();

/** Returns the headers of a section's components, without those nested in open components. */
const findComponentHeaders = (section: Element): HTMLElement[] =>
  [...section.querySelectorAll<HTMLElement>(HEADER)].filter((button) => {
    const region = button.closest('[role="region"]');
    return region === null || !section.contains(region);
  });

/** Progress on the path to a field. */
type RevealedField = {
  /** Innermost existing section on the path. */
  at: Element;
  /** Header of the component that must be opened next. */
  closed?: HTMLElement;
  isWhole: boolean;
};

/**
 * Follows the steps from the beginning in the current form. Strapi replaces elements while the form
 * loads.
 */
const followSteps = (steps: readonly Step[]): RevealedField | null => {
  const main = document.querySelector('main');
  if (main === null) return null;
  let reached: Element = main;
  for (const { label, position } of steps) {
    const section = findSection(reached, label[getLanguage()]);
    if (section === undefined) return { at: reached, isWhole: false };
    reached = section;
    if (position === undefined) continue;
    const header = findComponentHeaders(section)[position];
    if (header === undefined) return { at: reached, isWhole: false };
    if (header.getAttribute('aria-expanded') === 'false') {
      return { at: reached, closed: header, isWhole: false };
    }
    const part = document.getElementById(header.getAttribute('aria-controls') ?? '');
    // The container exists before its content.
    if (!part?.querySelector(focusable)) return { at: header, isWhole: false };
    reached = part;
  }
  return { at: reached, isWhole: true };
};

const findField = (path: Path): HTMLElement | null => {
  const name = CSS.escape(path.join('.'));
  return document.querySelector<HTMLElement>(`main [name="${name}"], main [id="${name}"]`);
};

const putCursorIn = (element: Element): void => {
  const target = element.matches(focusable) ? element : element.querySelector(focusable);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};

const show = (element: Element): void => {
  (element.closest('label') ?? element).scrollIntoView({ block: 'center' });
  putCursorIn(element);
  element.animate(
    [{ outline: '3px solid #7b79ff', outlineOffset: '4px' }, { outline: '3px solid transparent' }],
    { duration: 1600 },
  );
};

const waitForFrame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(resolve));

/** Timeout in frames: four seconds, or more on a busy machine. */
const FRAMES = 240;

/**
 * Frames before a second click. Strapi opens some components by itself, and a second click would
 * close them.
 */
const FRAMES_BEFORE_RETRY = 30;

/** Duration in milliseconds during which a newly opened form may replace the revealed element. */
const MAX_REPLACE_MS = 5000;

/** User actions that end the automatic focus. */
const ACTIONS = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Returns the field after opening everything around it; the innermost section if the field does not
 * appear.
 */
const open = async (path: Path, steps: readonly Step[]): Promise<Element | undefined> => {
  let pressedAt = -FRAMES_BEFORE_RETRY;
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const field = findField(path);
    if (field !== null) return field;
    const reached = followSteps(steps);
    if (reached?.isWhole === true) return reached.at;
    if (reached?.closed !== undefined && frame - pressedAt >= FRAMES_BEFORE_RETRY) {
      pressedAt = frame;
      reached.closed.click();
    }
    await waitForFrame();
  }
  return followSteps(steps)?.at;
};

/**
 * Reveals a field of the open form: opens its components, scrolls to it and focuses it. Strapi's
 * own way, a query parameter, would reload the form and discard unsaved input.
 *
 * While a form loads, its fields appear late, rerender and are disabled for a moment, which loses
 * the focus. The focus is restored until the form is stable or the user acts.
 */
export const revealField = async (path: Path, steps: readonly Step[]): Promise<void> => {
  let target = await open(path, steps);
  if (target === undefined) return;
  show(target);
  const stopped = new AbortController();
  for (const action of ACTIONS) {
    window.addEventListener(action, () => stopped.abort(), {
      capture: true,
      once: true,
      signal: stopped.signal,
    });
  }
  const end = performance.now() + MAX_REPLACE_MS;
  const isOver = (): boolean => performance.now() > end || stopped.signal.aborted;
  while (!isOver()) {
    await waitForFrame();
    const later: Element | undefined =
      findField(path) ?? (target.isConnected ? target : await open(path, steps));
    if (later === undefined || isOver()) break;
    if (later !== target) show(later);
    else if (document.activeElement === document.body) putCursorIn(later);
    target = later;
  }
  stopped.abort();
};

const parsePath = (field: string): Path =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/**
 * Reveals the field that the form's address names (`?at=contents.2`), and expands everything around
 * it. Strapi's own parameter `field` crashes the form if another field repeats a component.
 */
export const OpenAtField = () => {
  const { model, id } = useContentManagerContext();
  const [{ query }] = useQueryParams<{ at?: string }>();
  const shapes = useShapes(model);
  const values: unknown = useForm('OpenAtField', (form) => form.values);
  const { at: field } = query;
  const opened = useRef<string>(undefined);

  useEffect(() => {
    const target = `${model} ${id ?? ''} ${field ?? ''}`;
    const isLoaded = shapes(model) !== undefined && Object.keys(values as Entry).length > 0;
    if (field === undefined || !isLoaded || opened.current === target) return;
    opened.current = target;
    const path = parsePath(field);
    const labelOf = getFormLabels();
    void revealField(path, parseFieldSteps({ shapes, labelOf }, model, values as Entry, path));
  }, [field, model, id, shapes, values]);

  return null;
};
