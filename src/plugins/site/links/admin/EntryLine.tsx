import { useIntl } from 'react-intl';
import { Flex, Status, Typography } from '@strapi/design-system';
import type { Candidate } from './entries';
import { useTexts } from './texts';

/**
 * Shows the type, business lines and state of an entry, so that entries of the same name can be
 * distinguished.
 */
export const EntryLine = ({ type, lines, isPublished }: Candidate) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return (
    <Flex gap={2} wrap="wrap">
      <Typography variant="pi" textColor="neutral600">
        {[formatMessage({ id: type, defaultMessage: type }), ...lines].join(' · ')}
      </Typography>
      <Status variant={isPublished ? 'success' : 'secondary'} size="XS">
        <Typography
          variant="pi"
          fontWeight="bold"
          textColor={isPublished ? 'success700' : 'secondary700'}
        >
          {text(isPublished ? 'links.published' : 'links.unpublished')}
        </Typography>
      </Status>
    </Flex>
  );
};
