import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../../platform/with-strapi';
import { entryAccess } from '../../../platform/strapi/entry-access';
import { contentTypesOf, isLocalized } from '../../../platform/strapi/models';
import { previewLink } from './address';

/** Path at which the panel requests the URL of a preview. */
const asking = /^\/content-manager\/preview\/url\/([^/]+)$/;

type State = { user?: { id?: unknown }; userAbility?: unknown };

/**
 * Adds the token to a preview's address, for callers who may read the entry. Strapi only checks that the caller is signed in,
 * and the address shows the whole draft.
 */
export const setPreviewLink = (_config: unknown, { strapi }: WithStrapi) => {
  const linkFor = async (ctx: Context, name: string): Promise<string | null> => {
    const type = contentTypesOf({ strapi }).find(({ uid }) => uid === name);
    const { documentId, locale, status } = ctx.query;
    const { user, userAbility: ability } = ctx.state as State;
    if (type === undefined || typeof documentId !== 'string' || typeof user?.id !== 'number') {
      return null;
    }
    const { uid } = type;
    const language = typeof locale === 'string' ? locale : '';
    const version = { documentId, locale: isLocalized(type) ? language : '' };
    const access = entryAccess({ strapi }, { ability, uid });
    if (!(await access.mayWith('read', version))) return null;
    return previewLink({ strapi }, { user: user.id, ability }, uid, {
      documentId,
      ...(language !== '' && { locale: language }),
      ...(typeof status === 'string' && { status }),
    });
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const [, name] = asking.exec(ctx.path) ?? [];
    // The content manager answers 204 if there is no preview.
    if (name === undefined || ctx.status !== 200) return;
    const url = await linkFor(ctx, decodeURIComponent(name));
    if (url === null) {
      ctx.body = null;
      ctx.status = 204;
    } else {
      ctx.body = { data: { url } };
    }
  };
};
