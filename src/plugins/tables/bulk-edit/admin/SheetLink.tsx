import { Link, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '@strapi/design-system';
import { FileXls } from '@strapi/icons';
import { useQueryParams } from '@strapi/strapi/admin';
import { bulkEditAddress } from './address';
import { useMayUpdate } from './bulk-actions';
import { useTexts } from './texts';

type Query = { plugins?: { i18n?: { locale?: string } } };

/** Links a list to the page that edits its entries from a spreadsheet. */
export const SheetLink = () => {
  const text = useTexts();
  const { slug: model = '' } = useParams();
  const [{ query }] = useQueryParams<Query>();
  const { search } = useLocation();
  const mayUpdate = useMayUpdate(model);
  if (!mayUpdate) return null;
  return (
    <LinkButton
      tag={Link}
      to={bulkEditAddress(model, { locale: query.plugins?.i18n?.locale, list: search })}
      variant="secondary"
      size="S"
      startIcon={<FileXls />}
    >
      {text('bulk-edit.open')}
    </LinkButton>
  );
};
