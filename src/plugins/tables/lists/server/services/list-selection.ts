import type { TypeRequest } from '#platform/http/request-person';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createLocalizedError } from '#platform/http/localized-error';
import { findModel, hasDrafts, isLocalized, type AttributeSchema } from '#platform/strapi/models';
import { type ListQuery, buildPermittedQuery } from '#platform/strapi/permitted-query';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { listErrors } from '../errors';
import { escapeIdentifier } from 'pg';
import { findPictureAttribute } from '#catalogue/entry-summary';
import type { Filters, ListFilter } from '#feature/feature';
import { listFiltersOf } from '#feature/application';
import type { Text } from '#feature/layout';
import { isContent } from '#catalogue/content-attributes';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { mayReadField } from '#feature/permission-filter';
import { runSqlInTransaction } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { type QuickFilter, quickFilters } from '../../lists';

const requireModel = ({ strapi }: WithStrapi, uid: string) => {
  const model = findModel({ strapi }, uid);
  if (model === undefined) throw new Error(`There is no ${uid}`);
  return model;
};

/** Returns the filter of documents whose drafts `d` and published versions `p` meet a condition. */
const readDocumentsFilter = async (
  { strapi }: WithStrapi,
  uid: string,
  condition: string,
  bindings: readonly unknown[] = [],
): Promise<Filters> => {
  const { name, column } = createTableLookup({ strapi })(uid);
  const [table, document, locale, published, updated] = [
    name,
    ...['documentId', 'locale', 'publishedAt', 'updatedAt'].map(column),
  ].map(escapeIdentifier);
  const { rows } = await runSqlInTransaction(
    { strapi },
    `with entries as (
       select d.${document} as document, d.${locale} as locale, p.id is not null as is_public,
              d.${updated} > p.${updated} as is_modified
         from ${table} d
         left join ${table} p on p.${document} = d.${document} and p.${locale} is not distinct from d.${locale}
                             and p.${published} is not null
        where d.${published} is null)
     select e.document from entries e group by e.document having ${condition}`,
    bindings,
  );
  return { documentId: { $in: rows.map(({ document: id }) => String(id)) } };
};

const withDrafts = ({ strapi }: WithStrapi, uid: UID.ContentType): boolean =>
  hasDrafts(requireModel({ strapi }, uid));

/** Filters that need no other feature. */
const ownFilters: readonly ListFilter[] = [
  {
    name: 'without-picture',
    appliesTo: ({ strapi }, uid) => {
      const picture = findPictureAttribute({ strapi }, uid);
      return picture !== undefined && mayReadField({ strapi }, uid, picture);
    },
    filters: ({ strapi }, { uid }) => ({
      [findPictureAttribute({ strapi }, uid) ?? '']: { id: { $null: true } },
    }),
  },
  {
    name: 'without-language',
    appliesTo: ({ strapi }, uid) =>
      isLocalized(requireModel({ strapi }, uid)) && withDrafts({ strapi }, uid),
    filters: ({ strapi }, { uid, value }) =>
      readDocumentsFilter({ strapi }, uid, 'not bool_or(e.locale = ?)', [value]),
  },
  {
    name: 'modified',
    appliesTo: withDrafts,
    filters: ({ strapi }, { uid }) =>
      readDocumentsFilter({ strapi }, uid, 'bool_or(e.is_modified)'),
  },
  {
    name: 'never-published',
    appliesTo: withDrafts,
    filters: ({ strapi }, { uid }) =>
      readDocumentsFilter({ strapi }, uid, 'not bool_or(e.is_public)'),
  },
];

const filterNamed = ({ strapi }: WithStrapi, name: string): ListFilter | undefined =>
  [...ownFilters, ...listFiltersOf({ strapi })].find((filter) => filter.name === name);

/** Returns the heading of a list for the active filter; null if the filter has none. */
export const findListHeading = async (
  { strapi }: WithStrapi,
  { uid, chosen }: { uid: UID.ContentType; chosen: string },
): Promise<Text | null> => {
  const [name = '', value = ''] = chosen.split(':');
  return (await filterNamed({ strapi }, name)?.titleOf?.({ strapi }, { uid, value })) ?? null;
};

