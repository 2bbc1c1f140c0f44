import { defaultPageSize, type ListQuery } from '../../../http/pagination';
import type { Json } from '../../../reading/json';

/**
 * A list that is read as a whole because somebody has put it in order, or the page of it that was asked
 * for and where that stands among the others.
 */
export const pageOf = <T>(
  whole: Json<T[]>,
  { page, pageSize }: Pick<ListQuery, 'page' | 'pageSize'>,
) => {
  if (page === undefined && pageSize === undefined) return { data: whole };
  const [at, size] = [page ?? 1, pageSize ?? defaultPageSize];
  const items = whole.parse();
  const total = items.length;
  const pagination = { page: at, pageSize: size, pageCount: Math.ceil(total / size), total };
  return { data: items.slice((at - 1) * size, at * size), meta: { pagination } };
};
