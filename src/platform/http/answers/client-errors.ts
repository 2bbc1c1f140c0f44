import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../strapi/with-strapi';
import { bodyErrors, commonErrors, type RequestPart, writeErrors } from '../common-errors';
import { retryAfterOf, type ApiError, type MessageLanguage } from '../errors';
import { createRequestError, getMessageLanguage } from '../message-language';
import { createInvalidRequestError } from '../address-guard';
import { createLineLimiter } from './bounded-lines';

/**
 * Strapi's message for required relations and media (`@strapi/core`, services/entity-validator).
 */
const missingValueMessage = /^\S+ must be defined\.$/;

const missingValueTexts: Record<MessageLanguage, string> = {
  en: 'A required relation or file is missing.',
  es: 'Falta una relación o un archivo obligatorio.',
};

type WithMessage = { message?: unknown };

/**
 * Replaces Strapi's English messages about missing values, which contain the attribute's name, with
 * messages in the given language.
 */
const nameMissingValues = (error: unknown, language: MessageLanguage): void => {
  if (!(error instanceof errors.ValidationError)) return;
  const { errors: problems } = error.details as { errors?: unknown };
  const reported: WithMessage[] = [
    error,
    ...(Array.isArray(problems) ? (problems as WithMessage[]) : []),
  ];
  for (const problem of reported) {
    if (typeof problem.message === 'string' && missingValueMessage.test(problem.message))
      problem.message = missingValueTexts[language];
  }
};

type Thrown = {
  name?: unknown;
  status?: unknown;
  type?: unknown;
  code?: unknown;
  constraint?: unknown;
  detail?: unknown;
  message?: unknown;
  stack?: unknown;
};

/** Errors of body parsers (`raw-body`, `inflation`, `co-body`) by their status. */
const refusedBodies: Readonly<Record<number, ApiError>> = {
  400: bodyErrors.BODY_MALFORMED,
  413: bodyErrors.BODY_TOO_LARGE,
  415: bodyErrors.BODY_NOT_TAKEN,
};

/**
 * PostgreSQL error codes for values that it cannot parse or store (class 22). Only those that a
 * caller's input can cause are listed.
 */
const invalidInputCodes = new Set([
  ...['22P02', '22P05', '22001', '22003', '22007', '22008', '22009', '22021'],
  // The operating system rejects the name of a file.
  'ENAMETOOLONG',
]);

/** PostgreSQL's code for a violated unique constraint that no rule of this service has checked. */
const UNIQUE_VIOLATION = '23505';

/**
 * PostgreSQL's code for a reference to a row that does not exist. References are validated before,
 * so another request has deleted the row meanwhile.
 */
const REFERENCE_VIOLATION = '23503';

/** Names of the errors of Strapi's database layer for invalid dates and times in a query. */
const invalidDateNames = new Set([
  'InvalidDatetimeFormat',
  'InvalidDateFormat',
  'InvalidTimeFormat',
]);

/** Prefix of the Brotli errors about the format. Its other errors concern memory, not the body. */
const BROKEN_BROTLI = 'ERR__ERROR_FORMAT_';

/** Returns whether the error means that a compressed body is invalid or incomplete. */
const isBrokenCompression = ({ code }: Thrown): boolean =>
  code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR' || String(code).startsWith(BROKEN_BROTLI);

/** Errors that `koa-send` and `resolve-path` throw. */
const fileRefusals = [
  { status: 400, message: 'Malicious Path' },
  { status: 400, message: 'failed to decode' },
  { status: 403, message: 'Forbidden' },
];

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

/**
 * Returns whether Strapi's static file handler rejected a path as an attack. It does so for a
 * double slash, a drive, `..` or invalid percent-encoding. No file exists there, so the answer is
 * 404.
 */
const isFileRefusal = (ctx: Context, { status, message }: Thrown): boolean =>
  isRead(ctx) &&
  fileRefusals.some((refusal) => refusal.status === status && refusal.message === message);

/**
 * Returns whether a sequence has given the number of an existing row: it is behind its table. That
 * is a fault of the database, which lasts.
 */
const isUsedRowNumber = ({ detail }: Thrown): boolean => /\(id\)=\(\d+\)/.test(String(detail));

const findClientError = (thrown: Thrown): ApiError | undefined => {
  if (isBrokenCompression(thrown)) return bodyErrors.BODY_MALFORMED;
  if (typeof thrown.status === 'number') return refusedBodies[thrown.status];
  if (thrown.code === UNIQUE_VIOLATION) {
    return isUsedRowNumber(thrown) ? undefined : writeErrors.MADE_MEANWHILE;
  }
  if (thrown.code === REFERENCE_VIOLATION) return writeErrors.DELETED_MEANWHILE;
  const isInvalidInput =
    invalidInputCodes.has(String(thrown.code)) || invalidDateNames.has(String(thrown.name));
  return isInvalidInput ? commonErrors.INVALID_REQUEST : undefined;
};

type Route = { info?: { type?: string; pluginName?: string } };

/** Strapi's own parts, whose routes of the panel do not validate all of their input. */
const strapiPlugins = new Set([
  ...['admin', 'users-permissions', 'content-manager', 'content-type-builder', 'upload', 'i18n'],
  ...['email', 'content-releases', 'review-workflows'],
]);

