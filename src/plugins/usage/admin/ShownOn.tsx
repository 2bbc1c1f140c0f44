import { Box, Flex, Typography } from '@strapi/design-system';
import type { UsesOf } from '../../../catalogue/references/uses';
import { useTexts } from './texts';
import { UseList, filterUses } from './Uses';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useUses } from './use-uses';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLoaded } from '../../../platform/admin/use-loaded';
import { type FileDetails, useFileDetails } from '../../../platform/strapi/admin/media-library';

/** List of the published entries and the drafts that show something. */
const ShownOn = ({ of }: { of: UsesOf }) => {
  const text = useTexts();
  const shows = filterUses(of, 'shows', true);
  const drafts = filterUses(of, 'shows', false);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {shows.count > 0 && <UseList {...shows} />}
      {drafts.count > 0 && (
        <Box data-drafts>
          <Typography tag="p" textColor="neutral600" variant="pi">
            {text('usage.panel.drafts')}
          </Typography>
          <Box paddingTop={2}>
            <UseList {...drafts} />
          </Box>
        </Box>
      )}
    </Flex>
  );
};

/** Returns true if anything shows it, published or in a draft. */
const isShown = (of: UsesOf): boolean =>
  [...of.uses, ...of.unnamed].some(({ how }) => how === 'shows');

/** Side panel of an entry's form that lists the entries showing it. */
export const UsedPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const locale: unknown = document?.locale;
  const uses = useUses({
    model,
    documentIds: documentId === undefined || document === undefined ? [] : [documentId],
    locales: typeof locale === 'string' ? [locale] : null,
    removal: 'delete',
  });
  const [of] = uses ?? [];
  if (of === undefined || !isShown(of)) return null;
  return { title: text('usage.panel.title'), content: <ShownOn of={of} /> };
};

const UsesOfFile = ({ of }: { of: UsesOf }) => {
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
  return uses === undefined ? null : createPortal(<UsesOfFile of={uses} />, place);
};

/** Section in the details of a file in the media library that lists the entries showing it. */
export const UsedFile = () => {
  const details = useFileDetails();
  return details === null ? null : <FileUses key={details.id} {...details} />;
};
