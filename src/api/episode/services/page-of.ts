import {
  type ListQuery,
  paginationOf,
  requestedPage,
  windowOf,
} from '../../../platform/http/pagination';
import type { Json } from '../../../delivery/json';

/**
 * A list that is read as a whole because somebody has put it in order, or the page of it that was asked
 * for and where that stands among the others.
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
