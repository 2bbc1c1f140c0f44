import type { WithStrapi } from '../../../../../platform/with-strapi';
import { personName, type PersonNames } from '../../../../../platform/strapi/actor';
import { saveKeyNow } from '../save-key';
import type { Author, Writer } from './changes';

type User = { id: number } & PersonNames;

type State = {
  user?: User;
  auth?: { strategy?: { name?: string }; credentials?: { name?: string } };
};

/** Returns the display name of a user. */
export const nameOf = (person: PersonNames): string => personName(person) ?? '';

/** Returns the author of the current request. */
export const currentAuthor = ({ strapi }: WithStrapi): Author => {
  const ctx = strapi.requestContext.get();
  const { user, auth } = (ctx?.state ?? {}) as State;
  const strategy = auth?.strategy?.name;
  if (strategy?.startsWith('admin') === true && user !== undefined) {
    return { id: user.id, name: nameOf(user) };
  }
  return { id: null, name: strategy === undefined ? null : (auth?.credentials?.name ?? null) };
};

/** Returns the author of the current request with the key of the save, if the panel sent one. */
export const currentWriter = ({ strapi }: WithStrapi): Writer => {
  const save = saveKeyNow({ strapi });
  return { ...currentAuthor({ strapi }), ...(save !== null && { save }) };
};

/**
 * Returns whether a change came from the save that is being answered. A save is repeated if its
 * answer was lost.
 */
export const isSameSave = (by: Writer | null, now: Writer): boolean =>
  by !== null &&
  now.id !== null &&
  now.save !== undefined &&
  by.id === now.id &&
  by.save === now.save;
