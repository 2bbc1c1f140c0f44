import { useRBAC, useFetchClient } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Deliveries, SendAgain } from './Deliveries';
import { useTexts } from './texts';
import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useErrorNotice } from '#platform/admin/error-notice';

/** Permissions to see and renew the secrets of webhooks. */
const SECRETS = [{ action: 'plugin::webhooks.secrets.read', subject: null }];

type Answer = { data: { data: { secret: string } } };

/** Shows the signing secret of an endpoint on request, to users with the permission. */
const Secret = ({ documentId }: { documentId: string }) => {
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

const ENDPOINT = 'plugin::webhooks.endpoint';
export const DELIVERY = 'plugin::webhooks.delivery';

/** Panel beside an endpoint's form with its signing secret. */
export const SecretPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  const { allowedActions } = useRBAC(SECRETS);
  if (model !== ENDPOINT || documentId === undefined || !allowedActions.canRead) return null;
  return { title: text('webhooks.secret.title'), content: <Secret documentId={documentId} /> };
};

/** Panel beside an endpoint's form with its latest deliveries. */
export const DeliveriesPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  if (model !== ENDPOINT || documentId === undefined) return null;
  return {
    title: text('webhooks.deliveries.title'),
    content: <Deliveries documentId={documentId} />,
  };
};

export const SendAgainPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  if (model !== DELIVERY || documentId === undefined) return null;
  return {
    title: text('webhooks.delivery.title'),
    content: <SendAgain documentId={documentId} />,
  };
};
