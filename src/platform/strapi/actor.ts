import type { WithStrapi } from '../with-strapi';

/** The caller of the current request. The name stays readable when the account is deleted. */
export type RequestActor = {
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

/**
 * Returns an administrator's name; null where only an e-mail address exists, which colleagues must
 * not see.
 */
export const personName = ({ firstname, lastname, username }: PersonNames): string | null =>
  textOf([firstname, lastname].flatMap((part) => textOf(part) ?? []).join(' ')) ??
  (username?.includes('@') === true ? null : textOf(username));

const studentName = ({ username, email }: Credentials): string | null =>
  textOf(username) ?? textOf(email);

const kinds: Readonly<Record<string, RequestActor['kind']>> = {
  admin: 'user',
  'admin-token': 'token',
  'content-api-token': 'token',
  'api-token': 'token',
  'data-transfer': 'token',
  'users-permissions': 'student',
};

/**
 * Returns the authenticated caller of the current request; null outside of requests. Each of
 * Strapi's strategies sets `ctx.state.auth` (`@strapi/admin`, server/strategies).
 */
export const requestActor = ({ strapi }: WithStrapi): RequestActor | null => {
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
