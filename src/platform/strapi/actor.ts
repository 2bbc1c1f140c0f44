import type { WithStrapi } from '../with-strapi';

/** Who makes the request that is being answered; names stay readable when the account is gone. */
export type Actor = {
  kind: 'user' | 'token' | 'student' | 'public';
  id: string | null;
  name: string | null;
};

export type PersonNames = {
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
};

type Credentials = PersonNames & {
  id?: number | string;
  name?: string;
  email?: string | null;
};

type Auth = { strategy?: { name?: string }; credentials?: Credentials | null };

const textOf = (value: string | null | undefined): string | null =>
  value === null || value === undefined || value.trim() === '' ? null : value.trim();

/** An administrator's name; null where there is none but an address, which colleagues are not to see. */
export const personName = ({ firstname, lastname, username }: PersonNames): string | null =>
  textOf([firstname, lastname].flatMap((part) => textOf(part) ?? []).join(' ')) ??
  (username?.includes('@') === true ? null : textOf(username));

const studentName = ({ username, email }: Credentials): string | null =>
  textOf(username) ?? textOf(email);

const kinds: Readonly<Record<string, Actor['kind']>> = {
  admin: 'user',
  'admin-token': 'token',
  'content-api-token': 'token',
  'api-token': 'token',
  'data-transfer': 'token',
  'users-permissions': 'student',
};

/**
 * Whoever Strapi has let in to make the current request (`ctx.state.auth`, as each of its strategies leaves
 * it: `@strapi/admin`, server/strategies); null outside of requests.
 */
export const actorNow = ({ strapi }: WithStrapi): Actor | null => {
  const ctx = strapi.requestContext.get();
  if (ctx === undefined) return null;
  const { auth } = ctx.state as { auth?: Auth };
  const { strategy, credentials } = auth ?? {};
  const kind = kinds[strategy?.name ?? ''] ?? 'public';
  if (credentials === null || credentials === undefined || kind === 'public') {
    return { kind: 'public', id: null, name: null };
  }
  const { id, name } = credentials;
  const named = {
    token: textOf(name),
    student: studentName(credentials),
    user: personName(credentials),
  };
  return {
    kind,
    id: id === undefined ? null : String(id),
    name: named[kind],
  };
};