/**
 * PostgreSQL error codes for statements that Strapi built from malformed parameters of a query. The
 * columns of a write come from the models: if one is missing, the fault is ours.
 */
const malformedStatementCodes = new Set(['42601', '42703', '42P18']);

/** Returns whether the code that has thrown an error belongs to a package. */
const isThrownByPackage = ({ stack = '' }: Error): boolean =>
  // Functions of the language, such as `Object.keys`, have no file.
  /\n +at .*[(/].*\/.*/.exec(stack)?.[0].includes('/node_modules/') === true;

/** Message of Strapi's database layer for an empty name in `fields`. */
const EMPTY_NAME = 'Name cannot be null';

/**
 * Returns whether a handler of Strapi's panel failed on input that it does not validate. It read a
 * property that a malformed body or a missing row does not have.
 */
const isUnvalidatedInput = (ctx: Context, error: unknown): boolean => {
  const { route } = ctx.state as { route?: Route };
  const { type, pluginName = '' } = route?.info ?? {};
  if (type !== 'admin' || !strapiPlugins.has(pluginName)) return false;
  if (error instanceof TypeError || error instanceof RangeError) return isThrownByPackage(error);
  const { name, message, code } = (error ?? {}) as Thrown;
  if (name === 'ZodError' || message === EMPTY_NAME) return true;
  return isRead(ctx) && malformedStatementCodes.has(String(code));
};

const isAnswerable = (error: unknown): boolean =>
  error instanceof errors.ApplicationError || error instanceof errors.HttpError;

const notTaken: Record<MessageLanguage, string> = {
  en: 'This value is not valid.',
  es: 'Este valor no es válido.',
};

const sources = ['query', 'body'] as const;

/**
 * Returns the parameter that Strapi rejected by a schema added to its routes. Strapi then answers
 * zod's own text, which is JSON in several lines.
 */
const findRejectedParameter = (error: unknown): { in: RequestPart; path: string[] } | undefined => {
  if (!(error instanceof errors.ValidationError)) return undefined;
  const { source, param, path } = error.details as Record<string, unknown>;
  // Strapi's other validation errors have a path, or a plain sentence as their message.
  const part = sources.find((name) => name === source);
  if (path !== null || typeof param !== 'string' || part === undefined) return undefined;
  return String(error.message).startsWith('[') ? { in: part, path: [param] } : undefined;
};

/** Sets `Retry-After` from the thrown error, unless a handler has already set it. */
const setRetryAfter = (ctx: Context, error: unknown): void => {
  const seconds = retryAfterOf(error);
  if (seconds === undefined || ctx.response.get('Retry-After') !== '') return;
  ctx.set('Retry-After', String(seconds));
};

/** Describes an error for the log, with the place in the package that has thrown it. */
const describeThrown = ({ code, constraint, name, message, stack }: Thrown): string => {
  if (typeof code === 'string') {
    return typeof constraint === 'string' ? `${code} ${constraint}` : code;
  }
  const place = /\/node_modules\/([^\s)]+)/.exec(String(stack))?.[1] ?? 'unknown place';
  return `${String(name)}: ${String(message).slice(0, PATH_LENGTH)}, ${place}`;
};

const PATH_LENGTH = 200;
const LINES_PER_SECOND = 5;

/**
 * Client errors that are logged, although the caller may have caused them: an error of this service
 * would look the same.
 */
const loggedErrors: ReadonlySet<ApiError> = new Set([
  commonErrors.INVALID_REQUEST,
  writeErrors.DELETED_MEANWHILE,
]);

/**
 * Maps errors of parsers and of PostgreSQL that a caller has caused to client errors. Strapi would
 * log them with their stack and statement, and callers could fill the disk. Place it after
 * `strapi::errors`.
 */
export const mapParserErrors = ({ strapi }: WithStrapi) => {
  const warn = createLineLimiter({
    write: (line) => strapi.log.warn(`http: ${line}`),
    perSecond: LINES_PER_SECOND,
  });
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const thrown = (error ?? {}) as Thrown;
      setRetryAfter(ctx, error);
      nameMissingValues(error, getMessageLanguage(ctx));
      // http-errors of this service have `details`; those of parsers do not.
      const refusedInput = findRejectedParameter(error);
      if (refusedInput !== undefined) {
        throw createInvalidRequestError(ctx, { ...refusedInput, message: notTaken });
      }
      if (isAnswerable(error) && 'details' in thrown) throw error;
      // A request that no middleware answers becomes 404.
      if (isFileRefusal(ctx, thrown)) return;
      const isUnvalidated = isUnvalidatedInput(ctx, error);
      const clientError = isUnvalidated ? commonErrors.INVALID_REQUEST : findClientError(thrown);
      if (clientError === undefined) throw error;
      if (loggedErrors.has(clientError)) {
        const path = ctx.path.slice(0, PATH_LENGTH);
        const reached = isUnvalidated ? 'a handler of Strapi failed' : 'the database refused';
        warn(`${reached} on a value of a request (${describeThrown(thrown)}): ${path}`);
      }
      throw createRequestError(ctx, clientError);
    }
  };
};
