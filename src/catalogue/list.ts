import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import { defaultPageSize, type ListQuery } from '../http/pagination';
import type { ReadOptions, View } from '../reading/view';

/** The catalogue's own order. The identity breaks ties, so that pages neither repeat nor skip. */
export const catalogueOrder = ['order', 'documentId', 'locale'] as const;

type Paging = Pick<ListQuery, 'page' | 'pageSize'>;

/**
 * A list endpoint's answer: everything that matches or, once the request mentions a page, that page and
 * where it stands among the others.
 */
export const listAnswer = async <C extends z.ZodType>(
  view: View,
  uid: UID.ContentType,
  contract: C,
  options: ReadOptions,
  { page, pageSize }: Paging,
) => {
  const ordered = { sort: catalogueOrder, ...options };
  if (page === undefined && pageSize === undefined) {
    return { data: await view.many(uid, contract, ordered) };
  }
  const [at, size] = [page ?? 1, pageSize ?? defaultPageSize];
  const [data, total] = await Promise.all([
    view.many(uid, contract, ordered, { start: (at - 1) * size, limit: size }),
    view.count(uid, ordered),
  ]);
  const pagination = { page: at, pageSize: size, pageCount: Math.ceil(total / size), total };
  return { data, meta: { pagination } };
};
