import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Box, Typography } from '@strapi/design-system';
import { useLoaded } from '../../../platform/admin/use-loaded';
import { type FileDetails, useFileDetails } from '../../../platform/strapi/admin/media-library';
import type { UsesOf } from '../../../catalogue/references/uses';
import { isShown, ShownOn } from './ShownOn';
import { useTexts } from './texts';

const Told = ({ of }: { of: UsesOf }) => {
  const text = useTexts();
  const box = useRef<HTMLDivElement>(null);

  // The drawer treats clicks in foreign elements as clicks outside, and closes.
  useEffect(() => {
    const own = box.current;
    const stay = (event: Event): void => event.stopPropagation();
    own?.addEventListener('pointerdown', stay);
    return () => own?.removeEventListener('pointerdown', stay);
  }, []);

  return (
    // Placed above the fields, because elements below them are out of view.
    <Box ref={box} style={{ order: -1 }} data-file-uses={of.id}>
      <Box paddingBottom={2}>
        <Typography variant="beta" fontWeight="semiBold" tag="h3">
          {text('usage.panel.title')}
        </Typography>
      </Box>
      {isShown(of) ? (
        <ShownOn of={of} />
      ) : (
        <Typography textColor="neutral600">{text('usage.file.none')}</Typography>
      )}
    </Box>
  );
};

const FileUses = ({ id, place }: FileDetails) => {
  // A failed request shows nothing; deleting the file asks for confirmation anyway.
  const { data: [uses] = [] } = useLoaded<readonly UsesOf[]>('/usage/files', {
    body: { fileIds: [id], folderIds: [] },
    isOptional: true,
  });
  return uses === undefined ? null : createPortal(<Told of={uses} />, place);
};

/** Section in the details of a file in the media library that lists the entries showing it. */
export const UsedFile = () => {
  const details = useFileDetails();
  return details === null ? null : <FileUses key={details.id} {...details} />;
};
