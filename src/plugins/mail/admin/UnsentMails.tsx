import { Badge, Box, Button, Flex, Typography } from '@strapi/design-system';
import { Layouts, Page, useFetchClient, useNotification, Widget } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useLanguage } from '#feature/admin/texts';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';
import { kindNames } from '../kind-names';
import { permissions } from './permissions';
import { useTexts } from './texts';

type UnsentMail = {
  id: string;
  /** Name of the kind. Any string, because every feature can define kinds. */
  kind: string;
  to: string | null;
  state: 'failed' | 'retry';
  failedAt: string | null;
  tries: number;
  reason: string | null;
};

const stateTexts = { failed: 'unsent-mails.failed', retry: 'unsent-mails.waiting' } as const;

type UnsentMailItemProps = { mail: UnsentMail; onResend: () => Promise<void> };

const UnsentMailItem = ({ mail, onResend }: UnsentMailItemProps) => {
  const { formatDate } = useIntl();
  const text = useTexts();
  const language = useLanguage();
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
            {to ?? text('unsent-mails.nobody')}
          </Typography>
          <Badge size="S">{kindNames[kind]?.[language] ?? kind}</Badge>
        </Flex>
        <Typography
          tag="p"
          variant="pi"
          textColor={state === 'failed' ? 'danger600' : 'neutral600'}
        >
          {text(stateTexts[state])}
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
          {text('unsent-mails.resend')}
        </Button>
      </Box>
    </Flex>
  );
};

/** List of e-mails that the mail server has not accepted, each with a button to send it again. */
export const UnsentMails = () => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const {
    data: mails,
    isFailed,
    reload,
  } = useLoaded<readonly UnsentMail[]>('/account/mails', { isOptional: true });

  const resend = (id: string) => async (): Promise<void> => {
    try {
      await post(`/account/mails/${id}/resend`);
      toggleNotification({
        type: 'success',
        message: text('unsent-mails.again'),
      });
    } catch (error) {
      noticeError(error);
    }
    await reload();
  };

  if (isFailed) return <Widget.Error />;
  if (mails === undefined) return <Widget.Loading />;
  if (mails.length === 0) {
    return <Widget.NoData>{text('unsent-mails.none')}</Widget.NoData>;
  }
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
      {mails.map((mail) => (
        <UnsentMailItem key={mail.id} mail={mail} onResend={resend(mail.id)} />
      ))}
    </Flex>
  );
};

/**
 * Settings page with the whole list of unsent e-mails; the widget on the home page has little room.
 */
export const UnsentMailsPage = () => {
  const text = useTexts();
  const title = text('unsent-mails.title');
  return (
    <Page.Protect permissions={permissions}>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header title={title} subtitle={text('unsent-mails.hint')} />
        <Layouts.Content>
          <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
            <UnsentMails />
          </Box>
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
};
