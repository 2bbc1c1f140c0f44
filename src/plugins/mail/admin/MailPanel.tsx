import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import type { PanelComponent, PanelComponentProps } from '@strapi/content-manager/strapi-admin';
import { useErrorNotice } from '../../../platform/admin/error-notice';
import {
  findConnected,
  findDisconnected,
  type RelationChanges,
} from '../../../platform/strapi/admin/relations';
import { MailDialog, type RenderedMail } from './MailDialog';
import { useTexts } from './texts';

const EMAIL_TEMPLATE = 'api::email-template.email-template';

type Values = {
  kind?: string | null;
  subject?: string;
  preheader?: string;
  body?: string;
  vertical?: RelationChanges;
};

type TemplateText = { subject: string; preheader: string | null; body: string };
type Preview = { problems: string[]; mail: RenderedMail | null };
type Test = { problems: string[]; to: string | null };

const MailTools = ({ documentId, document }: PanelComponentProps) => {
  const text = useTexts();
  const { get, post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const values = useForm('MailPanel', (form) => form.values as Values);
  const change = useForm('MailPanel', (form) => form.onChange);
  const [mail, setMail] = useState<RenderedMail | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const asked = new URLSearchParams(window.location.search).get('plugins[i18n][locale]');
  const locale = asked ?? (document?.locale as string | undefined) ?? null;
  const { kind, subject, preheader, body } = values;
  const isEmpty = !subject && !preheader && !body;
  const draft = {
    documentId: documentId ?? null,
    locale,
    kind,
    vertical: findConnected(values.vertical)[0] ?? null,
    isLineRemoved: findDisconnected(values.vertical).length > 0,
    subject: subject ?? '',
    preheader: preheader ?? '',
    body: body ?? '',
  };

  const attempt = (work: () => Promise<void>) => async (): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      noticeError(error);
    } finally {
      setIsBusy(false);
    }
  };

  const complain = (problems: readonly string[]): void => {
    toggleNotification({ type: 'warning', message: problems.join(' ') });
  };

  const begin = attempt(async () => {
    const query = new URLSearchParams({ kind: kind ?? '', ...(locale !== null && { locale }) });
    const { data } = await get<{ data: TemplateText }>(`/account/mails/start?${query.toString()}`);
    for (const [part, value] of Object.entries(data.data)) change(part, value ?? '');
  });

  const show = attempt(async () => {
    const { data } = await post<{ data: Preview }>('/account/mails/preview', draft);
    setMail(data.data.mail);
    if (data.data.mail === null) complain(data.data.problems);
  });

  const send = attempt(async () => {
    const { data } = await post<{ data: Test }>('/account/mails/test', draft);
    const { to, problems } = data.data;
    if (to === null) {
      complain(problems);
      return;
    }
    toggleNotification({
      type: 'success',
      message: text('email-template.sent', { to }),
    });
  });

  if (!kind) {
    return <Typography textColor="neutral600">{text('email-template.choose-kind')}</Typography>;
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      {isEmpty ? (
        <Button variant="secondary" onClick={() => void begin()} loading={isBusy}>
          {text('email-template.begin')}
        </Button>
      ) : (
        <>
          <Button variant="secondary" onClick={() => void show()} disabled={isBusy}>
            {text('email-template.preview')}
          </Button>
          <Button variant="tertiary" onClick={() => void send()} disabled={isBusy}>
            {text('email-template.test')}
          </Button>
        </>
      )}
      <MailDialog mail={mail} onClose={() => setMail(null)} />
    </Flex>
  );
};

/**
 * Panel beside a template's form. Shows a preview and sends a test mail to the user of the panel.
 */
export const MailPanel: PanelComponent = (props) => {
  const text = useTexts();
  if (props.model !== EMAIL_TEMPLATE) return null;
  return {
    title: text('email-template.title'),
    content: <MailTools {...props} />,
  };
};
