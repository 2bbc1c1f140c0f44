import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { currentLanguage } from '../../../platform/http/message-language';
import { configurationsOf } from '../../../platform/strapi/content-manager-configuration';
import { entryAccess } from '../../../platform/strapi/entry-access';
import { hiddenTitle, unreadableTitle } from '../../../catalogue/access/hidden-entries';
import { isReaderLimitedToLines } from '../../../catalogue/access/limits';

/** Path at which forms request the entries of a relation, also for relations in components. */
const asking = /^\/content-manager\/relations\/([^/]+)\/[^/]+\/([^/]+)$/;

type Related = Record<string, unknown>;

/**
 * Replaces missing names of entries that the caller may not read by a text. Strapi returns only
 * their IDs, which forms would display.
 */
export const nameHiddenEntries = (_config: unknown, { strapi }: WithStrapi) => {
  const name = async (ctx: Context, uid: string, field: string): Promise<void> => {
    const { results } = ctx.body as { results?: Related[] };
    if (results === undefined) return;
    const { types, components } = configurationsOf({ strapi });
    const store = uid.includes('::') ? types : components;
    const model = store.find(uid);
    const target = model?.attributes[field]?.targetModel;
    if (model === undefined || target === undefined) return;
    const { metadatas } = await store.read(model);
    const mainField = metadatas[field]?.edit.mainField ?? 'id';
    const unnamed = results.filter((one) => !(mainField in one));
    if (unnamed.length === 0) return;
    const { userAbility: ability } = ctx.state as { userAbility?: unknown };
    const access = entryAccess({ strapi }, { ability, uid: target as UID.ContentType });
    const isOfOtherLine =
      isReaderLimitedToLines({ strapi }, target) && access.may('read', mainField);
    const title = (isOfOtherLine ? hiddenTitle : unreadableTitle)[currentLanguage({ strapi })];
    for (const one of unnamed) one[mainField] = title;
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const [, uid, field] = asking.exec(ctx.path) ?? [];
    if (ctx.method !== 'GET' || ctx.status !== 200 || uid === undefined || field === undefined) {
      return;
    }
    await name(ctx, uid, field);
  };
};
