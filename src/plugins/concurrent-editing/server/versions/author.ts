import type { Core } from '@strapi/types';
import type { Author } from './changes';

type User = { id: number; firstname?: string | null; lastname?: string | null; email?: string };

type State = {
  user?: User;
  auth?: { strategy?: { name?: string }; credentials?: { name?: string } };
};

/** How colleagues know somebody. */
export const nameOf = ({ firstname, lastname, email }: Omit<User, 'id'>): string =>
  [firstname, lastname].filter(Boolean).join(' ') || (email ?? '');

/** Who is behind the request that is being answered. */
export const authorNow = ({ strapi }: { strapi: Core.Strapi }): Author => {
  const ctx = strapi.requestContext.get();
  const { user, auth } = (ctx?.state ?? {}) as State;
  const strategy = auth?.strategy?.name;
  if (strategy?.startsWith('admin') === true && user !== undefined) {
    return { id: user.id, name: nameOf(user) };
  }
  return { id: null, name: strategy === undefined ? null : (auth?.credentials?.name ?? null) };
};
