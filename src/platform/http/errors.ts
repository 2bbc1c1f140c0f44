import { errors, type z } from '@strapi/utils';
import createError from 'http-errors';

/** Languages of error messages. The first is the default. */
export const messageLanguages = ['en', 'es'] as const;

export type MessageLanguage = (typeof messageLanguages)[number];

/** An error of a contract: a code for programs and a message for people. */
export type ApiError = {
  /** Stable, because clients depend on it. */
  code: string;
  status: number;
  message: Record<MessageLanguage, string>;
  /** Seconds after which a retry is useful, unless the thrown error says otherwise. */
  retryAfter?: number;
  /**
   * Fields of the response beside the code. Required ones have `examples` in their metadata, from
   * which the OpenAPI document takes its example.
   */
  details?: z.ZodRawShape;
};

type ErrorTable = Record<string, Omit<ApiError, 'code'>>;

type Defined<T extends ErrorTable> = {
  // Without `Omit`, the details would accept any field.
  [K in keyof T]: T[K] extends { details: infer D }
    ? Omit<ApiError, 'details'> & { details: D }
    : ApiError;
};

export const defineErrors = <const T extends ErrorTable>(table: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(table).map(([code, error]) => [code, { code, ...error }]),
  ) as Defined<T>;

// 401 and 403 are left out: Strapi's routes catch those classes and answer without message and
// code.
const classes: Readonly<Record<number, new (message: string, details: unknown) => Error>> = {
  400: errors.ValidationError,
  404: errors.NotFoundError,
  429: errors.RateLimitError,
};

const thrown = new WeakMap<Error, ApiError>();

/**
 * Adds the properties that yup reads from any error named `ValidationError`. Without a list of
 * messages, yup throws outside of every promise (`yup/lib/ValidationError.js`). That ended the
 * process when a query in one of Strapi's checks was rejected (`@strapi/upload` looks for folders
 * in its checks).
 */
const addYupProperties = (error: Error): Error =>
  Object.defineProperties(error, {
    errors: { get: () => [error.message] },
    inner: { value: [] },
  });

type Cause = {
  /** For the log only. */
  cause?: unknown;
};

/** Details stand beside the code in the response, as the error declares them. */
type Options<E extends ApiError> = E extends { details: infer D extends z.ZodRawShape }
  ? Cause & { details: z.output<z.ZodObject<D>> }
  : Cause & { details?: Record<string, unknown> };

/** Options may be omitted unless the error declares required details. */
export type ErrorOptions<E extends ApiError> = E extends { details: infer D extends z.ZodRawShape }
  ? object extends z.output<z.ZodObject<D>>
    ? [options?: Partial<Options<E>>]
    : [options: Options<E>]
  : [options?: Options<E>];

/**
 * Returns the error to throw for an error of the contract. Statuses without a Strapi class become
 * http-errors, which Strapi's error middleware renders in the same format.
 */
export const createHttpError = <E extends ApiError>(
  promised: E,
  ...[options = {}]: ErrorOptions<E>
): Error => {
  const { code, status, message } = promised;
  const { details = {}, cause } = options as Partial<Options<ApiError>>;
  const answer = { code, ...details };
  const StrapiError = classes[status];
  const error = StrapiError
    ? addYupProperties(new StrapiError(message.en, answer))
    : createError(status, message.en, { details: answer });
  thrown.set(error, promised);
  return cause === undefined ? error : Object.assign(error, { cause });
};

/**
 * Returns the `Retry-After` seconds of an error made by {@link createHttpError}, if the contract sets
 * them.
 */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof Error ? thrown.get(error)?.retryAfter : undefined;

/** Translates the message of an error made by {@link createHttpError}. Other errors stay unchanged. */
export const localizeError = (error: unknown, language: MessageLanguage): void => {
  if (!(error instanceof Error)) return;
  const promised = thrown.get(error);
  if (promised !== undefined) error.message = promised.message[language];
};
