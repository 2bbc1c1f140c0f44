import { z } from '@strapi/utils';
import { langParam, verticalParam } from './primitives';
import { integerParam } from './query-numbers';

/** How many entries a page has when a request names the page only. */
const defaultPageSize = 25;

/** The optional parameters of every catalogue list; without any, a list is complete. */
export const listQuery = z.strictObject({
  lang: langParam.optional(),
  vertical: verticalParam.optional(),
  page: integerParam({ min: 1, max: 1_000_000 }).optional().describe('Page to answer, from 1.'),
  pageSize: integerParam({ min: 1, max: 100 })
    .optional()
    .describe(`Entries a page; ${defaultPageSize} unless given with \`page\`.`),
});

export type ListQuery = z.output<typeof listQuery>;

type RequestedPage = { page: number; pageSize: number };

/** The page that a request asks for; null where it wants a list as a whole. */
export const requestedPage = ({
  page,
  pageSize,
}: Pick<ListQuery, 'page' | 'pageSize'>): RequestedPage | null =>
  page === undefined && pageSize === undefined
    ? null
    : { page: page ?? 1, pageSize: pageSize ?? defaultPageSize };

/** Which entries of a list are on a page. */
export const windowOf = ({ page, pageSize }: RequestedPage) => ({
  start: (page - 1) * pageSize,
  limit: pageSize,
});

/** Where a page stands among the others. */
export const paginationOf = ({ page, pageSize }: RequestedPage, total: number) => ({
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

/** `{ data }` around one thing. */
export const dataOf = <T extends z.ZodType>(item: T) => z.strictObject({ data: item });

/** `{ data: [...] }`, with `meta.pagination` when a page was asked for. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    meta: z.strictObject({ pagination }).optional(),
  });
