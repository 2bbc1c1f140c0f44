import type { Core } from '@strapi/types';
import { newStamp } from './sessions';
import { USER } from './users';

type Data = {
  email?: string | null;
  username?: string;
  password?: string | null;
  blocked?: boolean;
  sessionStamp?: string;
};

type Event = { params: { data?: Data | Data[] } };

const dataOf = ({ params }: Event): Data[] =>
  params.data === undefined ? [] : [params.data].flat();

/** However a user is written, through these endpoints or in the admin panel. */
const normalize = (data: Data): void => {
  if (typeof data.email !== 'string') return;
  data.email = data.email.trim().toLowerCase();
  data.username = data.email;
};

const onCreate = (event: unknown): void => {
  for (const data of dataOf(event as Event)) {
    normalize(data);
    data.sessionStamp = newStamp();
  }
};

const onUpdate = (event: unknown): void => {
  for (const data of dataOf(event as Event)) {
    normalize(data);
    // Whoever was logged in with the old password, or is not welcome any more, is logged out.
    if (data.password !== undefined || data.blocked === true) data.sessionStamp = newStamp();
  }
};

/** Keeps e-mails in one spelling, and logins only as long as they may last. */
export const keepUsersInOrder = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.db.lifecycles.subscribe({
    models: [USER],
    beforeCreate: onCreate,
    beforeCreateMany: onCreate,
    beforeUpdate: onUpdate,
    beforeUpdateMany: onUpdate,
  });
};
