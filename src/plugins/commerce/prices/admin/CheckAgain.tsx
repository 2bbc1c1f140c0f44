import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Button } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { FINDING } from './finding';
import { useTexts } from './texts';

const CheckButton = () => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const [isBusy, setIsBusy] = useState(false);

  const check = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await post('/prices/check');
      toggleNotification({ type: 'success', message: text('prices.check.begun') });
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Button
      variant="secondary"
      startIcon={<ArrowClockwise />}
      loading={isBusy}
      onClick={() => void check()}
    >
      {text('prices.check.again')}
    </Button>
  );
};

/** Shows a button above the list of findings that checks all stored prices again. */
export const CheckAgain = () => {
  const { slug } = useParams();
  return slug === FINDING ? <CheckButton /> : null;
};
