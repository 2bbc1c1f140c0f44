import { useEffect, useRef } from 'react';

/** Distance to the top of the window, below the sticky header. */
const FROM_TOP = '1rem';

/**
 * Restores the focus after Strapi's shortcuts Ctrl+S and Ctrl+Enter, which take it from the active
 * field.
 */
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
 * Keeps the panel with Save and Publish visible while a long form is scrolled. On narrow windows,
 * Strapi shows them in a bar at the bottom.
 */
export const ActionsInSight = () => {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(keepCursor, []);
  useEffect(() => {
    const panel = here.current?.closest('aside');
    const column = panel?.parentElement;
    if (!panel || !column) return undefined;
    // A sticky panel stays within its column, which would otherwise end after the last panel.
    column.style.flexGrow = '1';
    Object.assign(panel.style, { position: 'sticky', top: FROM_TOP, zIndex: '2' });
    // A double click counts once. The second click would save or publish again.
    const once = (event: MouseEvent): void => {
      if (event.detail > 1) event.stopPropagation();
    };
    panel.addEventListener('click', once, true);
    return () => panel.removeEventListener('click', once, true);
  }, []);
  return <span ref={here} hidden />;
};
