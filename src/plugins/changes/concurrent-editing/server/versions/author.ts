import type { WithStrapi } from '../../../../../platform/with-strapi';
import { personName, type PersonNames } from '../../../../../platform/strapi/actor';
import { saveKeyNow } from '../save-key';
import type { Author, Writer } from './changes';

type User = { id: number } & PersonNames;

type State = {
  user?: User;
  auth?: { strategy?: { name?: string }; credentials?: { name?: string } };
};

/** How colleagues know somebody. */
export const nameOf = (person: PersonNames): string => personName(person) ?? '';

/** Who is behind the request that is being answered. */
export const authorNow = ({ strapi }: WithStrapi): Author => {
  const ctx = strapi.requestContext.get();
  const { user, auth } = (ctx?.state ?? {}) as State;
  const strategy = auth?.strategy?.name;
  if (strategy?.startsWith('admin') === true && user !== undefined) {
    return { id: user.id, name: nameOf(user) };
  }
  return { id: null, name: strategy === undefined ? null : (auth?.credentials?.name ?? null) };
};

/** The same, and by which save, where the panel says so. */
export const writerNow = ({ strapi }: WithStrapi): Writer => {
  const save = saveKeyNow({ strapi });
  return { ...authorNow({ strapi }), ...(save !== null && { save }) };
};

/** Whether it was the very save that is being answered: it comes again where its answer was lost. */
export const isSameSave = (by: Writer | null, now: Writer): boolean =>
  by !== null &&
  now.id !== null &&
  now.save !== undefined &&
  by.id === now.id &&
  by.save === now.save;
