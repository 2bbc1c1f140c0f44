import { Button, Flex, Link, Modal, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { useHref } from 'react-router-dom';
import { createTexts } from '#feature/admin/texts';
import { ModalHeading } from '#platform/admin/ModalHeading';
import { SmallPicture } from '#platform/admin/SmallPicture';
import { decideBeforeUploads, type UploadDecision } from '#platform/strapi/admin/panel-uploads';
import type { ExistingFile } from '../existing-file';
import en from '../translations/en.json';

const { useTexts } = createTexts(en);

/** Upload with its existing file and the callback for the user's decision. */
type DuplicateDecision = {
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
const DuplicateDialog = ({ duplicates, onDecide }: Props) => {
  const text = useTexts();
  const count = duplicates.length;
  return (
    <Modal.Root open onOpenChange={() => onDecide(false)}>
      <Modal.Content>
        <ModalHeading>{text('duplicate-uploads.title', { count })}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4} data-duplicate-uploads>
            {duplicates.map((duplicate, index) => (
              <Duplicate key={index} {...duplicate} />
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

/**
 * Maximum size in bytes of files that are checked, because the browser needs the whole file in
 * memory for the digest.
 */
const LARGEST = 100 * 1024 * 1024;

/**
 * Returns the SHA-256 of a file in hex.
 *
 * @returns null if the file is too large or the browser offers no digests, which it does only on
 * `https` and on localhost
 */
const computeDigest = async (file: File): Promise<string | null> => {
  const subtle = window.isSecureContext ? window.crypto.subtle : undefined;
  if (subtle === undefined || file.size > LARGEST) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const NEW: UploadDecision = { headers: {}, isThere: false };
const USE_EXISTING: UploadDecision = { headers: { 'X-Existing-Files': 'use' }, isThere: true };

/** Checks uploads while the page is open, and asks about files that are already in the library. */
export const DuplicateUploads = () => {
  const { post } = useFetchClient();
  const [duplicates, setDuplicates] = useState<readonly DuplicateDecision[]>([]);

  useEffect(
    () =>
      decideBeforeUploads(async (file): Promise<UploadDecision> => {
        const digest = await computeDigest(file);
        if (digest === null) return NEW;
        const { data } = await post<{ data: ExistingFile[] }>('/duplicate-uploads/existing', {
          digests: [digest],
        });
        const [existing] = data.data;
        if (existing === undefined) return NEW;
        const usesExisting = await new Promise<boolean>((decide) =>
          setDuplicates((before) => [...before, { name: file.name, existing, decide }]),
        );
        return usesExisting ? USE_EXISTING : NEW;
      }),
    [post],
  );

  if (duplicates.length === 0) return null;
  return (
    <DuplicateDialog
      duplicates={duplicates}
      onDecide={(usesExisting) => {
        setDuplicates([]);
        for (const { decide } of duplicates) decide(usesExisting);
      }}
    />
  );
};
