import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Box, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { type FileDetails, useFileDetails } from '../../../platform/strapi/admin/media-library';
import type { UsesOf } from '../uses';
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
  const { post } = useFetchClient();
  const [uses, setUses] = useState<UsesOf>();
  useEffect(() => {
    let isCurrent = true;
    // A failed request shows nothing; deleting the file asks for confirmation anyway.
    post<{ data: UsesOf[] }>('/usage/files', { fileIds: [id], folderIds: [] }).then(
      ({ data }) => {
        if (isCurrent) setUses(data.data[0]);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [post, id]);
  return uses === undefined ? null : createPortal(<Told of={uses} />, place);
};

/** Section in the details of a file in the media library that lists the entries showing it. */
export const UsedFile = () => {
  const details = useFileDetails();
  return details === null ? null : <FileUses key={details.id} {...details} />;
};
