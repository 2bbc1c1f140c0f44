import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Modal } from '@strapi/design-system';

/** The title of a modal, beside a × that is called in the language of the panel; the design system calls it in English. */
export const ModalHeading = ({ children }: { children: ReactNode }) => {
  const { formatMessage } = useIntl();
  return (
    <Modal.Header closeLabel={formatMessage({ id: 'global.close', defaultMessage: 'Close' })}>
      <Modal.Title>{children}</Modal.Title>
    </Modal.Header>
  );
};
