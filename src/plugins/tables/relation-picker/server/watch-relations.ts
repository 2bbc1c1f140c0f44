import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import { escapeIdentifier } from 'pg';
import { readPerson } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { findLineAttribute } from '#catalogue/entry-summary';
import { mayReadField } from '#feature/permission-filter';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel } from '#platform/strapi/models';
import { buildPermittedWhere, buildPermittedRowsSql } from '#platform/strapi/permitted-query';
import { getTable, sql } from '#platform/strapi/queries';
import { addContentManagerMiddleware } from '#platform/strapi/routes';
import { BUSINESS_LINE } from '#catalogue/business-line';
import { compareTexts } from '#catalogue/comparable-text';
import { createTableLookup } from '#platform/strapi/tables';
import { readListRows, type RowsQuery } from '../../lists';
import type { EntryDetails } from '../describe';

const PRODUCT = 'api::product.product';

/** Returns the attribute by which products refer to a type; null if they do not. */
const findProductAttribute = ({ strapi }: WithStrapi, uid: string): string | null => {
  const attributes = Object.values(findModel({ strapi }, uid)?.attributes ?? {});
  return attributes.find((attribute) => attribute?.target === PRODUCT)?.mappedBy ?? null;
};

type ProductRelation = { count: number; lines: readonly string[] };

/** Counts the readable products that refer to each entry, and reads their business lines. */
const ofProducts = async (
  { strapi }: WithStrapi,
  { uid, ability, documents }: RowsQuery,
  attribute: string,
): Promise<ReadonlyMap<string, ProductRelation>> => {
  const tables = createTableLookup({ strapi });
  const names = tables(PRODUCT).link(attribute);
  const lines = tables(PRODUCT).link('verticals');
  const permitted = await buildPermittedRowsSql({ strapi }, { ability, uid: PRODUCT });
  const as = (name: string): string => escapeIdentifier(name);
  const { rows } = await sql(
    { strapi },
    `select t.document_id as id, count(distinct p.document_id) as count,
       array_agg(distinct v.name) filter (where v.name is not null) as lines
     from ${as(tables(uid).name)} t
       join ${as(names.table)} l on l.${as(names.to)} = t.id
       join ${as(tables(PRODUCT).name)} p on p.id = l.${as(names.from)}
       left join ${as(lines.table)} pl on pl.${as(lines.from)} = p.id
       left join ${as(tables('api::vertical.vertical').name)} v on v.id = pl.${as(lines.to)}
     where t.document_id = any(string_to_array(?, ',')) and p.id in (${permitted.sql})
     group by t.document_id`,
    [documents.join(','), ...permitted.bindings],
  );
  return new Map(
    rows.map(({ id, count, lines: ownLines }) => [
      String(id),
      { count: Number(count), lines: ((ownLines ?? []) as string[]).toSorted(compareTexts) },
    ]),
  );
};

/** Returns the details that distinguish entries of the same name, for readable entries. */
const findEntryDetails = async (
  context: WithStrapi,
  query: RowsQuery,
): Promise<ReadonlyMap<string, EntryDetails>> => {
  const { uid, ability } = query;
  if (!createEntryAccess(context, { ability, uid }).may('read') || query.documents.length === 0) {
    return new Map();
  }
  const { rows } = await readListRows(context, query);
  const attribute = findProductAttribute(context, uid);
  const mayCount = createEntryAccess(context, { ability, uid: PRODUCT }).may('read');
  const counts =
    attribute === null || !mayCount ? null : await ofProducts(context, query, attribute);
  const hasLines = findLineAttribute(context, uid) !== null;
  return new Map(
    rows.map(({ documentId, picture, lines, languages }) => [
      documentId,
      {
        picture,
        lines: hasLines ? lines : (counts?.get(documentId)?.lines ?? []),
        products: counts === null ? null : (counts.get(documentId)?.count ?? 0),
        languages: languages.map(({ locale, state }) => ({ locale, state })),
      },
    ]),
  );
};

/** Strapi's handlers that return the available and the existing references of a relation. */
const FIND = 'relations.findAvailable';
const HANDLERS: ReadonlySet<unknown> = new Set([FIND, 'relations.findExisting']);

