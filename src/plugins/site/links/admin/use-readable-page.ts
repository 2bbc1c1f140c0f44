import { useEffect, useRef, type RefObject } from 'react';

/** Elements hidden by the list's library, not by the page itself. */
const HIDDEN = '[data-aria-hidden="true"][aria-hidden="true"]';

/**
 * Keeps the page accessible while a list of options is open. Strapi's list hides everything else
 * from screen readers although it is not a dialog. The keyboard still reaches fields, which would
 * have no name.
 *
 * @returns a ref for an element around the list's input
 */
export const useReadablePage = (isOpen: boolean): RefObject<HTMLDivElement> => {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // The page behind a dialog remains hidden.
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
