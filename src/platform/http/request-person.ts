import type { UID } from '@strapi/types';
import type { Context } from 'koa';
import { isAdminToken, type Person } from '../strapi/actor';
import { getMessageLanguage } from './message-language';
import type { WithStrapi } from '../strapi/with-strapi';
import { defineErrors } from './errors';
import { createLocalizedError } from './localized-error';

/** Returns the body of a request, before its validation. */
export const getRequestBody = (ctx: Context): unknown => (ctx.request as { body?: unknown }).body;

/** Returns the permissions of the admin user who sends a request (`@casl/ability`). */
export const getUserAbility = (ctx: Context): unknown =>
  (ctx.state as { userAbility: unknown }).userAbility;

/** Returns the admin user who sends a request. */
export const readPerson = (ctx: Context): Person => {
  const { user, userAbility } = ctx.state as { user: Person['user']; userAbility: unknown };
  return { user, ability: userAbility, language: getMessageLanguage(ctx) };
};

/** Content type of a request, and the permissions of its admin user. */
export type TypeRequest = { uid: UID.ContentType; ability: unknown };

/** Returns the content type in the path of a request, and the ability of its admin user. */
export const readTypeRequest = (ctx: Context): TypeRequest => {
  const { model } = ctx.params as { model: UID.ContentType };
  return { uid: model, ability: getUserAbility(ctx) };
};

const tokenErrors = defineErrors({
  TOKEN_NOT_ALLOWED: {
    status: 403,
    message: {
      en: 'A token may not do this. Sign in to the panel.',
      es: 'Un token no puede hacer esto. Inicia sesión en el panel.',
    },
  },
});

/**
 * Refuses admin tokens where the rights of their owner apply instead of their own. A token may have
 * far fewer.
 *
 * @throws tokenErrors.TOKEN_NOT_ALLOWED
 */
export const refuseTokens = (context: WithStrapi): void => {
  if (isAdminToken(context)) throw createLocalizedError(context, tokenErrors.TOKEN_NOT_ALLOWED);
};

/** Maximum number of entries in one bulk action. */
const MOST_SELECTED = 100;

/**
 * Returns the entries of the bulk selection in the current request; only the given entry where
 * there is no selection.
 */
export const getBulkSelection = ({ strapi }: WithStrapi, documentId: string): readonly string[] => {
  const ctx = strapi.requestContext.get();
  const body = (ctx?.request as { body?: { documentIds?: unknown } } | undefined)?.body;
  const ids = Array.isArray(body?.documentIds) ? body.documentIds : [];
  const selected = ids.filter((id): id is string => typeof id === 'string');
  return selected.includes(documentId) ? selected.slice(0, MOST_SELECTED) : [documentId];
};
