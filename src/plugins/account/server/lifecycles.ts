import type { Core } from '@strapi/types';
import { typedEmail } from '../../../http/email-address';
import { newSecurityStamp } from './sessions';
import { USER, type User, usersOf } from './users';

type Strapi = { strapi: Core.Strapi };

type Data = {
  email?: string | null;
  username?: string;
  password?: string | null;
  confirmed?: boolean | null;
  confirmedAt?: Date | string | null;
  blocked?: boolean;
  sessionStamp?: string;
};

type Stored = Pick<User, 'email' | 'confirmed'>;

type Event = { params: { data?: Data | Data[]; where?: Record<string, unknown> } };

const dataOf = ({ params }: Event): Data[] =>
  params.data === undefined ? [] : [params.data].flat();

/** However a user is written, through these endpoints or in the admin panel. */
const normalize = (data: Data): void => {
  if (typeof data.email !== 'string') return;
  data.email = typedEmail(data.email);
  data.username = data.email;
};

const endLogins = (data: Data): void => {
  // Whoever was logged in with the old password, or is not welcome any more, is logged out.
  if (data.password !== undefined || data.blocked === true) data.sessionStamp = newSecurityStamp();
};

/**
 * What was proven was the address, not the account: with another one it has to be proven anew. Whoever
 * writes that it is confirmed says so as of now; a form that only repeats what is stored says nothing.
 */
const keepProof = (data: Data, stored: Stored | null): void => {
  if (stored !== null && typeof data.email === 'string' && data.email !== stored.email) {
    data.confirmed = false;
  }
  if (data.confirmed === true && stored?.confirmed !== true) data.confirmedAt ??= new Date();
  if (data.confirmed === false) data.confirmedAt = null;
};

const onCreate = (event: unknown): void => {
  for (const data of dataOf(event as Event)) {
    normalize(data);
    keepProof(data, null);
    data.sessionStamp = newSecurityStamp();
  }
};

const onUpdate =
  ({ strapi }: Strapi) =>
  async (event: unknown): Promise<void> => {
    const { where } = (event as Event).params;
    for (const data of dataOf(event as Event)) {
      normalize(data);
      endLogins(data);
      if (data.email === undefined && data.confirmed === undefined) continue;
      const stored = await usersOf({ strapi }).findOne({
        ...(where !== undefined && { where }),
        select: ['email', 'confirmed'],
      });
      keepProof(data, stored);
    }
  };

/** Keeps e-mails in one spelling, proofs with their address, and logins only as long as they may last. */
export const keepUsersInOrder = ({ strapi }: Strapi): void => {
  strapi.db.lifecycles.subscribe({
    models: [USER],
    beforeCreate: onCreate,
    beforeCreateMany: onCreate,
    beforeUpdate: onUpdate({ strapi }),
    beforeUpdateMany: onUpdate({ strapi }),
  });
};
