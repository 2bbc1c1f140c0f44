import { Link, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '@strapi/design-system';
import { File } from '@strapi/icons';
import { useQueryParams } from '@strapi/strapi/admin';
import { exportAddress } from './addresses';
import { useTexts } from './texts';

type Query = { plugins?: { i18n?: { locale?: string } } };

/** Links a list to the page that exports its entries to a file and imports them from one. */
export const FileLink = () => {
  const text = useTexts();
  const { slug: model = '' } = useParams();
  const [{ query }] = useQueryParams<Query>();
  const { search } = useLocation();
  if (!model.startsWith('api::')) return null;
  return (
    <LinkButton
      tag={Link}
      to={exportAddress(model, { locale: query.plugins?.i18n?.locale, list: search })}
      variant="secondary"
      size="S"
      startIcon={<File />}
    >
      {text('import-export.open')}
    </LinkButton>
  );
};
