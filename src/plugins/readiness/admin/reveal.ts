import type { Text } from '../../../feature/layout';
import type { Path } from '../../../feature/readiness';
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

/** The headers of a section's parts, those within open parts apart. */
const partsOf = (section: Element): HTMLElement[] =>
  [
    ...section.querySelectorAll<HTMLElement>('h3 button[aria-expanded], h2 button[aria-expanded]'),
  ].filter((button) => {
    const region = button.closest('[role="region"]');
    return region === null || !section.contains(region);
  });

/** Two seconds, or more where the machine is busy. */
const FRAMES = 120;

/** Waits, frame by frame, until something is there. */
const appeared = async <T>(
  find: () => T | null | undefined,
  frames = FRAMES,
): Promise<T | undefined> => {
  for (let frame = 0; frame < frames; frame += 1) {
    const found = find();
    if (found !== null && found !== undefined) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return undefined;
};

const TRIES = 3;

/** Opens one of a section's parts, and gives what is in it. */
const openPart = async (section: Element, position: number): Promise<Element | undefined> => {
  // A form that has just been opened has its fields before what is in them.
  const header = await appeared(() => partsOf(section)[position]);
  if (header === undefined) return section;
  // Strapi opens some parts by itself, and what is opened twice is closed.
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (header.getAttribute('aria-expanded') === 'false') header.click();
    const part = await appeared(() => {
      const region = document.getElementById(header.getAttribute('aria-controls') ?? '');
      return region?.querySelector(focusable) === null ? null : region;
    }, FRAMES / TRIES);
    if (part !== undefined) return part;
  }
  return undefined;
};

const named = (path: Path): HTMLElement | null => {
  const name = CSS.escape(path.join('.'));
  return document.querySelector<HTMLElement>(`main [name="${name}"], main [id="${name}"]`);
};

const show = (element: Element): void => {
  const target = element.matches(focusable) ? element : element.querySelector(focusable);
  (element.closest('label') ?? element).scrollIntoView({ block: 'center' });
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  element.animate(
    [{ outline: '3px solid #7b79ff', outlineOffset: '4px' }, { outline: '3px solid transparent' }],
    { duration: 1600 },
  );
};

/**
 * Leads to a field of the form that is open: opens the parts around it, scrolls to it and puts the cursor
 * there. Strapi's own way, a parameter of the address, would load the form anew and lose what was typed.
 */
export const revealField = async (path: Path, steps: readonly Step[]): Promise<void> => {
  let section: Element | undefined = document.querySelector('main') ?? undefined;
  let last = section;
  for (const { label, position } of steps) {
    const root = section;
    if (root === undefined) break;
    section = await appeared(() => sectionOf(root, label[languageNow()]));
    if (section !== undefined) last = section;
    if (section !== undefined && position !== undefined) {
      section = await openPart(section, position);
      if (section !== undefined) last = section;
    }
  }
  const target = named(path) ?? last;
  if (target !== undefined) show(target);
};
