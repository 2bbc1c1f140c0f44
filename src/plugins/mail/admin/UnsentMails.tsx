import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Badge, Box, Button, Flex, Typography } from '@strapi/design-system';
import { useAPIErrorHandler, useFetchClient, useNotification, Widget } from '@strapi/strapi/admin';

type UnsentMail = {
  id: string;
  kind: keyof typeof kinds;
  to: string | null;
  state: 'failed' | 'retry';
  failedAt: string | null;
  tries: number;
  reason: string | null;
};

const kinds = {
  welcome: { id: 'unsent-mails.welcome', defaultMessage: 'Welcome' },
  'confirm-email': { id: 'unsent-mails.confirm-email', defaultMessage: 'Confirmation' },
  'reset-code': { id: 'unsent-mails.reset-code', defaultMessage: 'Reset code' },
  'password-changed': { id: 'unsent-mails.password-changed', defaultMessage: 'Password changed' },
  'login-locked': { id: 'unsent-mails.login-locked', defaultMessage: 'Too many attempts' },
};

const states = {
  failed: { id: 'unsent-mails.failed', defaultMessage: 'Given up' },
  retry: { id: 'unsent-mails.waiting', defaultMessage: 'Will be tried again' },
};

type RowProps = { mail: UnsentMail; onResend: () => Promise<void> };

const Row = ({ mail, onResend }: RowProps) => {
  const { formatMessage, formatDate } = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  const { kind, to, state, failedAt, reason } = mail;

  const resend = async (): Promise<void> => {
    setIsBusy(true);
    await onResend();
    setIsBusy(false);
  };

  return (
    <Flex tag="li" justifyContent="space-between" alignItems="flex-start" gap={4}>
      <Box minWidth="0">
        <Flex gap={2} wrap="wrap">
          <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
            {to ?? formatMessage({ id: 'unsent-mails.nobody', defaultMessage: 'Deleted account' })}
          </Typography>
          <Badge size="S">{formatMessage(kinds[kind])}</Badge>
        </Flex>
        <Typography
          tag="p"
          variant="pi"
          textColor={state === 'failed' ? 'danger600' : 'neutral600'}
        >
          {formatMessage(states[state])}
          {failedAt !== null &&
            ` · ${formatDate(failedAt, { dateStyle: 'short', timeStyle: 'short' })}`}
        </Typography>
        <Typography
          tag="p"
          variant="pi"
          textColor="neutral600"
          style={{ overflowWrap: 'anywhere' }}
        >
          {reason}
        </Typography>
      </Box>
      <Box shrink={0}>
        <Button size="S" variant="secondary" loading={isBusy} onClick={() => void resend()}>
          {formatMessage({ id: 'unsent-mails.resend', defaultMessage: 'Send again' })}
        </Button>
      </Box>
    </Flex>
  );
};

/** E-mails that the mail server has not taken, each with a way to try again now. */
export const UnsentMails = () => {
  const { formatMessage } = useIntl();
  const { get, post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const [mails, setMails] = useState<UnsentMail[] | null>(null);
  const [isBroken, setIsBroken] = useState(false);

  const load = useCallback(async (): Promise<void> => {
    try {
      const { data } = await get<{ data: UnsentMail[] }>('/account/mails');
      setMails(data.data);
    } catch {
      setIsBroken(true);
    }
  }, [get]);

  useEffect(() => {
    void load();
  }, [load]);

  const resend = (id: string) => async (): Promise<void> => {
    try {
      await post(`/account/mails/${id}/resend`);
      toggleNotification({
        type: 'success',
        message: formatMessage({
          id: 'unsent-mails.again',
          defaultMessage: 'It is being sent again.',
        }),
      });
    } catch (error) {
      toggleNotification({ type: 'danger', message: formatAPIError(error as never) });
    }
    await load();
  };

  if (isBroken) return <Widget.Error />;
  if (mails === null) return <Widget.Loading />;
  if (mails.length === 0) {
    return (
      <Widget.NoData>
        {formatMessage({ id: 'unsent-mails.none', defaultMessage: 'Every e-mail was sent.' })}
      </Widget.NoData>
    );
  }
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
      {mails.map((mail) => (
        <Row key={mail.id} mail={mail} onResend={resend(mail.id)} />
      ))}
    </Flex>
  );
};
