import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { localizedError } from '../../../../../platform/http/localized-error';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import { type ListQuery, permittedQuery } from '../../../../../platform/strapi/permitted-query';
import type { DocumentMiddleware } from '../../../../../platform/documents/pipeline';
import { listErrors } from '../errors';
import { filtersFor } from './quick-filters';

/** Selection of a list of the panel, over all its pages. */
export type ListSelection = {
  /** Locale of the list; null if the type has none. */
  locale: string | null;
  /** Filters and search text. */
  query: ListQuery;
  /** Additional filter, as in the address. */
  question: string | null;
};

/** Parameters of Strapi's query engine. It does not search for text within conditions. */
type Query = { where: { $and: object[] }; _q?: string };

/**
 * Returns the query of the drafts in a list that the user may read.
 *
 * @param also additional condition
 * @throws listErrors.NO_SUCH_QUESTION, or a ValidationError if filters name unreadable fields
 */
export const buildListQuery = async (
  { strapi }: WithStrapi,
  {
    uid,
    ability,
    locale,
    query,
    question,
  }: ListSelection & { uid: UID.ContentType; ability: unknown },
  also: object = {},
): Promise<Query> => {
  const model = findModel({ strapi }, uid);
  const asked = question === null ? null : await filtersFor({ strapi }, uid, question);
  if (question !== null && asked === null) {
    throw localizedError({ strapi }, listErrors.NO_SUCH_QUESTION);
  }
  const { where, ...searched } = await permittedQuery({ strapi }, { ability, uid, query });
  return {
    ...searched,
    where: {
      $and: [
        where,
        ...(hasDrafts(model) ? [{ publishedAt: { $null: true } }] : []),
        ...(isLocalized(model) ? [{ locale }] : []),
        ...(asked === null ? [] : [asked]),
        also,
      ],
    },
  };
};

const parseList = validateZodSchema(
  z.object({
    filters: z.unknown().optional(),
    _q: z.string().max(1_000).optional(),
    question: z.string().max(200).optional(),
    locale: z.string().max(40).optional(),
  }),
);

/** Parses the query of a list's address, as the content manager sends it. */
export const parseListSelection = (asked: unknown): ListSelection => {
  const { filters, _q, question, locale } = parseList(asked);
  return {
    locale: locale ?? null,
    query: {
      ...(filters ? { filters } : {}),
      ...(_q ? { _q } : {}),
      ...(locale !== undefined && { locale }),
    },
    question: question ?? null,
  };
};

/** Returns whether a list is filtered. */
export const isFilteredList = ({ query, question }: ListSelection): boolean =>
  question !== null || query._q !== undefined || query.filters !== undefined;

const LIST = /^\/content-manager\/collection-types\/([^/]+)$/;

const isReading = (action: string): boolean => action === 'findMany' || action === 'count';

/** Filters the panel's lists by the question in their address. Permissions still apply. */
export const filterListedEntries = ({ strapi }: WithStrapi): DocumentMiddleware => {
  return async (context, next) => {
    const request = strapi.requestContext.get();
    const { question } = (request?.query ?? {}) as { question?: unknown };
    if (request === undefined || question === undefined || !isReading(context.action)) {
      return next();
    }
    const [, listed] = LIST.exec(request.path) ?? [];
    if (request.method !== 'GET' || listed !== context.uid) return next();
    const filters =
      typeof question === 'string' ? await filtersFor({ strapi }, context.uid, question) : null;
    if (filters === null) throw localizedError({ strapi }, listErrors.NO_SUCH_QUESTION);
    const params = context.params as { filters?: object };
    params.filters = { $and: [params.filters ?? {}, filters] };
    return next();
  };
};
