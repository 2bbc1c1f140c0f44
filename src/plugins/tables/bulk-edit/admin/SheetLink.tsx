import { Link, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '@strapi/design-system';
import { FileXls } from '@strapi/icons';
import { usePanelLocale } from '../../../../platform/admin/use-panel-locale';
import { bulkEditAddress } from './address';
import { useMayUpdate } from './bulk-actions';
import { useTexts } from './texts';

/** Links a list to the page that edits its entries from a spreadsheet. */
export const SheetLink = () => {
  const text = useTexts();
  const { slug: model = '' } = useParams();
  const locale = usePanelLocale();
  const { search } = useLocation();
  const mayUpdate = useMayUpdate(model);
  if (!mayUpdate) return null;
  return (
    <LinkButton
      tag={Link}
      to={bulkEditAddress(model, { locale, list: search })}
      variant="secondary"
      size="S"
      startIcon={<FileXls />}
    >
      {text('bulk-edit.open')}
    </LinkButton>
  );
};
