import type { Context } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { localizedError } from '../../../platform/http/localized-error';
import { contentTypesOf } from '../../../platform/strapi/models';
import {
  extendPermissionManagers,
  type Applied,
  type CallerQuery,
} from '../../../platform/strapi/permitted-query';
import type { DocumentMiddleware } from '../../../platform/documents/pipeline';
import { rightsErrors } from './errors';
import { isCopyOfHiddenEntry } from './hidden-copies';
import { hideRelated } from './hide-related';
import { isReaderLimitedToLines } from '../../../catalogue/access/limits';
import { refuseHidden } from './query-guard';
import { rulesOf } from '../../../platform/strapi/current-ability';
import { permittedFields } from '../../../platform/strapi/entry-access';
import { limitSearch } from '../../../platform/strapi/stored-queries';
import { alwaysReadableFields, READ } from '../../../catalogue/access/readable-fields';

/**
 * Limits a search to the fields that the user may read. Strapi searches all fields, so the results
 * would reveal the content of hidden ones.
 */
const narrowSearch = (
  { strapi }: WithStrapi,
  { uid, ability }: Applied,
  query: CallerQuery,
): CallerQuery => {
  const { _q: search, ...others } = query;
  const rules = rulesOf(ability, READ, uid);
  const isLimited = rules.length > 0 && rules.every(({ fields }) => fields !== undefined);
  if (typeof search !== 'string' || search === '' || !isLimited) return query;
  const mayRead = permittedFields({ strapi }, ability, uid);
  const isIncluded = (name: string): boolean => alwaysReadableFields.has(name) || mayRead(name);
  const found = limitSearch({ strapi }, { uid, text: search, isIncluded });
  if (found === null) return query;
  return { ...others, filters: { $and: [...(others.filters ? [others.filters] : []), found] } };
};

type Route = { info?: { pluginName?: string } };

/**
 * Refuses `populate` to users who are limited to business lines. It returned complete drafts of
 * other lines, and no form sends it.
 */
export const refuseHiddenPopulate = ({ strapi }: WithStrapi): DocumentMiddleware => {
  let types: readonly string[] | undefined;
  const checked = new WeakSet<Context>();

  const isLimited = (): boolean => {
    types ??= contentTypesOf({ strapi })
      .map(({ uid }) => uid)
      .filter((uid) => uid.startsWith('api::'));
    return types.some((uid) => isReaderLimitedToLines({ strapi }, uid));
  };

  return async (context, next) => {
    if (await isCopyOfHiddenEntry({ strapi }, context)) {
      throw localizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
    }
    const ctx = strapi.requestContext.get();
    const { route } = (ctx?.state ?? {}) as { route?: Route };
    if (ctx === undefined || route?.info?.pluginName !== 'content-manager' || checked.has(ctx)) {
      return next();
    }
    checked.add(ctx);
    const { populate } = ctx.query as Record<string, unknown>;
    if (populate !== undefined && isLimited()) {
      throw localizedError({ strapi }, rightsErrors.HIDDEN_ENTRIES);
    }
    return next();
  };
};

const hasRules = (ability: unknown): boolean =>
  typeof (ability as { rulesFor?: unknown } | undefined)?.rulesFor === 'function';

/**
 * Rejects panel queries that depend on data the user may not read, and limits searches to readable
 * fields. Removes unreadable fields of related entries and of administrators from responses. Call
 * it in `register`.
 *
 * @param isChecked returns true if the filters of a request come from the service, or were checked
 */
export const guardQueries = (
  { strapi }: WithStrapi,
  isChecked: (ctx: Context) => boolean,
): void => {
  extendPermissionManagers(
    { strapi },
    {
      onQuery: async (applied, query) => {
        if (!hasRules(applied.ability)) return query;
        const ctx = strapi.requestContext.get();
        if (ctx === undefined || !isChecked(ctx)) await refuseHidden({ strapi }, applied, query);
        return narrowSearch({ strapi }, applied, query);
      },
      onOutput: (applied, output) =>
        hasRules(applied.ability)
          ? hideRelated({ strapi }, applied, output)
          : Promise.resolve(output),
    },
  );
};
