import { Link, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '@strapi/design-system';
import { File } from '@strapi/icons';
import { usePanelLocale } from '../../../../platform/admin/named-languages';
import { exportAddress } from './addresses';
import { useTexts } from './texts';

/** Links a list to the page that exports its entries to a file and imports them from one. */
export const FileLink = () => {
  const text = useTexts();
  const { slug: model = '' } = useParams();
  const locale = usePanelLocale();
  const { search } = useLocation();
  if (!model.startsWith('api::')) return null;
  return (
    <LinkButton
      tag={Link}
      to={exportAddress(model, { locale, list: search })}
      variant="secondary"
      size="S"
      startIcon={<File />}
    >
      {text('import-export.open')}
    </LinkButton>
  );
};
