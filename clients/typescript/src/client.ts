import { readEvents } from './event-stream.ts';
import { isExpired, renewLogin, type Login, type LoginStore } from './login.ts';
import { cacheTags } from './tags.ts';
import type {
  Data,
  Draft,
  DraftPath,
  ErrorBase,
  Failure,
  Method,
  Operation,
  OptionsArgument,
  PathOf,
  RequestExtras,
  Result,
} from './types.ts';

export type ClientOptions = {
  /** Address of the API: `https://cms.example.com/api`. */
  baseUrl: string;
  /**
   * An API token, a student's token, or a store of a student's login, which is then renewed when it
   * expires. The token is sent with every request: use a client without one for the catalogue, so
   * that caches can answer.
   */
  token?: string | LoginStore;
  fetch?: typeof fetch;
  /** Language of error messages, sent as `Accept-Language`. */
  locale?: string;
  /** Number of times that a GET is repeated after 429 or 503. Default: 2. */
  retries?: number;
  /** The longest `Retry-After` that is waited for, in seconds. Default: 5. */
  longestWait?: number;
};

type AnyOptions = RequestExtras & {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
};

type AnyError = ErrorBase & { code: string };

type AnyResult = Result<unknown, AnyError>;

type Send<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...options: OptionsArgument<Operation<M, P>>
) => Promise<Result<Data<Operation<M, P>>, Failure<Operation<M, P>>>>;

export type Client = {
  get: Send<'get'>;
  /** Like `get`, with the types of drafts, for requests with a `previewToken`. */
  getDraft: <P extends DraftPath>(
    path: P,
    ...options: OptionsArgument<Operation<'get', P>>
  ) => Promise<Result<Draft<P>, Failure<Operation<'get', P>>>>;
  /**
   * Calls `onChange` after each save of the draft that a preview token opens, and after each
   * connection, because saves before it are unknown: read the draft again. Connects again until
   * `signal` is aborted or the token is refused, as after it has expired. Then it resolves.
   */
  watchDraft: (watch: {
    previewToken: string;
    onChange: () => void;
    signal?: AbortSignal;
  }) => Promise<void>;
  post: Send<'post'>;
  put: Send<'put'>;
  /** Logs a student in with a renewable login, and stores it in `token`. */
  login: (
    credentials: { email: string; password: string },
    extras?: RequestExtras,
  ) => Promise<
    Result<
      Data<Operation<'post', '/user-endpoints/login'>>,
      Failure<Operation<'post', '/user-endpoints/login'>>
    >
  >;
  /** Ends the login, and empties the store also if the service is unavailable. */
  logout: () => Promise<void>;
};

/**
 * Returns the address of a request.
 *
 * @param path With a name in braces for each value of `options.path`
 */
const addressOf = (
  baseUrl: string,
  path: string,
  { path: values = {}, query = {} }: AnyOptions,
) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)]);
  const text = new URLSearchParams(search).toString();
  return `${baseUrl.replace(/\/+$/, '')}${filled}${text === '' ? '' : `?${text}`}`;
};

/** Returns the seconds of `Retry-After`, which this service never sends as a date. */
const retryAfterOf = (response: Response): number | undefined => {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
};

/** Seconds before a lost connection is opened again. */
const RECONNECT_SECONDS = 2;

const failure = (error: AnyError, response?: Response): AnyResult => ({
  data: undefined,
  error,
  tags: [],
  response,
});

/** Returns the error of a response. A proxy's page, for example, has no code of the service. */
const readFailure = async (response: Response): Promise<AnyResult> => {
  const { status } = response;
  const retryAfter = retryAfterOf(response);
  const body = (await response.json().catch(() => undefined)) as
    { error?: { message: string; requestId?: string; details?: { code?: string } } } | undefined;
  const { message = `The service answered ${status}.`, requestId, details } = body?.error ?? {};
  const code = details?.code ?? 'UNEXPECTED_ANSWER';
  return failure({ ...details, code, status, message, requestId, retryAfter }, response);
};

const readAnswer = async (response: Response): Promise<AnyResult> => {
  if (!response.ok) return readFailure(response);
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
  const data: unknown = isJson ? await response.json() : await response.text();
  return { data, error: undefined, tags: cacheTags(response), response };
};

/** Waits for seconds, or throws as soon as the signal is aborted. */
const wait = async (seconds: number, signal: AbortSignal | undefined): Promise<void> => {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
};

/**
 * Returns a client of the API. Its functions take the paths of the OpenAPI document and return
 * `{ data }` or `{ error }`. They throw only if the caller aborts the request.
 */
