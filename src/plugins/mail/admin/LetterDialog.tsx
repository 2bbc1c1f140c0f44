import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Box, Button, Flex, Modal } from '@strapi/design-system';

export type Letter = { subject: string; html: string; text: string };

const views = {
  wide: { id: 'email-template.wide', defaultMessage: 'On a computer' },
  narrow: { id: 'email-template.narrow', defaultMessage: 'On a phone' },
  plain: { id: 'email-template.plain', defaultMessage: 'Text only' },
};

type View = keyof typeof views;

const HEIGHT = '60vh';

const Page = ({ letter, view }: { letter: Letter; view: View }) =>
  view === 'plain' ? (
    <Box
      tag="pre"
      padding={4}
      background="neutral100"
      style={{ height: HEIGHT, overflow: 'auto', whiteSpace: 'pre-wrap', fontFamily: 'monospace' }}
    >
      {letter.text}
    </Box>
  ) : (
    <iframe
      title={letter.subject}
      srcDoc={letter.html}
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

/** A rendered letter, as it looks in several places. */
export const LetterDialog = ({
  letter,
  onClose,
}: {
  letter: Letter | null;
  onClose: () => void;
}) => {
  const { formatMessage } = useIntl();
  const [view, setView] = useState<View>('wide');
  return (
    <Modal.Root open={letter !== null} onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{letter?.subject}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Flex gap={2}>
              {(Object.keys(views) as View[]).map((each) => (
                <Button
                  key={each}
                  size="S"
                  variant={each === view ? 'secondary' : 'tertiary'}
                  aria-pressed={each === view}
                  onClick={() => setView(each)}
                >
                  {formatMessage(views[each])}
                </Button>
              ))}
            </Flex>
            {letter !== null && <Page letter={letter} view={view} />}
          </Flex>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};
