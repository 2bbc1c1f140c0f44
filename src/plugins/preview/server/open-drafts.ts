import type { Context, Next } from 'koa';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { FIELD_MAP } from '#delivery/field-map';
import { grantDraft } from '#delivery/handler';
import type { VisibleDraft } from '#delivery/readers/reader';
import { commonErrors } from '#platform/http/common-errors';
import { createRequestError } from '#platform/http/message-language';
import { secretSettings } from '#platform/settings/secrets';
import { loadGrantedDraft } from './grants';
import { readPreviewToken, TOKEN_PARAMETER } from './token';

const NOT_KEPT = 'private, no-store';

/**
 * Opens a draft to the holder of its preview token. It removes the token from the query, so that
 * endpoints need not know it, and stores the grant in the request's state.
 */
export const openDrafts = (_config: unknown, { strapi }: WithStrapi) => {
  const secret = secretSettings.of({ strapi }).previewSecret;

  const loadDraft = async (token: string): Promise<VisibleDraft | null> => {
    const signed = readPreviewToken(secret, token);
    return signed === null ? null : loadGrantedDraft({ strapi }, signed);
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    const search = new URLSearchParams(ctx.querystring);
    const token = search.get(TOKEN_PARAMETER);
    if (token === null) {
      await next();
      return;
    }
    // Set before anything can fail, because error responses also contain information about drafts.
    ctx.set('Cache-Control', NOT_KEPT);
    const draft = await loadDraft(token);
    if (draft === null) {
      throw createRequestError(ctx, commonErrors.INVALID_PREVIEW_TOKEN);
    }
    const hasFieldMap = search.get(FIELD_MAP) === 'true';
    search.delete(TOKEN_PARAMETER);
    search.delete(FIELD_MAP);
    ctx.querystring = search.toString();
    grantDraft(ctx, draft, { hasFieldMap });
    await next();
    ctx.set('Cache-Control', NOT_KEPT);
  };
};
