import type { UID } from '@strapi/types';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { secretSettings } from '#platform/settings/secrets';
import { getFeatures, collectPreviews } from '#feature/application';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { listContentTypes, isLocalized } from '#platform/strapi/models';
import { addRouteMiddleware } from '#platform/strapi/routes';
import { grantFor, type Person } from './grants';
import { issuePreviewToken, TOKEN_PARAMETER } from './token';

/** Returns the type's name in URLs, such as `product` for `api::product.product`. */
export const typeNameOf = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/** Returns the type with a name in URLs; undefined if it has no preview. */
export const findPreviewableType = ({ strapi }: WithStrapi, name: string) => {
  const uid = `api::${name}.${name}` as UID.ContentType;
  const contract = collectPreviews(getFeatures({ strapi }))[uid];
  return contract && { uid, contract };
};

type Document = { documentId: string; locale?: string; status?: string };

/**
 * Returns the path of the panel's preview button, without the token. The middleware for preview
 * links adds the token, because it knows the user.
 *
 * The path always leads to this service, because only it can look up the slug and business line
 * that a frontend needs.
 */
export const buildPreviewAddress = (
  uid: string,
  { documentId, locale, status }: Document,
): string => {
  const query = new URLSearchParams({
    ...(locale === undefined ? {} : { lang: locale }),
    status: status === 'published' ? 'published' : 'draft',
  });
  return `/preview/${typeNameOf(uid)}/${documentId}?${query.toString()}`;
};

/**
 * Returns the path with the token that opens the draft; null if the administrator may not read it.
 */
export const buildPreviewLink = async (
  { strapi }: WithStrapi,
  person: Person,
  uid: UID.ContentType,
  document: Document,
): Promise<string | null> => {
  const grant = await grantFor({ strapi }, person, { uid, documentId: document.documentId });
  if (grant === null) return null;
  const token = issuePreviewToken(secretSettings.of({ strapi }).previewSecret, grant);
  return `${buildPreviewAddress(uid, document)}&${TOKEN_PARAMETER}=${token}`;
};

const MIDDLEWARE = 'plugin::preview.link';

type State = { user?: { id?: unknown }; userAbility?: unknown };

/**
 * Adds the token to a preview's address, for callers who may read the entry. Strapi only checks
 * that the caller is signed in, and the address shows the whole draft.
 */
export const createLinkMiddleware = (_config: unknown, { strapi }: WithStrapi) => {
  const linkFor = async (ctx: Context, name: string): Promise<string | null> => {
    const type = listContentTypes({ strapi }).find(({ uid }) => uid === name);
    const { documentId, locale, status } = ctx.query;
    const { user, userAbility: ability } = ctx.state as State;
    if (type === undefined || typeof documentId !== 'string' || typeof user?.id !== 'number') {
      return null;
    }
    const { uid } = type;
    const language = typeof locale === 'string' ? locale : '';
    const version = { documentId, locale: isLocalized(type) ? language : '' };
    const access = createEntryAccess({ strapi }, { ability, uid });
    if (!(await access.mayWith('read', version))) return null;
    return buildPreviewLink({ strapi }, { user: user.id, ability }, uid, {
      documentId,
      ...(language !== '' && { locale: language }),
      ...(typeof status === 'string' && { status }),
    });
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    // The content manager answers 204 if there is no preview.
    if (ctx.status !== 200) return;
    const { contentType } = ctx.params as { contentType: string };
    const url = await linkFor(ctx, contentType);
    if (url === null) {
      ctx.body = null;
      ctx.status = 204;
    } else {
      ctx.body = { data: { url } };
    }
  };
};

/** Registers the middleware. Call it in `register`. */
export const addTokenToLinks = ({ strapi }: WithStrapi): void =>
  addRouteMiddleware(
    { strapi },
    {
      ...{ plugin: 'content-manager', router: 'preview' },
      handlers: new Set(['preview.getPreviewUrl']),
    },
    MIDDLEWARE,
  );
