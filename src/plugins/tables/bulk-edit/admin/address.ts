import { narrowingOf } from '../../../../feature/admin/list-query';

type Asked = {
  locale?: string;
  documents?: readonly string[];
  /** The query of the list from which one comes. */
  list?: string;
};

/** The list of a type, in a language where it has some. */
export const listAddress = (model: string, locale: string | null): string =>
  `/content-manager/collection-types/${model}${locale === null ? '' : `?plugins[i18n][locale]=${locale}`}`;

/** Where some entries of a type are shown somewhere. */
export const placeAddress = (
  model: string,
  { locale, documents = [] }: Pick<Asked, 'locale' | 'documents'>,
): string => {
  const query = new URLSearchParams({
    ...(locale !== undefined && { locale }),
    documents: documents.join(','),
  });
  return `/plugins/bulk-edit/${model}/places?${query.toString()}`;
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
