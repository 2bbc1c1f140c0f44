import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Typography, Status } from '@strapi/design-system';
import { useFetchClient, useNotification, useRBAC } from '@strapi/strapi/admin';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useTexts } from './texts';

/** Permissions to send deliveries again and to send tests. */
const SENDING = [{ action: 'plugin::webhooks.deliveries.send', subject: null }];

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

const variants = { waiting: 'secondary', delivered: 'success', failed: 'danger' } as const;

export type State = keyof typeof variants;

const isState = (state: string): state is State => state in variants;

export const DeliveryState = ({ state }: { state: string }) => {
  const text = useTexts();
  if (!isState(state)) return null;
  return (
    <Status variant={variants[state]} size="S" width="min-content">
      <Typography tag="span" variant="omega" fontWeight="bold" style={{ whiteSpace: 'nowrap' }}>
        {text(`webhooks.state.${state}`)}
      </Typography>
    </Status>
  );
};

type Delivery = {
  documentId: string;
  event: string;
  subject: string | null;
  state: string;
  reason: string | null;
  createdAt: string;
};

const Item = ({ delivery, onSent }: { delivery: Delivery; onSent: () => void }) => {
  const { formatDate } = useIntl();
  const { documentId, event, subject, state, reason, createdAt } = delivery;
  return (
    <Flex tag="li" direction="column" alignItems="stretch" gap={1}>
      <Flex justifyContent="space-between" gap={2} wrap="wrap">
        <Typography fontWeight="semiBold">{event}</Typography>
        <DeliveryState state={state} />
      </Flex>
      <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
        {formatDate(createdAt, { dateStyle: 'short', timeStyle: 'medium' })} · {subject}
      </Typography>
      {state !== 'delivered' && reason !== null && (
        <Typography variant="pi" textColor="danger600" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Typography>
      )}
      {state !== 'delivered' && (
        <Flex>
          <SendAgain documentId={documentId} onSent={onSent} />
        </Flex>
      )}
    </Flex>
  );
};

/** Interval in milliseconds at which waiting deliveries are refreshed. */
const REFRESH_INTERVAL_MS = 3_000;

/** List of the latest deliveries to an endpoint, with a button that sends a test. */
export const Deliveries = ({ documentId }: { documentId: string }) => {
  const text = useTexts();
  const { get, post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const [deliveries, setDeliveries] = useState<Delivery[]>([]);
  const { allowedActions } = useRBAC(SENDING);
  const address = `/webhooks/endpoints/${documentId}`;

  const look = useCallback(async (): Promise<void> => {
    const { data } = await get<{ data: Delivery[] }>(`${address}/deliveries`);
    setDeliveries(data.data);
  }, [get, address]);

  const load = useCallback(() => look().catch(noticeError), [look, noticeError]);

  useEffect(() => {
    void load();
  }, [load]);

  const isWaiting = deliveries.some(({ state }) => state === 'waiting');
  useEffect(() => {
    if (!isWaiting) return undefined;
    // The automatic refresh shows no errors, so that users do not get the same message repeatedly.
    const timer = setInterval(() => void look().catch(() => undefined), REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, look]);

  const test = async (): Promise<void> => {
    try {
      await post(`${address}/test`);
      toggleNotification({ type: 'success', message: text('webhooks.test.sent') });
    } catch (error) {
      noticeError(error);
    }
    await load();
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Flex gap={2} wrap="wrap">
        {allowedActions.canSend && (
          <Button size="S" variant="secondary" onClick={() => void test()}>
            {text('webhooks.test.send')}
          </Button>
        )}
        <Button size="S" variant="tertiary" onClick={() => void load()}>
          {text('webhooks.deliveries.reload')}
        </Button>
      </Flex>
      {deliveries.length === 0 ? (
        <Typography textColor="neutral600">{text('webhooks.deliveries.none')}</Typography>
      ) : (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4} data-webhook-deliveries>
          {deliveries.map((delivery) => (
            <Item key={delivery.documentId} delivery={delivery} onSent={() => void load()} />
          ))}
        </Flex>
      )}
    </Flex>
  );
};
