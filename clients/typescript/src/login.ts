import type { ErrorBase, Result } from './types.ts';

/** A student's login. Only a renewable one has a `refreshToken`. */
export type Login = { jwt: string; refreshToken?: string | undefined };

/** Where a login is stored, best in `HttpOnly` cookies of the frontend's own server. */
export type LoginStore = {
  read: () => Login | undefined | Promise<Login | undefined>;
  write: (login: Login | undefined) => void | Promise<void>;
};

type AnyResult = Result<unknown, ErrorBase & { code: string }>;

/** Renewals that are running: requests of one store that fail together share one. */
const running = new WeakMap<LoginStore, Promise<Login | AnyResult | undefined>>();

const renew = async (
  store: LoginStore,
  login: Login,
  refresh: (refreshToken: string) => Promise<AnyResult>,
): Promise<Login | AnyResult | undefined> => {
  const stored = await store.read();
  // Another request has renewed it meanwhile.
  if (stored !== undefined && stored.jwt !== login.jwt) return stored;
  if (stored?.refreshToken === undefined) return undefined;
  const result = await refresh(stored.refreshToken);
  if (result.error === undefined) {
    const renewed = result.data as Login;
    await store.write(renewed);
    return renewed;
  }
  // An outage ends no login.
  if (result.error.code !== 'INVALID_REFRESH_TOKEN') return result;
  await store.write(undefined);
  return undefined;
};

/**
 * Renews a login whose token the service has refused. Returns the new login, the failure of an
 * attempt that may be repeated later, or `undefined` if the student has to log in.
 */
export const renewLogin: typeof renew = async (store, login, refresh) => {
  const current = running.get(store);
  if (current !== undefined) return current;
  const renewal = renew(store, login, refresh).finally(() => running.delete(store));
  running.set(store, renewal);
  return renewal;
};

/** Tokens that end within these milliseconds count as expired, because requests take time. */
const MARGIN_MS = 10_000;

/** Returns whether a token says that its time is over. */
export const isExpired = (jwt: string): boolean => {
  const [, payload = ''] = jwt.split('.');
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { exp } = JSON.parse(text) as { exp?: unknown };
    return typeof exp === 'number' && exp * 1000 < Date.now() + MARGIN_MS;
  } catch {
    return false;
  }
};
