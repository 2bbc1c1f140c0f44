type Asked = {
  locale?: string;
  documents?: readonly string[];
  /** The query of the list from which one comes. */
  list?: string;
};

/** What of a list's query says which entries it shows. */
const narrowing = (list: string): string =>
  new URLSearchParams(
    [...new URLSearchParams(list)].filter(
      ([name]) => name === '_q' || name === 'question' || name.startsWith('filters['),
    ),
  ).toString();

/** Where many entries of a type are changed at once. */
export const bulkEditAddress = (
  model: string,
  { locale, documents = [], list = '' }: Asked,
): string => {
  const query = new URLSearchParams();
  if (locale !== undefined) query.set('locale', locale);
  if (documents.length > 0) query.set('documents', documents.join(','));
  if (narrowing(list) !== '') query.set('list', narrowing(list));
  return `/plugins/bulk-edit/${model}?${query.toString()}`;
};
