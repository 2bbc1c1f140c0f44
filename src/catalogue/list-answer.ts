import type { UID } from '@strapi/types';
import type { z } from '@strapi/utils';
import {
  type ListQuery,
  buildPagination,
  getRequestedPage,
  computeWindow,
} from '#platform/http/pagination';
import type { ReadOptions, View } from '#delivery/view';

/**
 * The catalogue's default order. `documentId` and `locale` break ties, so that pages neither repeat
 * nor skip entries.
 */
export const catalogueOrder = ['order', 'documentId', 'locale'] as const;

type Paging = Pick<ListQuery, 'page' | 'pageSize'> & { fields?: readonly string[] | undefined };

/**
 * Returns the response of a list endpoint: all matches, or the requested page with its pagination.
 */
export const listAnswer = async <C extends z.ZodType>(
  view: View,
  uid: UID.ContentType,
  contract: C,
  options: ReadOptions,
  query: Paging,
) => {
  const ordered = { sort: catalogueOrder, ...options, fields: query.fields };
  const page = getRequestedPage(query);
  if (page === null) return { data: await view.readMany(uid, contract, ordered) };
  const [data, total] = await Promise.all([
    view.readMany(uid, contract, ordered, computeWindow(page)),
    view.count(uid, { sort: catalogueOrder, ...options }),
  ]);
  return { data, meta: { pagination: buildPagination(page, total) } };
};
