import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Typography } from '@strapi/design-system';
import { pageAddress, type ShowingPage } from './shown-on';

/** The pages as links, a line each. */
export const ShownOnList = ({ pages }: { pages: readonly ShowingPage[] }) => {
  const { formatMessage } = useIntl();
  return (
    <Box tag="ul" width="100%">
      {pages.map((page) => (
        <Box tag="li" key={`${page.uid} ${page.documentId} ${page.locale}`} paddingBottom={1}>
          <Typography tag={Link} to={pageAddress(page)} textColor="primary600">
            {[
              // Content types have their translations under their own names.
              formatMessage({ id: page.page, defaultMessage: page.page }),
              page.vertical,
              page.locale,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
