import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Flex, Status, Typography } from '@strapi/design-system';
import type { PageVersion } from '../overview';
import { formAddress } from '../../../../platform/admin/form-address';
import { previewAddress } from './addresses';
import { useTexts } from './texts';

const variants = { published: 'success', modified: 'alternative', draft: 'secondary' } as const;

type Names = { page: string; line: string; language: string };

/** Shows the state of a page in one language, its last save, and links to it. */
export const PageCell = ({
  uid,
  version,
  names,
}: {
  uid: string;
  version: PageVersion;
  names: Names;
}) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const { documentId, locale, state, updatedAt, updatedBy, entryErrors } = version;
  const words = text(`site.state.${state}`);
  return (
    <Flex wrap="wrap" gap={2}>
      <Status variant={variants[state]} size="S">
        <Typography tag="span" variant="pi" fontWeight="bold">
          <Link
            to={formAddress({ uid, documentId, locale })}
            style={{ color: 'inherit' }}
            aria-label={text('site.open.of', { state: words, ...names })}
          >
            {words}
          </Link>
        </Typography>
      </Status>
      <Typography variant="pi" textColor="neutral600">
        {text('site.saved', {
          when: formatDate(updatedAt, { dateStyle: 'short', timeStyle: 'short' }),
          who: updatedBy ?? text('site.nobody'),
        })}
      </Typography>
      {entryErrors > 0 && (
        <Typography variant="pi" textColor="danger600">
          {text('site.errors', { count: entryErrors })}
        </Typography>
      )}
      <Typography
        tag={Link}
        to={previewAddress(uid, documentId, locale)}
        variant="pi"
        textColor="primary600"
        aria-label={text('site.preview.of', names)}
      >
        {text('site.preview')}
      </Typography>
    </Flex>
  );
};
