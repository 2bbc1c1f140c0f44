import type { Knex } from 'knex';
import type { WithStrapi } from '../../../platform/with-strapi';
import { tableOf } from '../../../platform/strapi/queries';
import { usersAndPermissions } from '../../../platform/strapi/users-permissions';

export const USER = 'plugin::users-permissions.user';
export const ROLE = 'plugin::users-permissions.role';

/** The parts of a stored address; `street` and `address` hold the same line. */
export type Address = {
  street?: string | null;
  address?: string | null;
  postalCode?: string | null;
  city?: string | null;
  country?: string | null;
  countryCode?: string | null;
  phone?: string | null;
};

export type Role = { id: number; name: string; type: string };

export type User = {
  id: number;
  documentId: string;
  email: string;
  username: string;
  /** Hashed; null: the owner has not set one yet. */
  password: string | null;
  confirmed: boolean | null;
  /** When the address was proven, which `confirmed` alone does not say of older accounts. */
  confirmedAt: string | Date | null;
  blocked: boolean | null;
  name: string | null;
  surname: string | null;
  nameLastName: string | null;
  identificationNumber: string | null;
  phone: string | null;
  birthday: string | null;
  newsletter: boolean;
  language: string | null;
  vertical: string | null;
  origin: string | null;
  isFromLegacy: boolean;
  billingAddress: Address | null;
  mailingAddress: Address | null;
  sessionStamp: string | null;
  role: Role | null;
};

/** A user as a row holds it, without the role that is in another table. */
export type StoredUser = Omit<User, 'role'>;

type Values = Partial<Omit<StoredUser, 'password'>>;

type UserService = {
  add: (values: Values & { role: number; provider: string }) => Promise<StoredUser>;
  edit: (id: number, values: Values) => Promise<StoredUser>;
};

/** Users & Permissions' own service. Passwords it hashes itself; see {@link setPassword}. */
export const userService = ({ strapi }: WithStrapi): UserService =>
  usersAndPermissions<UserService>({ strapi }, 'user', ['add', 'edit']);

export const usersOf = ({ strapi }: WithStrapi) => tableOf<User>({ strapi }, USER);

/**
 * Gives a user another password, which ends their logins.
 *
 * @param hashed what `hashOf` has made of it
 */
export const setPassword = async (
  { strapi }: WithStrapi,
  id: number,
  hashed: string,
): Promise<void> => {
  await usersOf({ strapi }).update({ where: { id }, data: { password: hashed } });
};

type Who = { email: string } | { id: number } | { documentId: string };

/**
 * Without the role, which would take a query more where there is somebody than where there is nobody: that
 * can be told from outside.
 */
export const findUser = ({ strapi }: WithStrapi, where: Who): Promise<StoredUser | null> =>
  usersOf({ strapi }).findOne({ where });

/** The addresses of those users that are there, by their document ids. */
export const emailsOfUsers = async (
  { strapi }: WithStrapi,
  documentIds: readonly string[],
): Promise<Map<string, string>> => {
  const users = await usersOf({ strapi }).findMany({
    where: { documentId: { $in: documentIds } },
    select: ['documentId', 'email'],
  });
  return new Map(users.map(({ documentId, email }) => [documentId, email]));
};

/**
 * Runs `work` in a transaction in which nobody else changes the user: several requests about one account
 * take turns.
 */
export const withUserLocked = async <T>(
  { strapi }: WithStrapi,
  where: { email: string } | { id: number },
  work: (user: User | null) => Promise<T>,
): Promise<T> =>
  strapi.db.transaction(async ({ trx }) => {
    await strapi.db
      .connection(strapi.db.metadata.get(USER).tableName)
      .transacting(trx as Knex.Transaction)
      .where(where)
      .forUpdate()
      .select('id');
    return work(await usersOf({ strapi }).findOne({ where, populate: { role: {} } }));
  });

export const roleOfType = async ({ strapi }: WithStrapi, type: string): Promise<Role> => {
  const role = await tableOf<Role>({ strapi }, ROLE).findOne({ where: { type } });
  if (role === null) throw new Error(`There is no role of the type ${type}`);
  return role;
};

/** The role that new users get, as set in Users & Permissions. */
export const defaultRole = async ({ strapi }: WithStrapi): Promise<Role> => {
  const advanced = (await strapi
    .store({ type: 'plugin', name: 'users-permissions' })
    .get({ key: 'advanced' })) as { default_role?: string } | null;
  return roleOfType({ strapi }, advanced?.default_role ?? 'authenticated');
};

/** Whether an error is the database's refusal of a second account with the same e-mail. */
export const isDuplicate = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint?.startsWith('up_users_') === true;
};
