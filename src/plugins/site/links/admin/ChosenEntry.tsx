import { Link } from 'react-router-dom';
import { Box, Flex, Typography } from '@strapi/design-system';
import { formAddress } from '../../../../platform/admin/form-address';
import { useEntry } from './entries';
import { EntryLine } from './EntryLine';
import type { FormPlace } from './place';
import { useTexts } from './texts';

/** Shows the entry of a link and its address for visitors. */
export const ChosenEntry = ({ link, place }: { link: string; place: FormPlace }) => {
  const text = useTexts();
  const found = useEntry(link, place);
  const isAnother = found !== undefined && found !== 'failed' && found?.link !== link;
  if (found === undefined || found === 'failed' || (found !== null && isAnother)) return null;
  if (found === null) {
    return (
      <Typography variant="pi" textColor="danger600" data-link-gone>
        {text('links.gone')}
      </Typography>
    );
  }
  const { uid, documentId, title, isPublished, address } = found;
  return (
    <Box
      padding={3}
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      style={{ overflowWrap: 'anywhere' }}
      data-link-entry={documentId}
    >
      <Flex direction="column" alignItems="flex-start" gap={1}>
        {title === null ? (
          <Typography textColor="neutral700">{text('links.unreadable')}</Typography>
        ) : (
          <Typography
            tag={Link}
            to={formAddress({ uid, documentId, locale: place.locale })}
            target="_blank"
            aria-label={text('links.open', { title })}
            fontWeight="semiBold"
            textColor="primary600"
          >
            {title}
          </Typography>
        )}
        <EntryLine {...found} />
        <Typography variant="pi" textColor="neutral700">
          {text(isPublished ? 'links.leads' : 'links.will-lead', { address })}
        </Typography>
        {!isPublished && (
          <Typography variant="pi" textColor="warning700">
            {text('links.unpublished.hint')}
          </Typography>
        )}
      </Flex>
    </Box>
  );
};
