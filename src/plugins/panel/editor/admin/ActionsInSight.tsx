import { useEffect, useRef } from 'react';

/** Below what stays at the top of the window. */
const FROM_TOP = '1rem';

/** Strapi's keys for it, Ctrl+S and Ctrl+Enter, take the focus from the field in which somebody types; it comes back. */
const keepCursor = (): (() => void) => {
  const remember = ({ ctrlKey, metaKey, key }: KeyboardEvent): void => {
    const field = document.activeElement;
    if (!(ctrlKey || metaKey) || !['s', 'enter'].includes(key.toLowerCase())) return;
    setTimeout(() => {
      if (document.activeElement === document.body && field instanceof HTMLElement) field.focus();
    });
  };
  window.addEventListener('keydown', remember, true);
  return () => window.removeEventListener('keydown', remember, true);
};

/**
 * Keeps the panel with Save and Publish in sight while a long form is scrolled. On narrow windows Strapi has them in
 * a bar of its own at the bottom.
 */
export const ActionsInSight = () => {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(keepCursor, []);
  useEffect(() => {
    const panel = here.current?.closest('aside');
    const column = panel?.parentElement;
    if (!panel || !column) return undefined;
    // A panel stays within its column, which otherwise ends where the last panel does.
    column.style.flexGrow = '1';
    Object.assign(panel.style, { position: 'sticky', top: FROM_TOP, zIndex: '2' });
    // A double click is one: the second would save, or publish, once more.
    const once = (event: MouseEvent): void => {
      if (event.detail > 1) event.stopPropagation();
    };
    panel.addEventListener('click', once, true);
    return () => panel.removeEventListener('click', once, true);
  }, []);
  return <span ref={here} hidden />;
};
