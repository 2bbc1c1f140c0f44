import type { WithStrapi } from '#platform/strapi/with-strapi';
import { normalizeEmail } from '#platform/http/email-address';
import { hasTwoStreets, withOneCountry, withOneStreet } from './addresses';
import { dropCodes } from './codes';
import { getDefaultLang } from './languages';
import { createSecurityStamp } from './sessions';
import { USER, type Address, type User, getUserTable } from './users';

type Data = {
  email?: string | null;
  username?: string;
  password?: string | null;
  confirmed?: boolean | null;
  confirmedAt?: Date | string | null;
  blocked?: boolean;
  sessionStamp?: string;
  billingAddress?: unknown;
  mailingAddress?: unknown;
};

const ADDRESSES = ['billingAddress', 'mailingAddress'] as const;

type StoredUser = Pick<
  User,
  'id' | 'email' | 'confirmed' | 'language' | (typeof ADDRESSES)[number]
>;

type Event = { params: { data?: Data | Data[]; where?: Record<string, unknown> } };

const getData = ({ params }: Event): Data[] =>
  params.data === undefined ? [] : [params.data].flat();

/** Normalises the e-mail of a user, whether an endpoint or the admin panel writes it. */
const normalize = (data: Data): void => {
  if (typeof data.email !== 'string') return;
  data.email = normalizeEmail(data.email);
  data.username = data.email;
};

const endLogins = (data: Data): void => {
  // A new password or a block ends the user's logins.
  if (data.password !== undefined || data.blocked === true)
    data.sessionStamp = createSecurityStamp();
};

/**
 * Keeps the confirmation only while the address is unchanged; a new address must be proven again. A
 * write of `confirmed: true` counts as proof now, unless the user was already confirmed.
 */
const keepProof = (data: Data, stored: StoredUser | null): void => {
  if (stored !== null && typeof data.email === 'string' && data.email !== stored.email) {
    data.confirmed = false;
  }
  if (data.confirmed === true && stored?.confirmed !== true) data.confirmedAt ??= new Date();
  if (data.confirmed === false) data.confirmedAt = null;
};

const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stores one street line under both names. The panel's form lets users change either of them. */
const joinStreets = (data: Data, stored: StoredUser | null): void => {
  for (const name of ADDRESSES) {
    const address = data[name];
    if (!isAddress(address) || !hasTwoStreets(address)) continue;
    data[name] = withOneStreet(address, stored?.[name] ?? null);
  }
};

const hasAddress = (data: Data): boolean => ADDRESSES.some((name) => isAddress(data[name]));

/**
 * Keeps the name and code of countries consistent. The panel's form lets users change either of
 * them.
 */
const joinCountries = (data: Data, stored: StoredUser, language: string): void => {
  for (const name of ADDRESSES) {
    const address = data[name];
    if (isAddress(address)) data[name] = withOneCountry(address, stored[name], language);
  }
};

const onCreate = (event: unknown): void => {
  for (const data of getData(event as Event)) {
    normalize(data);
    keepProof(data, null);
    joinStreets(data, null);
    data.sessionStamp = createSecurityStamp();
  }
};

const onUpdate =
  ({ strapi }: WithStrapi) =>
  async (event: unknown): Promise<void> => {
    const { where } = (event as Event).params;
    for (const data of getData(event as Event)) {
      normalize(data);
      endLogins(data);
      const hasPassword = data.password !== undefined;
      const isRead = hasPassword || data.email !== undefined || data.confirmed !== undefined;
      if (!isRead && !hasAddress(data)) continue;
      const stored = await getUserTable({ strapi }).findOne({
        ...(where !== undefined && { where }),
        select: ['id', 'email', 'confirmed', 'language', ...ADDRESSES],
      });
      keepProof(data, stored);
      joinStreets(data, stored);
      if (stored === null) continue;
      // A code that was sent before would set another password.
      if (hasPassword) await dropCodes({ strapi }, stored, 'reset-password');
      joinCountries(data, stored, stored.language ?? getDefaultLang({ strapi }));
    }
  };

/**
 * Normalises e-mails, streets and countries, keeps confirmations with their address, and ends
 * logins and reset codes when necessary.
 */
export const normalizeUsers = ({ strapi }: WithStrapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [USER],
    beforeCreate: onCreate,
    beforeCreateMany: onCreate,
    beforeUpdate: onUpdate({ strapi }),
    beforeUpdateMany: onUpdate({ strapi }),
  });
};
