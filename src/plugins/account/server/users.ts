import type { Knex } from 'knex';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getTable } from '#platform/strapi/queries';
import { getUsersPermissionsService } from '#platform/strapi/users-permissions';
import { hasProvenAddress } from '#catalogue/proven-address';

export const USER = 'plugin::users-permissions.user';
export const ROLE = 'plugin::users-permissions.role';

/** Stored address; `street` and `address` hold equal lines. */
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
  /** Hash of the password; null if the owner has not set one yet. */
  password: string | null;
  confirmed: boolean | null;
  /** Time at which the address was proven. Older accounts may have `confirmed` without a time. */
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

/** User as stored in its row; the role is in another table. */
export type StoredUser = Omit<User, 'role'>;

/** Returns the fields of an account that the login and the caller's own account share. */
export const pickAccountFields = (user: StoredUser) => ({
  id: user.id,
  documentId: user.documentId,
  username: user.username,
  email: user.email,
  confirmed: hasProvenAddress(user),
  phone: user.phone,
  origin: user.origin,
  identificationNumber: user.identificationNumber,
  nameLastName: user.nameLastName,
});

type Values = Partial<Omit<StoredUser, 'password'>>;

type UserService = {
  add: (values: Values & { role: number; provider: string }) => Promise<StoredUser>;
  edit: (id: number, values: Values) => Promise<StoredUser>;
};

/**
 * Returns the user service of Users & Permissions. It would hash passwords itself; use {@link
 * setPassword} instead.
 */
export const getUserService = ({ strapi }: WithStrapi): UserService =>
  getUsersPermissionsService<UserService>({ strapi }, 'user', ['add', 'edit']);

export const getUserTable = ({ strapi }: WithStrapi) => getTable<User>({ strapi }, USER);

/**
 * Sets a user's password, which ends their logins.
 *
 * @param hashed result of `hashOf`
 */
export const setPassword = async (
  { strapi }: WithStrapi,
  id: number,
  hashed: string,
): Promise<void> => {
  await getUserTable({ strapi }).update({ where: { id }, data: { password: hashed } });
};

type UserKey = { email: string } | { id: number } | { documentId: string };

/**
 * Returns a user without the role. The role takes another query for users that exist, and the
 * difference in time would reveal them.
 */
export const findUser = ({ strapi }: WithStrapi, where: UserKey): Promise<StoredUser | null> =>
  getUserTable({ strapi }).findOne({ where });

/** Returns the addresses of existing users by their document ids. */
export const readUserEmails = async (
  { strapi }: WithStrapi,
  documentIds: readonly string[],
): Promise<Map<string, string>> => {
  const users = await getUserTable({ strapi }).findMany({
    where: { documentId: { $in: documentIds } },
    select: ['documentId', 'email'],
  });
  return new Map(users.map(({ documentId, email }) => [documentId, email]));
};

/**
 * Runs `work` in a transaction that locks the user, so that requests about one account run one
 * after another.
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
    return work(await getUserTable({ strapi }).findOne({ where, populate: { role: {} } }));
  });

/** Advanced settings of Users & Permissions, which stores any values. */
export type AdvancedSettings = { default_role?: unknown };

/** Returns the type of the role of new users. */
export const getDefaultRoleType = (settings: AdvancedSettings | null): unknown =>
  settings?.default_role ?? 'authenticated';

/** Returns the type of the role of new users from the settings of Users & Permissions. */
export const loadDefaultRoleType = async ({ strapi }: WithStrapi): Promise<unknown> => {
  const store = strapi.store({ type: 'plugin', name: 'users-permissions' });
  return getDefaultRoleType((await store.get({ key: 'advanced' })) as AdvancedSettings | null);
};

/** Returns the role of new users. */
export const loadDefaultRole = async ({ strapi }: WithStrapi): Promise<Role> => {
  const type = await loadDefaultRoleType({ strapi });
  const role = await getTable<Role>({ strapi }, ROLE).findOne({ where: { type } });
  if (role === null) {
    throw new Error(
      `The default role "${String(type)}" of students does not exist. ` +
        'Choose another one in Settings > Users & Permissions > Advanced settings.',
    );
  }
  return role;
};

/** Primary key of accounts. Its sequence may be behind the table after an incomplete restore. */
const PRIMARY_KEY = 'up_users_pkey';

/** Tells whether an error is the database's rejection of a second account with an e-mail. */
export const isDuplicate = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return (
    code === '23505' && constraint?.startsWith('up_users_') === true && constraint !== PRIMARY_KEY
  );
};
