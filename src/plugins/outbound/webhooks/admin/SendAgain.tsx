import { useState } from 'react';
import { Button } from '@strapi/design-system';
import { useFetchClient, useNotification, useRBAC } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { SENDING } from './permissions';
import { useTexts } from './texts';

type SendAgainProps = { documentId: string; onSent?: () => void };

/** Button that sends a delivery again, in any state; hidden without the permission. */
export const SendAgain = ({ documentId, onSent }: SendAgainProps) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const [isBusy, setIsBusy] = useState(false);
  const { allowedActions } = useRBAC(SENDING);

  const send = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await post(`/webhooks/deliveries/${documentId}/send`);
      toggleNotification({ type: 'success', message: text('webhooks.sent-again') });
      onSent?.();
    } catch (error) {
      noticeError(error);
    }
    setIsBusy(false);
  };

  if (!allowedActions.canSend) return null;
  return (
    <Button size="S" variant="secondary" loading={isBusy} onClick={() => void send()}>
      {text('webhooks.send-again')}
    </Button>
  );
};
