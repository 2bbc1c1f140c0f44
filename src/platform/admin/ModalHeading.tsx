import type { ReactNode } from 'react';
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
