import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useFetchClient, useRBAC } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { SECRETS } from './permissions';
import { useTexts } from './texts';

type Answer = { data: { data: { secret: string } } };

/** Shows the signing secret of an endpoint on request, to users with the permission. */
export const Secret = ({ documentId }: { documentId: string }) => {
  const text = useTexts();
  const { get, post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [secret, setSecret] = useState<string | null>(null);
  const { allowedActions } = useRBAC(SECRETS);
  const address = `/webhooks/endpoints/${documentId}/secret`;

  const load = (ask: () => Promise<Answer>) => async (): Promise<void> => {
    try {
      const { data } = await ask();
      setSecret(data.data.secret);
    } catch (error) {
      noticeError(error);
    }
  };

  if (!allowedActions.canRead) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {secret !== null && (
        <Box padding={2} background="neutral100" hasRadius>
          <Typography
            variant="pi"
            style={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}
            data-webhook-secret
          >
            {secret}
          </Typography>
        </Box>
      )}
      <Flex gap={2} wrap="wrap">
        {secret === null && (
          <Button size="S" variant="secondary" onClick={() => void load(() => get(address))()}>
            {text('webhooks.secret.show')}
          </Button>
        )}
        <Button size="S" variant="tertiary" onClick={() => void load(() => post(address))()}>
          {text('webhooks.secret.renew')}
        </Button>
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {text('webhooks.secret.hint')}
      </Typography>
    </Flex>
  );
};
