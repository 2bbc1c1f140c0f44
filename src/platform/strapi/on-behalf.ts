import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

type Engine = {
  generateUserAbility: (user: object) => Promise<unknown>;
  /** The same from some permissions, of which Strapi calls it for its tokens. */
  generateTokenAbility: (permissions: readonly unknown[], user: object) => Promise<unknown>;
};

type Permissions = { findMany: (query: object) => Promise<readonly unknown[]> };

type User = {
  id: number;
  isActive: boolean | null;
  blocked?: boolean | null;
  preferedLanguage?: string | null;
};

/** Somebody of the panel, what they may do, and in which language they are told things; null: they have chosen none. */
export type Person = { user: User; ability: unknown; language: string | null };

type State = { isOnBehalf?: true };

/** Strapi types what runs in a context as something that answers nothing; it is answered (AsyncLocalStorage). */
type Contexts = { run: <T>(context: unknown, work: () => T) => T };

/** Returns somebody of the panel; null where they may not sign in any more. */
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

/** Somebody of the panel as a request of theirs would find them; null where they may not sign in any more. */
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
 * Returns what somebody of the panel may do by one action with one type; null where they may not sign in any more.
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
 * Does work in the background as if somebody of the panel had asked for it in a request of their own: whatever asks who
 * acts, what they may do and in which language they read (`strapi.requestContext`) is told of them. The context holds
 * what those ask for of one of Koa, and no request.
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

/** Whether what runs is done for somebody, by a job. */
export const isOnBehalf = ({ strapi }: WithStrapi): boolean =>
  (strapi.requestContext.get()?.state as State | undefined)?.isOnBehalf === true;
