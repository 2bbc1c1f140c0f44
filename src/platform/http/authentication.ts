import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { commonErrors } from './common-errors';
import type { Access, Endpoint } from './endpoint';
import { httpError } from './errors';

/** Whose token a request bears. */
export type Student = {
  id: number;
  documentId: string;
  email: string;
  /** Whether what belongs to the address may be shown to the bearer of the account's token. */
  hasProvenAddress: boolean;
};

/** What tells callers apart; the feature that keeps accounts hands it in. */
export type Authenticator = {
  /**
   * The student whose valid token a request bears, or null.
   *
   * @throws what the database throws while it is away: a token that could not be looked up says nothing, and
   * its bearer must not be taken for a stranger
   */
  studentOf: (ctx: Context) => Promise<Student | null>;
  /**
   * Admits users whose role, and API tokens whose rights, include a permission.
   *
   * @throws UnauthorizedError `UNAUTHENTICATED`, ForbiddenError `NOT_ALLOWED`
   */
  requirePermission: (ctx: Context, permission: string) => Promise<void>;
};

type Callers = {
  public: null;
  optional: Student | null;
  student: Student;
  /** Admitted for a permission, whoever it is: a person or a server. */
  manager: null;
};

type AccessOf<E extends Endpoint> = E extends { access: infer A extends Access } ? A : 'public';

/** Who calls an endpoint, as far as its `access` lets in. */
export type CallerOf<E extends Endpoint> = Callers[AccessOf<E>];

const NAME = 'authenticator';

/** Makes callers known to this Strapi instance. */
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
    throw httpError(commonErrors.UNAUTHENTICATED);
  }
  return student;
};

/**
 * Who calls, admitted by the endpoint's `access`.
 *
 * @throws UnauthorizedError `UNAUTHENTICATED`, ForbiddenError `NOT_ALLOWED`
 */
export const callerOf = async <E extends Endpoint>(
  { strapi }: WithStrapi,
  endpoint: E,
  ctx: Context,
): Promise<CallerOf<E>> => (await authenticate({ strapi }, endpoint, ctx)) as CallerOf<E>;
