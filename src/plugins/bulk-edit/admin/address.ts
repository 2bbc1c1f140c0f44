/** Where many entries of a type are changed at once. */
export const bulkEditAddress = (
  model: string,
  { locale, documents = [] }: { locale?: string; documents?: readonly string[] },
): string => {
  const query = new URLSearchParams();
  if (locale !== undefined) query.set('locale', locale);
  if (documents.length > 0) query.set('documents', documents.join(','));
  return `/plugins/bulk-edit/${model}?${query.toString()}`;
};
