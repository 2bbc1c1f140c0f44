import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { lineAttributeOf } from '../../../../catalogue/entry-summary';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { findModel } from '../../../../platform/strapi/models';
import { permittedWhere } from '../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../platform/strapi/queries';
import { aroundContentManager } from '../../../../platform/strapi/routes';
import { findEntryDetails, productAttributeOf, PRODUCT } from './find-entry-details';
import { BUSINESS_LINE } from '../../../../catalogue/business-line';

/** Strapi's handlers that return the available and the existing references of a relation. */
const FIND = 'relations.findAvailable';
const HANDLERS: ReadonlySet<unknown> = new Set([FIND, 'relations.findExisting']);

const MIDDLEWARE = 'plugin::relation-picker.relations';

/** Minimum length of a search text that matches business lines. */
const SHORTEST = 3;

type Params = { model?: string; targetField?: string };

type Relation = { documentId: string };

type Query = { _q?: unknown; filters?: object; locale?: unknown };

const targetOf = ({ strapi }: WithStrapi, { model = '', targetField = '' }: Params) => {
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
  called: string,
): Promise<object | null> => {
  const mayRead = (of: UID.ContentType) =>
    entryAccess({ strapi }, { ability, uid: of }).may('read');
  const permitted = (of: UID.ContentType) =>
    permittedWhere({ strapi }, { ability, uid: of, query: {} });
  if (called.length < SHORTEST || !mayRead(BUSINESS_LINE)) return null;
  const isCalled = { $or: [{ name: { $containsi: called } }, { slug: { $eqi: called } }] };
  const lines = await tableOf<{ documentId: string }>({ strapi }, BUSINESS_LINE).findMany({
    where: { $and: [await permitted(BUSINESS_LINE), isCalled] },
    select: ['documentId'],
  });
  if (lines.length === 0) return null;
  const these = { documentId: { $in: lines.map(({ documentId }) => documentId) } };
  const own = lineAttributeOf({ strapi }, uid);
  if (own !== null) return { [own]: these };
  if (productAttributeOf({ strapi }, uid) === null || !mayRead(PRODUCT)) return null;
  return { products: { $and: [{ verticals: these }, await permitted(PRODUCT)] } };
};

/** Extends a search to entries whose business line matches the text. */
const findByLine = async (context: WithStrapi, ctx: Context, uid: UID.ContentType) => {
  const { _q: search, ...query } = ctx.request.query as Query;
  if (typeof search !== 'string') return;
  const { userAbility } = ctx.state as { userAbility?: unknown };
  const lines = await ofLines(context, userAbility, uid, search.trim());
  const attributes = findModel(context, uid)?.attributes ?? {};
  const naming = ['title', 'name'].find((name) => attributes[name] !== undefined);
  if (lines === null || naming === undefined) return;
  const filters = { $or: [{ [naming]: { $containsi: search.trim() } }, lines] };
  Object.assign(ctx.request, {
    query: { ...query, filters: { $and: [...(query.filters ? [query.filters] : []), filters] } },
  });
};

/** Adds distinguishing details to each entry of a relation response. */
export const relationsMiddleware =
  (_config: unknown, { strapi }: WithStrapi) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const target = targetOf({ strapi }, ctx.params as Params);
    const { route } = ctx.state as { route?: { handler?: unknown } };
    if (target !== null && route?.handler === FIND) await findByLine({ strapi }, ctx, target);
    await next();
    const { results } = (ctx.body ?? {}) as { results?: readonly Relation[] };
    if (target === null || ctx.status !== 200 || results === undefined) return;
    const { locale } = ctx.request.query as Query;
    const { userAbility: ability } = ctx.state as { userAbility?: unknown };
    const about = await findEntryDetails(
      { strapi },
      {
        uid: target,
        ability,
        documents: results.map(({ documentId }) => documentId),
        locale: typeof locale === 'string' ? locale : null,
      },
    );
    ctx.body = {
      ...(ctx.body as object),
      results: results.map((one) => ({ ...one, about: about.get(one.documentId) ?? null })),
    };
  };

export const watchRelations = ({ strapi }: WithStrapi): void =>
  aroundContentManager({ strapi }, HANDLERS, MIDDLEWARE);
