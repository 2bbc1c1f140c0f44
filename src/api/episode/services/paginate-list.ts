import { pickFields } from '../../../catalogue/card';
import {
  type ListQuery,
  paginationOf,
  requestedPage,
  windowOf,
} from '../../../platform/http/pagination';
import type { Json } from '../../../delivery/json';

type Query = Pick<ListQuery, 'page' | 'pageSize'> & { fields?: readonly string[] | undefined };

/**
 * Returns a list, or its requested page with the pagination; its items have the requested fields.
 * Its manual order requires reading it as a whole.
 */
export const paginateList = <T extends object>(whole: Json<T[]>, { fields, ...query }: Query) => {
  const page = requestedPage(query);
  if (page === null) {
    return { data: fields === undefined ? whole : pickFields(whole.parse(), fields) };
  }
  const items = whole.parse();
  const { start, limit } = windowOf(page);
  return {
    data: pickFields(items.slice(start, start + limit), fields),
    meta: { pagination: paginationOf(page, items.length) },
  };
};