export const listQuickFilters = ({ strapi }: WithStrapi, uid: UID.ContentType): QuickFilter[] =>
  quickFilters.filter((name) => filterNamed({ strapi }, name)?.appliesTo({ strapi }, uid));

const isRelation = (name: string, schema: AttributeSchema | undefined): boolean =>
  isContent(name) && schema?.type === 'relation' && schema.target?.startsWith('api::') === true;

/** Relation of a list, and the attribute that names the related entries. */
export type NamedRelation = {
  attribute: string;
  target: UID.ContentType;
  naming: 'title' | 'name';
};

/** Returns the relations of a type and the names of related entries, as far as the user may read both. */
export const listReadableRelations = (
  { strapi }: WithStrapi,
  { uid, ability }: TypeRequest,
): NamedRelation[] => {
  const access = createEntryAccess({ strapi }, { ability, uid });
  return Object.entries(requireModel({ strapi }, uid).attributes).flatMap(([attribute, schema]) => {
    if (!isRelation(attribute, schema) || !access.may('read', attribute)) return [];
    const target = schema?.target as UID.ContentType;
    const attributes = findModel({ strapi }, target)?.attributes ?? {};
    const related = createEntryAccess({ strapi }, { ability, uid: target });
    const naming = (['title', 'name'] as const).find(
      (name) => attributes[name] !== undefined && related.may('read', name),
    );
    return naming === undefined ? [] : [{ attribute, target, naming }];
  });
};

/**
 * Returns the conditions of a list filter.
 *
 * @param value as in the address: `modified`, `without-language:en`, `of:protagonists:abc123`,
 * `finding:PRICE_ABOVE_FULL:es`
 * @returns null if the type has no such filter
 */
const resolveFilters = async (
  { strapi }: WithStrapi,
  uid: UID.ContentType,
  value: string,
): Promise<Filters | null> => {
  const [kind = '', name = '', id = ''] = value.split(':');
  if (kind === 'of') {
    const schema = requireModel({ strapi }, uid).attributes[name];
    return isRelation(name, schema) && mayReadField({ strapi }, uid, name)
      ? { [name]: { documentId: { $eq: id } } }
      : null;
  }
  const filter = filterNamed({ strapi }, kind);
  return filter?.appliesTo({ strapi }, uid) === true
    ? filter.filters({ strapi }, { uid, value: name, locale: id })
    : null;
};

/** Selection of a list of the panel, over all its pages. */
export type ListSelection = {
  /** Locale of the list; null if the type has none. */
  locale: string | null;
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
  { uid, ability, locale, query, question }: ListSelection & TypeRequest,
  also: object = {},
): Promise<Query> => {
  const model = findModel({ strapi }, uid);
  const questionFilters =
    question === null ? null : await resolveFilters({ strapi }, uid, question);
  if (question !== null && questionFilters === null) {
    throw createLocalizedError({ strapi }, listErrors.NO_SUCH_QUESTION);
  }
  const { where, ...searched } = await buildPermittedQuery({ strapi }, { ability, uid, query });
  return {
    ...searched,
    where: {
      $and: [
        where,
        ...(hasDrafts(model) ? [{ publishedAt: { $null: true } }] : []),
        ...(isLocalized(model) ? [{ locale }] : []),
        ...(questionFilters === null ? [] : [questionFilters]),
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
export const parseListSelection = (query: unknown): ListSelection => {
  const { filters, _q, question, locale } = parseList(query);
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
      typeof question === 'string' ? await resolveFilters({ strapi }, context.uid, question) : null;
    if (filters === null) throw createLocalizedError({ strapi }, listErrors.NO_SUCH_QUESTION);
    const params = context.params as { filters?: object };
    params.filters = { $and: [params.filters ?? {}, filters] };
    return next();
  };
};
