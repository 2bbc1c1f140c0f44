import { hash } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { formatPersonName, type PersonNames } from '#platform/strapi/actor';

/** Author of a write: a panel user by id, a token, or the service itself. */
export type Author = { id: number | null; name: string | null };

/** Author of a write with the key of the panel save, if it has one. */
export type Writer = Author & { save?: string };

/**
 * Returns the key of the current panel save, which identifies its repetition. The panel sends the
 * same `Idempotency-Key` with a form's saves until one receives an answer. The result is a digest
 * of fixed length, or null without a header or outside the panel's forms.
 */
export const saveKeyNow = ({ strapi }: WithStrapi): string | null => {
  const ctx = strapi.requestContext.get();
  const { route } = (ctx?.state ?? {}) as { route?: { info?: { pluginName?: string } } };
  if (ctx === undefined || route?.info?.pluginName !== 'content-manager') return null;
  const key = ctx.get('Idempotency-Key').trim();
  return key === '' ? null : hash('sha256', key, 'base64url').slice(0, 22);
};

type User = { id: number } & PersonNames;

type State = {
  user?: User;
  auth?: { strategy?: { name?: string }; credentials?: { name?: string } };
};

/** Returns the display name of a user. */
export const nameOf = (person: PersonNames): string => formatPersonName(person) ?? '';

export const getCurrentAuthor = ({ strapi }: WithStrapi): Author => {
  const ctx = strapi.requestContext.get();
  const { user, auth } = (ctx?.state ?? {}) as State;
  const strategy = auth?.strategy?.name;
  if (strategy?.startsWith('admin') === true && user !== undefined) {
    return { id: user.id, name: nameOf(user) };
  }
  return { id: null, name: strategy === undefined ? null : (auth?.credentials?.name ?? null) };
};

/** Returns the author of the current request with the key of the save, if the panel sent one. */
export const getCurrentWriter = ({ strapi }: WithStrapi): Writer => {
  const save = saveKeyNow({ strapi });
  return { ...getCurrentAuthor({ strapi }), ...(save !== null && { save }) };
};

/**
 * Returns whether a change came from the save that is being answered. A save is repeated if its
 * answer was lost.
 */
export const isSameSave = (author: Writer | null, now: Writer): boolean =>
  author !== null &&
  now.id !== null &&
  now.save !== undefined &&
  author.id === now.id &&
  author.save === now.save;
