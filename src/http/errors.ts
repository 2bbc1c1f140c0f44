import { errors } from '@strapi/utils';
import createError from 'http-errors';

/** The languages in which people are told what went wrong; the first is for those who state none. */
export const messageLanguages = ['en', 'es'] as const;

export type MessageLanguage = (typeof messageLanguages)[number];

/** A failure that an endpoint promises: what machines switch on, what people read. */
export type Failure = {
  /** Stable; clients switch on it. */
  code: string;
  status: number;
  message: Record<MessageLanguage, string>;
};

/** Keeps the keys of a table of failures and their codes the same thing. */
export const failures = <const T extends Record<string, Omit<Failure, 'code'>>>(
  table: T,
): { [K in keyof T]: Failure } =>
  Object.fromEntries(
    Object.entries(table).map(([code, failure]) => [code, { code, ...failure }]),
  ) as { [K in keyof T]: Failure };

// Not those of 401 and 403: Strapi's routes catch them and answer without message and code.
const classes: Readonly<Record<number, new (message: string, details: unknown) => Error>> = {
  400: errors.ValidationError,
  404: errors.NotFoundError,
  429: errors.RateLimitError,
};

const thrown = new WeakMap<Error, Failure>();

type FailureOptions = {
  /** Stands beside the code in the answer. */
  details?: Record<string, unknown>;
  /** For the log only. */
  cause?: unknown;
};

/**
 * The error to throw for a failure. Statuses for which Strapi has no class of its own become
 * http-errors, which Strapi's error middleware renders in the same shape.
 */
export const failure = (what: Failure, { details = {}, cause }: FailureOptions = {}): Error => {
  const { code, status, message } = what;
  const answer = { code, ...details };
  const StrapiError = classes[status];
  const error = StrapiError
    ? new StrapiError(message.en, answer)
    : createError(status, message.en, { details: answer });
  thrown.set(error, what);
  return cause === undefined ? error : Object.assign(error, { cause });
};

/** Puts a failure's message into the language of the person who gets it; leaves other errors alone. */
export const localizeFailure = (error: unknown, language: MessageLanguage): void => {
  if (!(error instanceof Error)) return;
  const what = thrown.get(error);
  if (what !== undefined) error.message = what.message[language];
};
