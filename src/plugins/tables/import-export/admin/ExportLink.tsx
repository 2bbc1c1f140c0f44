import { Link, useLocation, useParams } from 'react-router-dom';
import { IconButton } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { useQueryParams } from '@strapi/strapi/admin';
import { exportAddress } from './addresses';
import { useTexts } from './texts';

type Query = { plugins?: { i18n?: { locale?: string } } };

/** Links from a list to the export of its entries. */
export const ExportLink = () => {
  const text = useTexts();
  const { slug: model = '' } = useParams();
  const [{ query }] = useQueryParams<Query>();
  const { search } = useLocation();
  if (!model.startsWith('api::')) return null;
  return (
    <IconButton
      tag={Link}
      to={exportAddress(model, { locale: query.plugins?.i18n?.locale, list: search })}
      label={text('import-export.open')}
      size="S"
    >
      <Download />
    </IconButton>
  );
};
