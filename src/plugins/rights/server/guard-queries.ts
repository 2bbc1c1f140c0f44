import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { localizedError } from '../../../http/localized-error';
import { sortPaths } from '../../../http/queries/sort-paths';
import { contentTypesOf, findModel } from '../../../strapi/models';
import { rightsErrors } from './errors';
import { copiesHidden } from './hidden-copies';
import { readsSomeLines } from './limits';

type WithStrapi = { strapi: Core.Strapi };

/** By what entries may be found of which somebody may not read the rest: what relations show of them. */
const identifying: ReadonlySet<string> = new Set(['id', 'documentId', 'name', 'title', 'slug']);

type Route = { info?: { pluginName?: string } };

/** Whether a filter asks what somebody may not read, through the relations of what they may. */
const looksInto = (context: WithStrapi, uid: string, filter: unknown): boolean => {
  if (Array.isArray(filter)) return filter.some((part) => looksInto(context, uid, part));
  if (typeof filter !== 'object' || filter === null) return false;
  return Object.entries(filter).some(([name, value]: [string, unknown]) => {
    if (name.startsWith('$')) return looksInto(context, uid, value);
    const attribute = findModel(context, uid)?.attributes[name];
    const target = attribute?.target ?? attribute?.component;
    if (target === undefined || typeof value !== 'object' || value === null) return false;
    const asked = Object.keys(value).filter((key) => !key.startsWith('$'));
    const isHidden =
      attribute?.type === 'relation' &&
      target.startsWith('api::') &&
      asked.some((key) => !identifying.has(key)) &&
      readsSomeLines(context, target);
    return isHidden || looksInto(context, target, value);
  });
};

/** An order tells as much as a filter: who sorts by a title behind a relation learns how it begins. */
const ordersBy = (context: WithStrapi, uid: string, sort: unknown): boolean =>
  sortPaths(sort).some((path) =>
    looksInto(
      context,
      uid,
      path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'asc'),
    ),
  );

/**
 * Refuses requests to Strapi's content manager that would show people of one business line what is in entries of
 * another. Strapi holds their conditions against the entries that they ask for, and not against what those relate to:
 * `populate` gave drafts away in full, and filters and orders answered what stood in them. No form of the panel asks so.
 */
export const guardQueries = ({ strapi }: WithStrapi): void => {
  let types: readonly string[] | undefined;
  const checked = new WeakSet<Context>();

  const isLimited = (): boolean => {
    types ??= contentTypesOf({ strapi })
      .map(({ uid }) => uid)
      .filter((uid) => uid.startsWith('api::'));
    return types.some((uid) => readsSomeLines({ strapi }, uid));
  };

  strapi.documents.use(async (context, next) => {
    if (await copiesHidden({ strapi }, context)) {
      throw localizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
    }
    const ctx = strapi.requestContext.get();
    const { route } = (ctx?.state ?? {}) as { route?: Route };
    if (ctx === undefined || route?.info?.pluginName !== 'content-manager' || checked.has(ctx)) {
      return next();
    }
    checked.add(ctx);
    const { populate, filters, sort } = ctx.query as Record<string, unknown>;
    const isRefused =
      (populate !== undefined && isLimited()) ||
      looksInto({ strapi }, context.uid, filters) ||
      ordersBy({ strapi }, context.uid, sort);
    if (isRefused) throw localizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
    return next();
  });
};
