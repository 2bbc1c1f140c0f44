import { useEffect, useRef, type RefObject } from 'react';

/** Where the list's own library has hidden something, and not the page itself. */
const HIDDEN = '[data-aria-hidden="true"][aria-hidden="true"]';

/**
 * Keeps the page readable while a list of choices is open. Strapi's list hides everything else from screen readers,
 * though it is no dialog: the keyboard still gets to fields that would have no name there.
 *
 * @returns for an element around the list's input
 */
export const useReadablePage = (isOpen: boolean): RefObject<HTMLDivElement> => {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // What is behind a dialog stays hidden.
    const page = around.current?.closest('[role="dialog"]') ?? document.body;
    const show = (): void => {
      for (const part of page.querySelectorAll(HIDDEN)) part.removeAttribute('aria-hidden');
    };
    const observer = new MutationObserver(show);
    observer.observe(page, { attributeFilter: ['aria-hidden'], subtree: true });
    show();
    return () => observer.disconnect();
  }, [isOpen]);
  return around;
};
