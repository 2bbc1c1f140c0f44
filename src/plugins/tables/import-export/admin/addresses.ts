import { narrowingOf } from '../../../../feature/admin/list-query';

/** Where entries are imported and exported, and where one sees what becomes of it. */
export const IMPORT_EXPORT = '/plugins/import-export';

export const runAddress = (id: string): string => `${IMPORT_EXPORT}/runs/${id}`;

/**
 * Where the entries of a list are exported.
 *
 * @param list the query of the list's address
 */
export const exportAddress = (
  uid: string,
  { locale, list }: { locale?: string | undefined; list: string },
): string => {
  const narrowing = narrowingOf(list);
  const query = new URLSearchParams({ uid });
  if (narrowing !== '') query.set('list', narrowing);
  if (narrowing !== '' && locale !== undefined) query.set('locale', locale);
  return `${IMPORT_EXPORT}?${query.toString()}`;
};

/** The query by which the service knows a list, out of the address that {@link exportAddress} makes; empty: there is none. */
export const listIn = (query: URLSearchParams): string => {
  const list = new URLSearchParams(query.get('list') ?? '');
  if (list.size === 0) return '';
  const locale = query.get('locale');
  if (locale !== null) list.set('locale', locale);
  return list.toString();
};
