import type { WithStrapi } from './with-strapi';
import { USER } from './current-ability';
import { getTable } from './queries';

/** A user of the panel, as Strapi stores it in the request's state. */
export type PanelUser = {
  id: number;
  firstname?: string | null;
  lastname?: string | null;
  email: string;
};

const MAX_USERS = 200;

/** Returns a user's name, or the e-mail address if there is none. */
export const formatPanelUserName = ({ firstname, lastname, email }: PanelUser): string =>
  [firstname, lastname].filter(Boolean).join(' ') || email;

/** Returns the panel's active users with a name, the caller first. */
export const listPanelUsers = async (
  { strapi }: WithStrapi,
  caller: PanelUser,
): Promise<{ id: number; name: string }[]> => {
  const users = await getTable<PanelUser>({ strapi }, USER).findMany({
    where: { isActive: true, blocked: { $not: true } },
    select: ['id', 'firstname', 'lastname'],
    orderBy: [{ firstname: 'asc' }, { lastname: 'asc' }],
    limit: MAX_USERS,
  });
  const others = users
    .filter(({ id }) => id !== caller.id)
    // Addresses of others are for administrators only.
    .map((user) => ({ id: user.id, name: formatPanelUserName({ ...user, email: '' }) }))
    .filter(({ name }) => name !== '');
  return [{ id: caller.id, name: formatPanelUserName(caller) }, ...others];
};
