import { useRef, useState } from 'react';

/** What has the focus now; the button of a menu where it is in the menu, which goes as soon as something of it is chosen. */
const focused = (): HTMLElement | null => {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const element = button ? document.getElementById(button) : activeElement;
  return element instanceof HTMLElement ? element : null;
};

/**
 * Where the focus is when a modal opens and closes that no button of its own opens: it begins at the ×, and gives the focus to
 * nobody, so that whoever works with the keyboard begins at the top of the page.
 *
 * @returns `field` for the one that is to be written into first, where there is one; `onFocus` for the modal's content
 */
export const useModalFocus = () => {
  const [opener] = useState(focused);
  const field = useRef<HTMLInputElement>(null);
  const give = (event: Event, to: HTMLElement | null): void => {
    if (to?.isConnected !== true) return;
    event.preventDefault();
    to.focus();
  };
  const onFocus = {
    onOpenAutoFocus: (event: Event) => give(event, field.current),
    onCloseAutoFocus: (event: Event) => give(event, opener),
  };
  return { field, onFocus };
};
