import { narrowingOf } from '../../../../platform/admin/list-query';

type GridSelection = {
  locale?: string;
  documents?: readonly string[];
  /** Query of the list from which the user comes. */
  list?: string;
};

/** Returns the address of the page that adds entries to a place. */
export const placeAddress = (
  model: string,
  { locale, documents = [] }: Pick<GridSelection, 'locale' | 'documents'>,
): string => {
  const query = new URLSearchParams({
    ...(locale !== undefined && { locale }),
    documents: documents.join(','),
  });
  return `/plugins/bulk-edit/${model}/places?${query.toString()}`;
};

/** Returns the address of the bulk edit page of a type. */
export const bulkEditAddress = (
  model: string,
  { locale, documents = [], list = '' }: GridSelection,
): string => {
  const query = new URLSearchParams();
  if (locale !== undefined) query.set('locale', locale);
  if (documents.length > 0) query.set('documents', documents.join(','));
  if (narrowingOf(list) !== '') query.set('list', narrowingOf(list));
  return `/plugins/bulk-edit/${model}?${query.toString()}`;
};
