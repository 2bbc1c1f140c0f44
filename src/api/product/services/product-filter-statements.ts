import type { UID } from '@strapi/types';
import { escapeIdentifier as name } from 'pg';
import type { z } from '@strapi/utils';
import type { ProductSort } from '#catalogue/product-filters';
import { buildTotalSql } from '#catalogue/money/product-prices';
import { createModelLookup } from '#delivery/plan/model';
import type { RequestParameters } from '#delivery/readers/reader';
import { parseReferences } from '#delivery/selections/selection-cache';
import type { View } from '#delivery/view';
import { COLLATE_BY_LETTERS } from '#platform/database/sorted-texts';
import {
  buildPagination,
  getRequestedPage,
  computeWindow,
  type ListQuery,
} from '#platform/http/pagination';
import { createTableLookup } from '#platform/strapi/tables';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { BUSINESS_LINE } from '#catalogue/business-line';

const PRODUCT = 'api::product.product';
/** Relations that filters name entries of, by parameter. */
const relations = {
  category: { attribute: 'categories', uid: 'api::category.category' },
  channel: { attribute: 'channels', uid: 'api::channel.channel' },
  protagonist: { attribute: 'protagonists', uid: 'api::protagonist.protagonist' },
} as const;

const relationNames = Object.keys(relations) as (keyof typeof relations)[];

type Names = readonly string[] | undefined;

/** Filters and order of a list of products. */
export type ProductFilters = Partial<Record<keyof typeof relations, Names>> & {
  priceFrom?: number | undefined;
  priceTo?: number | undefined;
  sort?: ProductSort | undefined;
};

type Query = ListQuery & ProductFilters & { fields?: Names };

/** Returns whether a list differs from the whole catalogue in its own order. */
export const isFiltered = ({ priceFrom, priceTo, sort = 'position', ...query }: Query): boolean =>
  sort !== 'position' ||
  priceFrom !== undefined ||
  priceTo !== undefined ||
  relationNames.some((relation) => query[relation] !== undefined);

/**
 * Returns the statements of filtered lists by their order. Each returns one text: the number of
 * products, and the documents of the page.
 *
 *     12 documentId:locale,documentId:locale
 *
 * The parameters are: $1 language, $2 product types, $3 business line, $4 to $6 entries of the
 * relations, $7 and $8 the price, $9 and $10 the page. Null parameters select everything, so that
 * there is one statement for each order. PostgreSQL evaluates each sub-select once, and only if
 * its parameter is set.
 */
export const createFilterStatements = ({ strapi }: WithStrapi): ((sort: ProductSort) => string) => {
  const models = createModelLookup({ strapi });
  const tables = createTableLookup({ strapi });
  const products = tables(PRODUCT);
  const buildColumnSql = (attribute: string): string => `d.${name(products.column(attribute))}`;

  const buildLinkCondition = (attribute: string, uid: string, condition: string): string => {
    const link = products.link(attribute);
    return (
      `d.id IN (SELECT l.${name(link.from)} FROM ${name(link.table)} l ` +
      `JOIN ${name(tables(uid).name)} t ON t.id = l.${name(link.to)} WHERE ${condition})`
    );
  };

  /** Products link to entries of their own language, which may have another slug. */
  const ofEntries = (relation: keyof typeof relations, parameter: string): string => {
    const { attribute, uid } = relations[relation];
    const target = tables(uid);
    const ofLanguage = models(uid).isLocalized ? ' AND ($1::text IS NULL OR n.locale = $1)' : '';
    return buildLinkCondition(
      attribute,
      uid,
      `t.document_id IN (SELECT n.document_id FROM ${name(target.name)} n WHERE n.published_at IS NOT NULL ` +
        `AND (n.document_id = ANY(${parameter}) OR n.${name(target.column('slug'))} = ANY(${parameter})${ofLanguage}))`,
    );
  };

  const total = buildTotalSql(buildColumnSql);
  const conditions = [
    'd.published_at IS NOT NULL',
    '($1::text IS NULL OR d.locale = $1)',
    `($2::text[] IS NULL OR ${buildColumnSql('type')} = ANY($2))`,
    `($3::text IS NULL OR ${buildLinkCondition('verticals', BUSINESS_LINE, `t.${name(tables(BUSINESS_LINE).column('slug'))} = $3`)})`,
    ...relationNames.map((relation, index) => {
      const parameter = `$${index + 4}`;
      return `(${parameter}::text[] IS NULL OR ${ofEntries(relation, parameter)})`;
    }),
    `($7::numeric IS NULL OR ${total} >= $7)`,
    `($8::numeric IS NULL OR ${total} <= $8)`,
  ].join(' AND ');

  const orders: Record<string, string> = {
    position: buildColumnSql('order'),
    title: `${buildColumnSql('title')} ${COLLATE_BY_LETTERS}`,
    price: total,
    date: 'd.published_at',
  };

  const statements = new Map<ProductSort, string>();
  const write = (sort: ProductSort): string => {
    const direction = sort.startsWith('-') ? ' DESC' : '';
    const heading = `${orders[sort.replace('-', '')] ?? ''}${direction} NULLS LAST`;
    const order = [heading, buildColumnSql('order'), 'd.document_id', 'd.locale', 'd.id'].join(
      ', ',
    );
    return (
      `WITH found AS MATERIALIZED (SELECT d.document_id || ':' || coalesce(d.locale, '') AS k, ` +
      `row_number() OVER (ORDER BY ${order}) AS at FROM ${name(products.name)} d WHERE ${conditions}) ` +
      `SELECT (SELECT count(*) FROM found) || ' ' || coalesce((SELECT string_agg(p.k, ',' ORDER BY p.at) ` +
      `FROM (SELECT f.k, f.at FROM found f ORDER BY f.at LIMIT $9::int OFFSET $10::int) p), '')`
    );
  };
  return (sort) => {
    const statement = statements.get(sort) ?? write(sort);
    statements.set(sort, statement);
    return statement;
  };
};

/** Returns the response of a filtered list: all matches, or the requested page. */
export const answerFilteredList = async <C extends z.ZodType>(
  view: View,
  contract: C,
  statementOf: (sort: ProductSort) => string,
  types: readonly string[] | null,
  { lang, vertical, priceFrom, priceTo, sort = 'position', fields, ...query }: Query,
  parameters: RequestParameters,
) => {
  const page = getRequestedPage(query);
  const { start, limit } = page === null ? { start: 0, limit: null } : computeWindow(page);
  const usedRelations = relationNames.filter((relation) => query[relation] !== undefined);
  const dependencies: UID.ContentType[] = [
    PRODUCT,
    ...(vertical === undefined ? [] : [BUSINESS_LINE as UID.ContentType]),
    ...usedRelations.map((relation) => relations[relation].uid),
  ];
  const text = await view.selectBy(
    statementOf(sort),
    [
      ...[lang ?? null, types, vertical ?? null],
      ...relationNames.map((relation) => query[relation] ?? null),
      ...[priceFrom ?? null, priceTo ?? null, limit, start],
    ],
    dependencies,
  );
  const gap = text.indexOf(' ');
  const references = parseReferences(text.slice(gap + 1));
  const data = await view.readReferences(PRODUCT, contract, references, {
    parameters,
    fields,
  });
  return page === null
    ? { data }
    : { data, meta: { pagination: buildPagination(page, Number(text.slice(0, gap))) } };
};
