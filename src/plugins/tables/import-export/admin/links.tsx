import { pickListFilters } from '#platform/admin/panel-addresses';
import { Link, useLocation, useParams } from 'react-router-dom';
import { LinkButton } from '@strapi/design-system';
import { File } from '@strapi/icons';
import { usePanelLocale } from '#platform/admin/named-languages';
import { useTexts } from './texts';

/** Path of the page for imports and exports. */
export const IMPORT_EXPORT = '/plugins/import-export';

export const runAddress = (id: string): string => `${IMPORT_EXPORT}/runs/${id}`;

/**
 * Returns the address for exporting the entries of a list.
 *
 * @param list query of the list's address
 */
export const exportAddress = (
  uid: string,
  { locale, list }: { locale?: string | undefined; list: string },
): string => {
  const narrowing = pickListFilters(list);
  const query = new URLSearchParams({ uid });
  if (narrowing !== '') query.set('list', narrowing);
  if (narrowing !== '' && locale !== undefined) query.set('locale', locale);
  return `${IMPORT_EXPORT}?${query.toString()}`;
};

/**
 * Returns the list's query for the server, from an address that {@link exportAddress} made. Empty:
 * no list.
 */
export const listIn = (query: URLSearchParams): string => {
  const list = new URLSearchParams(query.get('list') ?? '');
  if (list.size === 0) return '';
  const locale = query.get('locale');
  if (locale !== null) list.set('locale', locale);
  return list.toString();
};

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
