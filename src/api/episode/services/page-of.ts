import {
  type ListQuery,
  paginationOf,
  requestedPage,
  windowOf,
} from '../../../platform/http/pagination';
import type { Json } from '../../../delivery/json';

/**
 * Returns a list that is read as a whole because of its manual order, or its requested page with
 * the pagination.
 */
export const pageOf = <T>(whole: Json<T[]>, query: Pick<ListQuery, 'page' | 'pageSize'>) => {
  const page = requestedPage(query);
  if (page === null) return { data: whole };
  const items = whole.parse();
  const { start, limit } = windowOf(page);
  return {
    data: items.slice(start, start + limit),
    meta: { pagination: paginationOf(page, items.length) },
  };
};
