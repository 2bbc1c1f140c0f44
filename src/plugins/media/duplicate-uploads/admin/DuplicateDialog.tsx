import { Button, Flex, Link, Modal, Typography } from '@strapi/design-system';
import { useHref } from 'react-router-dom';
import { ModalHeading } from '../../../../platform/admin/ModalHeading';
import { SmallPicture } from '../../../../platform/admin/SmallPicture';
import { useTexts } from './texts';
import type { ExistingFile } from '../existing-file';

/** Upload with its existing file and the callback for the user's decision. */
export type DuplicateDecision = {
  name: string;
  existing: ExistingFile;
  decide: (usesExisting: boolean) => void;
};

const Duplicate = ({ name, existing }: DuplicateDecision) => {
  const text = useTexts();
  const details = useHref(`/plugins/upload?assetId=${existing.id}`);
  return (
    <Flex gap={4} alignItems="center">
      <SmallPicture address={existing.picture} />
      <Flex direction="column" alignItems="flex-start" gap={1} style={{ flex: 1, minWidth: 0 }}>
        <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
          {text('duplicate-uploads.existing', { name, existing: existing.name })}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {existing.folder === null
            ? text('duplicate-uploads.no-folder')
            : text('duplicate-uploads.folder', { folder: existing.folder })}
        </Typography>
      </Flex>
      <Link
        href={details}
        isExternal
        aria-label={text('duplicate-uploads.open.label', { existing: existing.name })}
      >
        {text('duplicate-uploads.open')}
      </Link>
    </Flex>
  );
};

type Props = {
  duplicates: readonly DuplicateDecision[];
  onDecide: (usesExisting: boolean) => void;
};

/**
 * Dialog that offers the existing file instead of an upload with equal content. Closing it uploads
 * the file.
 */
export const DuplicateDialog = ({ duplicates, onDecide }: Props) => {
  const text = useTexts();
  const count = duplicates.length;
  return (
    <Modal.Root open onOpenChange={() => onDecide(false)}>
      <Modal.Content>
        <ModalHeading>{text('duplicate-uploads.title', { count })}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4} data-duplicate-uploads>
            {duplicates.map((duplicate, at) => (
              <Duplicate key={at} {...duplicate} />
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer justifyContent="space-between">
          <Button variant="tertiary" onClick={() => onDecide(false)}>
            {text('duplicate-uploads.upload')}
          </Button>
          <Button onClick={() => onDecide(true)}>{text('duplicate-uploads.use', { count })}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
