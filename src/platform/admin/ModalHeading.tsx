import { useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Modal } from '@strapi/design-system';

/**
 * A modal's title, with a close button in the panel's language. The design system labels it in
 * English.
 */
export const ModalHeading = ({ children }: { children: ReactNode }) => {
  const { formatMessage } = useIntl();
  return (
    <Modal.Header closeLabel={formatMessage({ id: 'global.close', defaultMessage: 'Close' })}>
      <Modal.Title>{children}</Modal.Title>
    </Modal.Header>
  );
};

/**
 * Returns the focused element. For an item of a menu, it returns the menu's button, because the
 * menu closes after a choice.
 */
const getFocusedElement = (): HTMLElement | null => {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const element = button ? document.getElementById(button) : activeElement;
  return element instanceof HTMLElement ? element : null;
};

/**
 * Manages the focus of a modal without its own button. The focus would start at the close button,
 * and be lost when the modal closes. Keyboard users would then start at the top of the page.
 *
 * @returns `field` for the input that gets the focus first, if any; `onFocus` for the modal's
 * content
 */
export const useModalFocus = () => {
  const [opener] = useState(getFocusedElement);
  const field = useRef<HTMLInputElement>(null);
  const returnFocus = (event: Event, to: HTMLElement | null): void => {
    if (to?.isConnected !== true) return;
    event.preventDefault();
    to.focus();
  };
  const onFocus = {
    onOpenAutoFocus: (event: Event) => returnFocus(event, field.current),
    onCloseAutoFocus: (event: Event) => returnFocus(event, opener),
  };
  return { field, onFocus };
};
