import { z } from '@strapi/utils';
import { langParam, verticalParam, integerParam } from './primitives';

/** Number of entries a page, when a request names only the page. */
const defaultPageSize = 25;

/**
 * The optional parameters of every catalogue list. Without `page` and `pageSize`, a list is
 * complete.
 */
export const listQuery = z.strictObject({
  lang: langParam.optional(),
  vertical: verticalParam.optional(),
  page: integerParam({ min: 1, max: 1_000_000 }).optional().describe('Number of the page, from 1.'),
  pageSize: integerParam({ min: 1, max: 100 })
    .optional()
    .describe(`Entries a page; ${defaultPageSize} unless given with \`page\`.`),
});

export type ListQuery = z.output<typeof listQuery>;

type RequestedPage = { page: number; pageSize: number };

/** Returns the requested page; null for a complete list. */
export const getRequestedPage = ({
  page,
  pageSize,
}: Pick<ListQuery, 'page' | 'pageSize'>): RequestedPage | null =>
  page === undefined && pageSize === undefined
    ? null
    : { page: page ?? 1, pageSize: pageSize ?? defaultPageSize };

/** Returns the offset and number of a page's entries. */
export const computeWindow = ({ page, pageSize }: RequestedPage) => ({
  start: (page - 1) * pageSize,
  limit: pageSize,
});

export const buildPagination = ({ page, pageSize }: RequestedPage, total: number) => ({
  page,
  pageSize,
  pageCount: Math.ceil(total / pageSize),
  total,
});

export const pagination = z.strictObject({
  page: z.int(),
  pageSize: z.int(),
  pageCount: z.int(),
  total: z.int(),
});

/** Returns the schema `{ data }` of one item. */
export const dataOf = <T extends z.ZodType>(item: T) => z.strictObject({ data: item });

/** Returns the schema `{ data: [...] }`, with `meta.pagination` when a page is requested. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    meta: z.strictObject({ pagination }).optional(),
  });