const MIDDLEWARE = 'plugin::relation-picker.relations';

/** Minimum length of a search text that matches business lines. */
const SHORTEST = 3;

type Params = { model?: string; targetField?: string };

type Relation = { documentId: string };

type Query = { _q?: unknown; filters?: object; locale?: unknown };

const findTarget = ({ strapi }: WithStrapi, { model = '', targetField = '' }: Params) => {
  const target = findModel({ strapi }, model)?.attributes[targetField]?.target;
  return target?.startsWith('api::') === true && target !== BUSINESS_LINE
    ? (target as UID.ContentType)
    : null;
};

/** Returns the filter of entries in business lines that match a name; null if none match. */
const ofLines = async (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: UID.ContentType,
  pattern: string,
): Promise<object | null> => {
  const mayRead = (target: UID.ContentType) =>
    createEntryAccess({ strapi }, { ability, uid: target }).may('read');
  const buildPermittedCondition = (target: UID.ContentType) =>
    buildPermittedWhere({ strapi }, { ability, uid: target, query: {} });
  if (pattern.length < SHORTEST || !mayRead(BUSINESS_LINE)) return null;
  const isCalled = { $or: [{ name: { $containsi: pattern } }, { slug: { $eqi: pattern } }] };
  const lines = await getTable<{ documentId: string }>({ strapi }, BUSINESS_LINE).findMany({
    where: { $and: [await buildPermittedCondition(BUSINESS_LINE), isCalled] },
    select: ['documentId'],
  });
  if (lines.length === 0) return null;
  const these = { documentId: { $in: lines.map(({ documentId }) => documentId) } };
  const lineAttribute = findLineAttribute({ strapi }, uid);
  if (lineAttribute !== null) {
    return mayReadField({ strapi }, uid, lineAttribute) ? { [lineAttribute]: these } : null;
  }
  if (findProductAttribute({ strapi }, uid) === null || !mayRead(PRODUCT)) return null;
  return { products: { $and: [{ verticals: these }, await buildPermittedCondition(PRODUCT)] } };
};

/** Extends a search to entries whose business line matches the text. */
const findByLine = async (context: WithStrapi, ctx: Context, uid: UID.ContentType) => {
  const { _q: search, ...query } = ctx.request.query as Query;
  if (typeof search !== 'string') return;
  const lines = await ofLines(context, readPerson(ctx).ability, uid, search.trim());
  const attributes = findModel(context, uid)?.attributes ?? {};
  const naming = ['title', 'name'].find((name) => attributes[name] !== undefined);
  if (lines === null || naming === undefined) return;
  // The service checks no filters that it adds, and results would reveal unreadable names.
  if (!mayReadField(context, uid, naming)) return;
  const filters = { $or: [{ [naming]: { $containsi: search.trim() } }, lines] };
  Object.assign(ctx.request, {
    query: { ...query, filters: { $and: [...(query.filters ? [query.filters] : []), filters] } },
  });
};

/** Adds distinguishing details to each entry of a relation response. */
export const createRelationDetailsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const target = findTarget({ strapi }, ctx.params as Params);
    const { route } = ctx.state as { route?: { handler?: unknown } };
    if (target !== null && route?.handler === FIND) await findByLine({ strapi }, ctx, target);
    await next();
    const { results } = (ctx.body ?? {}) as { results?: readonly Relation[] };
    if (target === null || ctx.status !== 200 || results === undefined) return;
    const { locale } = ctx.request.query as Query;
    const details = await findEntryDetails(
      { strapi },
      {
        uid: target,
        ability: readPerson(ctx).ability,
        documents: results.map(({ documentId }) => documentId),
        locale: typeof locale === 'string' ? locale : null,
      },
    );
    ctx.body = {
      ...(ctx.body as object),
      results: results.map((result) => ({
        ...result,
        about: details.get(result.documentId) ?? null,
      })),
    };
  };

export const watchRelations = ({ strapi }: WithStrapi): void =>
  addContentManagerMiddleware({ strapi }, HANDLERS, MIDDLEWARE);
