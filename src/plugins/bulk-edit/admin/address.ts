import { narrowingOf } from '../../../feature/admin/list-query';

type Asked = {
  locale?: string;
  documents?: readonly string[];
  /** The query of the list from which one comes. */
  list?: string;
};

/** Where many entries of a type are changed at once. */
export const bulkEditAddress = (
  model: string,
  { locale, documents = [], list = '' }: Asked,
): string => {
  const query = new URLSearchParams();
  if (locale !== undefined) query.set('locale', locale);
  if (documents.length > 0) query.set('documents', documents.join(','));
  if (narrowingOf(list) !== '') query.set('list', narrowingOf(list));
  return `/plugins/bulk-edit/${model}?${query.toString()}`;
};
