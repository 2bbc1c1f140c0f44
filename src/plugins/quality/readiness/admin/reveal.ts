import type { Text } from '../../../../feature/layout';
import type { Path } from '../../../../feature/readiness';
import type { Step } from '../names';

const languageNow = (): keyof Text => (document.documentElement.lang === 'es' ? 'es' : 'en');

/** What forms put behind a name: how many parts there are, and that it is required. */
const bare = (text: string | null): string =>
  (text ?? '')
    .replace(/\(\d+\)|\*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const focusable = 'input, textarea, button, [contenteditable="true"], [tabindex="0"]';

const headings = 'label, span, h2, h3, p';

/** A part of the form, with the heading that names it. */
const sectionOf = (root: Element, label: string): Element | undefined => {
  const heading = [...root.querySelectorAll(headings)].find(
    (one) => bare(one.textContent) === label && one.closest('nav, aside, [role="dialog"]') === null,
  );
  // The heading may stand in boxes of its own; the section begins where there is something to use.
  let section = heading;
  while (section !== undefined && section !== root && section.querySelector(focusable) === null) {
    section = section.parentElement ?? undefined;
  }
  return section;
};

/** Beside the header of a zone's part there is a menu, which opens and closes as well. */
const HEADER = ['h2', 'h3']
  .map((heading) => `${heading} button[aria-expanded]:not([aria-haspopup])`)
  .join();

/** The headers of a section's parts, those within open parts apart. */
const partsOf = (section: Element): HTMLElement[] =>
  [...section.querySelectorAll<HTMLElement>(HEADER)].filter((button) => {
    const region = button.closest('[role="region"]');
    return region === null || !section.contains(region);
  });

/** How far the way to a field has come. */
type Reached = {
  /** The innermost part of the form on the way that there is. */
  at: Element;
  /** The header of the part that has to be opened next. */
  closed?: HTMLElement;
  isWhole: boolean;
};

/**
 * Goes the way from the beginning, in the form as it is now: while it loads, Strapi puts other elements in the place of
 * those that were there before.
 */
const reach = (steps: readonly Step[]): Reached | null => {
  const main = document.querySelector('main');
  if (main === null) return null;
  let at: Element = main;
  for (const { label, position } of steps) {
    const section = sectionOf(at, label[languageNow()]);
    if (section === undefined) return { at, isWhole: false };
    at = section;
    if (position === undefined) continue;
    const header = partsOf(section)[position];
    if (header === undefined) return { at, isWhole: false };
    if (header.getAttribute('aria-expanded') === 'false') {
      return { at, closed: header, isWhole: false };
    }
    const part = document.getElementById(header.getAttribute('aria-controls') ?? '');
    // There before what is in it.
    if (!part?.querySelector(focusable)) return { at: header, isWhole: false };
    at = part;
  }
  return { at, isWhole: true };
};

const named = (path: Path): HTMLElement | null => {
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

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Four seconds, or more where the machine is busy. */
const FRAMES = 240;

/** Strapi opens some parts by itself, and what is opened twice is closed: before a second try it has had this long. */
const PATIENCE = 30;

/** For so long, in milliseconds, a form that has just been opened may put something else in the place of what was shown. */
const SETTLING = 5000;

/** What people do of their own. */
const ACTIONS = ['pointerdown', 'keydown', 'wheel'] as const;

/** The field, with everything around it opened; the innermost part on the way where it does not come. */
const open = async (path: Path, steps: readonly Step[]): Promise<Element | undefined> => {
  let pressedAt = -PATIENCE;
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const field = named(path);
    if (field !== null) return field;
    const reached = reach(steps);
    if (reached?.isWhole === true) return reached.at;
    if (reached?.closed !== undefined && frame - pressedAt >= PATIENCE) {
      pressedAt = frame;
      reached.closed.click();
    }
    await nextFrame();
  }
  return reach(steps)?.at;
};

/**
 * Leads to a field of the form that is open: opens the parts around it, scrolls to it and puts the cursor
 * there. Strapi's own way, a parameter of the address, would load the form anew and lose what was typed.
 *
 * While a form loads, its fields come later, are drawn anew and disabled for a moment, and the cursor is in none of them then: it
 * is put there until the form has settled, or somebody does something else.
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
  const end = performance.now() + SETTLING;
  const isOver = (): boolean => performance.now() > end || stopped.signal.aborted;
  while (!isOver()) {
    await nextFrame();
    const later: Element | undefined =
      named(path) ?? (target.isConnected ? target : await open(path, steps));
    if (later === undefined || isOver()) break;
    if (later !== target) show(later);
    else if (document.activeElement === document.body) putCursorIn(later);
    target = later;
  }
  stopped.abort();
};