export const createClient = (settings: ClientOptions): Client => {
  const { baseUrl, token, locale, retries = 2, longestWait = 5 } = settings;
  const store = typeof token === 'object' ? token : undefined;

  const sendOnce = async (
    method: Method,
    path: string,
    options: AnyOptions,
    jwt: string | undefined,
  ): Promise<AnyResult> => {
    const headers = new Headers(options.init?.headers);
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    if (locale !== undefined) headers.set('accept-language', locale);
    if (jwt !== undefined) headers.set('authorization', `Bearer ${jwt}`);
    if (options.body !== undefined) headers.set('content-type', 'application/json');
    try {
      const response = await (settings.fetch ?? fetch)(addressOf(baseUrl, path, options), {
        ...options.init,
        method: method.toUpperCase(),
        headers,
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        ...(options.signal && { signal: options.signal }),
      });
      return await readAnswer(response);
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause;
      return failure({ ...{ cause }, code: 'UNREACHABLE', status: 0, message: String(cause) });
    }
  };

  /** Repeats a GET that was refused for a short time. Other methods may have had an effect. */
  const sendPatiently = async (
    method: Method,
    path: string,
    options: AnyOptions,
    jwt: string | undefined,
  ): Promise<AnyResult> => {
    for (let attempt = 0; ; attempt += 1) {
      const result = await sendOnce(method, path, options, jwt);
      const { status = 0, retryAfter = 1 } = result.error ?? {};
      const isTemporary = method === 'get' && (status === 429 || status === 503);
      if (!isTemporary || attempt >= retries || retryAfter > longestWait) return result;
      await wait(retryAfter, options.signal);
    }
  };

  const send = async (
    method: Method,
    path: string,
    options: AnyOptions = {},
  ): Promise<AnyResult> => {
    const login = await store?.read();
    if (store === undefined || login === undefined) {
      return sendPatiently(method, path, options, typeof token === 'string' ? token : undefined);
    }
    const renew = (former: Login) =>
      renewLogin(store, former, (refreshToken) =>
        sendOnce('post', '/user-endpoints/refresh', { body: { refreshToken } }, undefined),
      );
    // Endpoints that take guests too, such as checkout, answer no 401: the purchase would not
    // belong to the student.
    const current = (isExpired(login.jwt) ? await renew(login) : undefined) ?? login;
    if (!('jwt' in current)) return current;
    const result = await sendPatiently(method, path, options, current.jwt);
    if (result.error?.code !== 'UNAUTHENTICATED') return result;
    const renewed = await renew(current);
    if (renewed === undefined) return result;
    return 'jwt' in renewed ? sendPatiently(method, path, options, renewed.jwt) : renewed;
  };

  /** Returns the seconds until the next connection; `undefined` if the token is refused. */
  const watchOnce = async (
    previewToken: string,
    onChange: () => void,
    signal: AbortSignal | undefined,
  ): Promise<number | undefined> => {
    const address = addressOf(baseUrl, '/draft-changes', { query: { previewToken } });
    const init: RequestInit = { cache: 'no-store', ...(signal && { signal }) };
    const response = await (settings.fetch ?? fetch)(address, init).catch(() => undefined);
    if (response === undefined) return RECONNECT_SECONDS;
    const { status, ok, body } = response;
    if (ok && body !== null) await readEvents(body, onChange);
    else if (status >= 400 && status < 500 && status !== 429) return undefined;
    return retryAfterOf(response) ?? RECONNECT_SECONDS;
  };

  const watchDraft: Client['watchDraft'] = async ({ previewToken, onChange, signal }) => {
    while (signal?.aborted !== true) {
      const seconds = await watchOnce(previewToken, onChange, signal);
      if (seconds === undefined) return;
      await wait(seconds, signal).catch(() => undefined);
    }
  };

  const via = <M extends Method>(method: M) =>
    (async (path: string, options?: AnyOptions) => send(method, path, options)) as Send<M>;

  const get = via('get');
  const post = via('post');

  return {
    get,
    getDraft: get as unknown as Client['getDraft'],
    watchDraft,
    post,
    put: via('put'),
    login: async (credentials, extras) => {
      const body = { ...credentials, renewable: true };
      // Without a token: a former one, which may have expired, does not matter here.
      const result = await sendOnce(
        'post',
        '/user-endpoints/login',
        { ...extras, body },
        undefined,
      );
      if (result.error === undefined) await store?.write(result.data as Login);
      return result as Awaited<ReturnType<Client['login']>>;
    },
    logout: async () => {
      await post('/user-endpoints/logout');
      await store?.write(undefined);
    },
  };
};

/** The error of a request, as an exception. */
export class CmsError extends Error {
  constructor(readonly error: AnyError) {
    super(`${error.code}: ${error.message}`, { cause: error });
    this.name = 'CmsError';
  }
}

/** Returns the data of a result, or throws its error as a `CmsError`. */
export const unwrap = <D>(result: Result<D, AnyError>): D => {
  if (result.error !== undefined) throw new CmsError(result.error);
  return result.data;
};
