import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../with-strapi';
import { commonErrors } from '../common-errors';
import {
  type ApiError,
  httpError,
  localizeError,
  type MessageLanguage,
  retryAfterOf,
} from '../errors';
import { messageLanguageOf } from '../message-language';
import { boundedLines } from './bounded-lines';
import { bodyErrors, writeErrors } from './errors';
import { nameMissingValues } from './missing-values';

type Thrown = {
  name?: unknown;
  status?: unknown;
  type?: unknown;
  code?: unknown;
  message?: unknown;
};

/** What body parsers (`raw-body`, `inflation`, `co-body`) refuse, by the status that they give it. */
const refusedBodies: Readonly<Record<number, ApiError>> = {
  400: bodyErrors.BODY_MALFORMED,
  413: bodyErrors.BODY_TOO_LARGE,
  415: bodyErrors.BODY_NOT_TAKEN,
};

/** Values that PostgreSQL cannot make out or has no room for (its class 22), of those that only a caller can have sent. */
const unreadable = new Set([
  ...['22P02', '22P05', '22001', '22003', '22007', '22008', '22009', '22021'],
  // A file's name that the system does not take.
  'ENAMETOOLONG',
]);

/** Two of which there may be one, and no rule of this service has said of what. */
const UNIQUE_VIOLATION = '23505';

/** What Strapi's database layer calls values of a query that are no date, no time, or not both. */
const undated = new Set(['InvalidDatetimeFormat', 'InvalidDateFormat', 'InvalidTimeFormat']);

/** Brotli's own codes have names by the dozen; others than those of its format are about memory, not about the body. */
const BROKEN_BROTLI = 'ERR__ERROR_FORMAT_';

/** A body that says that it is compressed, and is not, or not whole. */
const isBrokenCompression = ({ code }: Thrown): boolean =>
  code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR' || String(code).startsWith(BROKEN_BROTLI);

/** What `koa-send` and `resolve-path` throw. */
const fileRefusals = [
  { status: 400, message: 'Malicious Path' },
  { status: 400, message: 'failed to decode' },
  { status: 403, message: 'Forbidden' },
];

const isRead = ({ method }: Context): boolean => method === 'GET' || method === 'HEAD';

/**
 * Strapi looks for files at every address that nobody answers, and what looks takes some for an attack: those with a
 * second slash, a drive, a way up or what is no percent-encoding. There is nothing at them, as at others.
 */
const namesNoFile = (ctx: Context, { status, message }: Thrown): boolean =>
  isRead(ctx) && fileRefusals.some((one) => one.status === status && one.message === message);

const mistakeIn = (thrown: Thrown): ApiError | undefined => {
  if (isBrokenCompression(thrown)) return bodyErrors.BODY_MALFORMED;
  if (typeof thrown.status === 'number') return refusedBodies[thrown.status];
  if (thrown.code === UNIQUE_VIOLATION) return writeErrors.MADE_MEANWHILE;
  const isMistaken = unreadable.has(String(thrown.code)) || undated.has(String(thrown.name));
  return isMistaken ? commonErrors.INVALID_REQUEST : undefined;
};

const isAnswerable = (error: unknown): boolean =>
  error instanceof errors.ApplicationError || error instanceof errors.HttpError;

const notTaken: Record<MessageLanguage, string> = {
  en: 'This value is not taken here.',
  es: 'Este valor no se admite aquí.',
};

const sources: ReadonlySet<unknown> = new Set(['query', 'body']);

/**
 * Where a parameter stands that Strapi holds against the schema somebody has added to its routes. It says zod's own
 * text then, which is JSON over several lines.
 */
const refusedParameter = (error: unknown): { in: string; path: string[] } | undefined => {
  if (!(error instanceof errors.ValidationError)) return undefined;
  const { source, param, path } = error.details as Record<string, unknown>;
  // Its own refusals by name and rule have a path, or say nothing but a sentence.
  if (path !== null || typeof param !== 'string' || !sources.has(source)) return undefined;
  return String(error.message).startsWith('[') ? { in: String(source), path: [param] } : undefined;
};

/** Whoever has thrown the error, in whichever handler; one who knows better has said so. */
const sayWhenToAskAgain = (ctx: Context, error: unknown): void => {
  const seconds = retryAfterOf(error);
  if (seconds === undefined || ctx.response.get('Retry-After') !== '') return;
  ctx.set('Retry-After', String(seconds));
};

const WORTH_SAYING = 200;
const LINES_PER_SECOND = 5;

/**
 * Maps errors of parsers and of PostgreSQL that a caller has caused to client errors. Strapi would log the others with their
 * stack and statement, and strangers could fill a disk. Place it after `strapi::errors`.
 */
export const nameMistakes = ({ strapi }: WithStrapi) => {
  const warn = boundedLines({
    write: (line) => strapi.log.warn(`http: ${line}`),
    perSecond: LINES_PER_SECOND,
  });
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const thrown = (error ?? {}) as Thrown;
      sayWhenToAskAgain(ctx, error);
      nameMissingValues(error, messageLanguageOf(ctx));
      // http-errors of this service have `details`; those of parsers do not.
      const refused = refusedParameter(error);
      if (refused !== undefined) {
        const language = messageLanguageOf(ctx);
        const problem = { ...refused, message: notTaken[language] };
        const named = httpError(commonErrors.INVALID_REQUEST, { details: { errors: [problem] } });
        localizeError(named, language);
        throw named;
      }
      if (isAnswerable(error) && 'details' in thrown) throw error;
      // What is answered by nobody is answered as not found.
      if (namesNoFile(ctx, thrown)) return;
      const mistake = mistakeIn(thrown);
      if (mistake === undefined) throw error;
      if (mistake === commonErrors.INVALID_REQUEST) {
        const path = ctx.path.slice(0, WORTH_SAYING);
        warn(
          `a value came as far as the database (${String(thrown.code ?? thrown.name)}): ${path}`,
        );
      }
      const named = httpError(mistake);
      localizeError(named, messageLanguageOf(ctx));
      throw named;
    }
  };
};
