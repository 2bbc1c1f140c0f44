import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

type Engine = {
  generateUserAbility: (user: object) => Promise<unknown>;
  /** Returns the ability of given permissions. Strapi uses it for its tokens. */
  generateTokenAbility: (permissions: readonly unknown[], user: object) => Promise<unknown>;
};

type Permissions = { findMany: (query: object) => Promise<readonly unknown[]> };

type User = {
  id: number;
  isActive: boolean | null;
  blocked?: boolean | null;
  preferedLanguage?: string | null;
};

/** A panel user with their ability and message language; null where they have chosen none. */
export type Person = { user: User; ability: unknown; language: string | null };

type State = { isOnBehalf?: true };

/** Strapi's types declare no result for `run`, but AsyncLocalStorage returns one. */
type Contexts = { run: <T>(context: unknown, work: () => T) => T };

/** Returns a panel user; null where they may no longer log in. */
const findActive = async (
  { strapi }: WithStrapi,
  where: { id: number } | { email: string },
): Promise<User | null> => {
  const found = (await strapi.db
    .query('admin::user')
    .findOne({ where, populate: ['roles'] })) as User | null;
  return found?.isActive === true && found.blocked !== true ? found : null;
};

const engineOf = ({ strapi }: WithStrapi): Engine => {
  const { engine } = strapi.service('admin::permission') as { engine?: unknown };
  return requireFunctions<Engine>('on-behalf.ts', engine, [
    'generateUserAbility',
    'generateTokenAbility',
  ]);
};

/** Returns a panel user as in a request of their own; null where they may no longer log in. */
export const personOf = async (
  { strapi }: WithStrapi,
  where: { id: number } | { email: string },
  language: string | null = null,
): Promise<Person | null> => {
  const found = await findActive({ strapi }, where);
  if (found === null) return null;
  const ability = await engineOf({ strapi }).generateUserAbility(found);
  return { user: found, ability, language: language ?? found.preferedLanguage ?? null };
};

/**
 * Returns a panel user's ability for one action on one type; null where they may no longer log in.
 * Only these permissions are loaded, not the hundreds that a role may have.
 */
export const abilityFor = async (
  { strapi }: WithStrapi,
  id: number,
  { action, subject }: { action: string; subject: string },
): Promise<object | null> => {
  const user = await findActive({ strapi }, { id });
  if (user === null) return null;
  const { findMany } = requireFunctions<Permissions>(
    'on-behalf.ts',
    strapi.service('admin::permission'),
    ['findMany'],
  );
  const permissions = await findMany({ where: { role: { users: { id } }, action, subject } });
  return (await engineOf({ strapi }).generateTokenAbility(permissions, user)) as object;
};

/**
 * Runs work in the background as if a panel user had requested it. Code that reads the actor, the
 * ability or the language from `strapi.requestContext` gets the user's. The context contains only
 * those parts of Koa's context, and no request.
 */
export const onBehalfOf = <T>(
  { strapi }: WithStrapi,
  { user, ability, language }: Person,
  work: () => Promise<T>,
): Promise<T> => {
  const state: State & Record<string, unknown> = {
    isOnBehalf: true,
    user: { ...user, preferedLanguage: language },
    userAbility: ability,
    auth: { strategy: { name: 'admin' }, credentials: user, ability },
  };
  const context = {
    state,
    params: {},
    query: {},
    path: '',
    method: '',
    request: { body: {}, query: {}, headers: {}, ip: null },
    get: () => '',
    set: () => undefined,
  };
  const contexts = strapi.requestContext as unknown as Contexts;
  return contexts.run(context, work);
};

/** Returns whether a job runs the current work on behalf of a user. */
export const isOnBehalf = ({ strapi }: WithStrapi): boolean =>
  (strapi.requestContext.get()?.state as State | undefined)?.isOnBehalf === true;
