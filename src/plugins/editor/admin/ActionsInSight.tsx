import { useEffect, useRef } from 'react';

/** Below what stays at the top of the window. */
const FROM_TOP = '1rem';

/**
 * Keeps the panel with Save and Publish in sight while a long form is scrolled. On narrow windows Strapi has them in
 * a bar of its own at the bottom.
 */
export const ActionsInSight = () => {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const panel = here.current?.closest('aside');
    const column = panel?.parentElement;
    if (!panel || !column) return;
    // A panel stays within its column, which otherwise ends where the last panel does.
    column.style.flexGrow = '1';
    Object.assign(panel.style, { position: 'sticky', top: FROM_TOP, zIndex: '2' });
  }, []);
  return <span ref={here} hidden />;
};
