import type { PanelComponent, PanelComponentProps } from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { ModalHeading } from '#platform/admin/ModalHeading';
import { useErrorNotice } from '#platform/admin/error-notice';
import {
  findConnected,
  findDisconnected,
  type RelationChanges,
} from '#platform/strapi/admin/relations';
import { useTemplateStart } from './template-start';
import { useTexts } from './texts';

type RenderedMail = { subject: string; html: string; text: string };

const views = ['wide', 'narrow', 'plain'] as const;

type View = (typeof views)[number];

const HEIGHT = '60vh';

const Page = ({ mail, view }: { mail: RenderedMail; view: View }) =>
  view === 'plain' ? (
    <Box
      tag="pre"
      padding={4}
      background="neutral100"
      style={{ height: HEIGHT, overflow: 'auto', whiteSpace: 'pre-wrap', fontFamily: 'monospace' }}
    >
      {mail.text}
    </Box>
  ) : (
    <iframe
      title={mail.subject}
      srcDoc={mail.html}
      sandbox=""
      style={{
        width: view === 'narrow' ? '375px' : '100%',
        maxWidth: '100%',
        height: HEIGHT,
        border: '1px solid #dcdce4',
        borderRadius: '4px',
        margin: '0 auto',
      }}
    />
  );

/** Dialog that shows a rendered e-mail for a computer, for a phone, or as plain text. */
const MailDialog = ({ mail, onClose }: { mail: RenderedMail | null; onClose: () => void }) => {
  const text = useTexts();
  const [view, setView] = useState<View>('wide');
  return (
    <Modal.Root open={mail !== null} onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content>
        <ModalHeading>{mail?.subject}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Flex gap={2}>
              {views.map((each) => (
                <Button
                  key={each}
                  size="S"
                  variant={each === view ? 'secondary' : 'tertiary'}
                  aria-pressed={each === view}
                  onClick={() => setView(each)}
                >
                  {text(`email-template.${each}`)}
                </Button>
              ))}
            </Flex>
            {mail !== null && <Page mail={mail} view={view} />}
          </Flex>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

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

  const requestedLocale = new URLSearchParams(window.location.search).get('plugins[i18n][locale]');
  const locale = requestedLocale ?? (document?.locale as string | undefined) ?? null;
  const { kind, subject, preheader, body } = values;
  useTemplateStart(document?.id === undefined);
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

  const showProblems = (problems: readonly string[]): void => {
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
    if (data.data.mail === null) showProblems(data.data.problems);
  });

  const send = attempt(async () => {
    const { data } = await post<{ data: Test }>('/account/mails/test', draft);
    const { to, problems } = data.data;
    if (to === null) {
      showProblems(problems);
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
