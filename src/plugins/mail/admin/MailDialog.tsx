import { useState } from 'react';
import { Box, Button, Flex, Modal } from '@strapi/design-system';
import { ModalHeading } from '../../../platform/admin/ModalHeading';
import { useTexts } from './texts';

export type RenderedMail = { subject: string; html: string; text: string };

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
export const MailDialog = ({
  mail,
  onClose,
}: {
  mail: RenderedMail | null;
  onClose: () => void;
}) => {
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
