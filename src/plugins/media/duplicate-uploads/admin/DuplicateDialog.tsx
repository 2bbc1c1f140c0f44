import { Button, Flex, Link, Modal, Typography } from '@strapi/design-system';
import { useHref } from 'react-router-dom';
import { ModalHeading } from '../../../../platform/admin/ModalHeading';
import { SmallPicture } from '../../../../platform/admin/SmallPicture';
import type { DuplicateDecision } from './asked';
import { useTexts } from './texts';

const Known = ({ name, known }: DuplicateDecision) => {
  const text = useTexts();
  const details = useHref(`/plugins/upload?assetId=${known.id}`);
  return (
    <Flex gap={4} alignItems="center">
      <SmallPicture address={known.picture} />
      <Flex direction="column" alignItems="flex-start" gap={1} style={{ flex: 1, minWidth: 0 }}>
        <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
          {text('same-files.as', { name, known: known.name })}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {known.folder === null
            ? text('same-files.top')
            : text('same-files.folder', { folder: known.folder })}
        </Typography>
      </Flex>
      <Link
        href={details}
        isExternal
        aria-label={text('same-files.look.label', { known: known.name })}
      >
        {text('same-files.look')}
      </Link>
    </Flex>
  );
};

type Props = { asked: readonly DuplicateDecision[]; onDecide: (usesKnown: boolean) => void };

/**
 * Dialog that offers the existing file instead of an upload with equal content. Closing it uploads
 * the file.
 */
export const Question = ({ asked, onDecide }: Props) => {
  const text = useTexts();
  const count = asked.length;
  return (
    <Modal.Root open onOpenChange={() => onDecide(false)}>
      <Modal.Content>
        <ModalHeading>{text('same-files.title', { count })}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4} data-same-files>
            {asked.map((one, at) => (
              <Known key={at} {...one} />
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer justifyContent="space-between">
          <Button variant="tertiary" onClick={() => onDecide(false)}>
            {text('same-files.again')}
          </Button>
          <Button onClick={() => onDecide(true)}>{text('same-files.use', { count })}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
