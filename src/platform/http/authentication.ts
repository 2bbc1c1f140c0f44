import type { Context } from 'koa';
import type { WithStrapi } from '../strapi/with-strapi';
import { commonErrors } from './common-errors';
import type { Access, Endpoint } from './endpoint';
import { createHttpError } from './errors';

/** The student whose token a request carries. */
export type Student = {
  id: number;
  documentId: string;
  email: string;
  /**
   * Whether the account's owner has proven that the e-mail address is theirs. Data that belong to
   * the address are shown only then.
   */
  hasProvenAddress: boolean;
};

/** Identifies callers. The feature that manages accounts provides it. */
export type Authenticator = {
  /**
   * Returns the student whose valid token a request carries, or null.
   *
   * @throws database errors while the database is unavailable; a caller with a token must not be
   * treated as anonymous then
   */
  studentOf: (ctx: Context) => Promise<Student | null>;
  /**
   * Admits users whose role, and API tokens whose permissions, include a permission.
   *
   * @throws UnauthorizedError `UNAUTHENTICATED`, ForbiddenError `NOT_ALLOWED`
   */
  requirePermission: (ctx: Context, permission: string) => Promise<void>;
};

type Callers = {
  public: null;
  optional: Student | null;
  student: Student;
  /** A caller with the permission, which may be a person or a server. */
  manager: null;
};

type AccessOf<E extends Endpoint> = E extends { access: infer A extends Access } ? A : 'public';

/** The caller of an endpoint, by the endpoint's `access`. */
export type CallerOf<E extends Endpoint> = Callers[AccessOf<E>];

const NAME = 'authenticator';

/** Registers the authenticator of this Strapi instance. */
export const registerAuthenticator = (
  { strapi }: WithStrapi,
  authenticator: Authenticator,
): void => {
  strapi.add(NAME, () => authenticator);
};

const authenticate = async (
  { strapi }: WithStrapi,
  endpoint: Endpoint,
  ctx: Context,
): Promise<Student | null> => {
  if (endpoint.access === undefined || endpoint.access === 'public') return null;
  const authenticator = strapi.get<Authenticator>(NAME);
  if (endpoint.access === 'manager') {
    await authenticator.requirePermission(ctx, endpoint.permission);
    return null;
  }
  const student = await authenticator.studentOf(ctx);
  if (student === null && endpoint.access === 'student') {
    throw createHttpError(commonErrors.UNAUTHENTICATED);
  }
  return student;
};

/**
 * Returns the caller, admitted by the endpoint's `access`.
 *
 * @throws UnauthorizedError `UNAUTHENTICATED`, ForbiddenError `NOT_ALLOWED`
 */
export const authenticateCaller = async <E extends Endpoint>(
  { strapi }: WithStrapi,
  endpoint: E,
  ctx: Context,
): Promise<CallerOf<E>> => (await authenticate({ strapi }, endpoint, ctx)) as CallerOf<E>;
