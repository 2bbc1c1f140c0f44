import { errors } from '@strapi/utils';
import createError from 'http-errors';

/** The languages in which people are told what went wrong; the first is for those who state none. */
export const messageLanguages = ['en', 'es'] as const;

export type MessageLanguage = (typeof messageLanguages)[number];

/** An error that an endpoint promises: what machines switch on, what people read. */
export type ApiError = {
  /** Stable; clients switch on it. */
  code: string;
  status: number;
  message: Record<MessageLanguage, string>;
  /** Seconds after which it is worth asking again, where the one who throws it knows no better. */
  retryAfter?: number;
};

/** A table of errors by their codes. */
export const defineErrors = <const T extends Record<string, Omit<ApiError, 'code'>>>(
  table: T,
): { [K in keyof T]: ApiError } =>
  Object.fromEntries(Object.entries(table).map(([code, error]) => [code, { code, ...error }])) as {
    [K in keyof T]: ApiError;
  };

// Not those of 401 and 403: Strapi's routes catch them and answer without message and code.
const classes: Readonly<Record<number, new (message: string, details: unknown) => Error>> = {
  400: errors.ValidationError,
  404: errors.NotFoundError,
  429: errors.RateLimitError,
};

const thrown = new WeakMap<Error, ApiError>();

/**
 * Makes an error bearable to yup, which holds whatever is called `ValidationError` for its own and fails outside of every
 * promise where one has no list of messages: an error that refuses a query which one of Strapi's checks makes ended the
 * process (`yup/lib/ValidationError.js`; `@strapi/upload`, which looks for folders in its checks).
 */
const bearableToYup = (error: Error): Error =>
  Object.defineProperties(error, {
    errors: { get: () => [error.message] },
    inner: { value: [] },
  });

type Options = {
  /** Stands beside the code in the answer. */
  details?: Record<string, unknown>;
  /** For the log only. */
  cause?: unknown;
};

/**
 * What to throw so that an error of the contract is answered. Statuses for which Strapi has no class of its
 * own become http-errors, which Strapi's error middleware renders in the same shape.
 */
export const httpError = (promised: ApiError, { details = {}, cause }: Options = {}): Error => {
  const { code, status, message } = promised;
  const answer = { code, ...details };
  const StrapiError = classes[status];
  const error = StrapiError
    ? bearableToYup(new StrapiError(message.en, answer))
    : createError(status, message.en, { details: answer });
  thrown.set(error, promised);
  return cause === undefined ? error : Object.assign(error, { cause });
};

/** After how many seconds an error that {@link httpError} made has its caller ask again, where the contract says so. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof Error ? thrown.get(error)?.retryAfter : undefined;

/** Puts the message of what {@link httpError} made into a language; leaves other errors alone. */
export const localizeError = (error: unknown, language: MessageLanguage): void => {
  if (!(error instanceof Error)) return;
  const promised = thrown.get(error);
  if (promised !== undefined) error.message = promised.message[language];
};
