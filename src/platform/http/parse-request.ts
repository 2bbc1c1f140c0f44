import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { z } from '@strapi/utils';
import { bodyErrors } from './answers/errors';
import { commonErrors } from './common-errors';
import type { Endpoint, Input } from './endpoint';
import { httpError, type MessageLanguage } from './errors';
import { parseKnownKeys } from './known-keys';
import { messageLanguageOf } from './message-language';

type Place = 'params' | 'query' | 'body';
type Problem = { in: Place; path: string[]; message: string };

const nothing = z.strictObject({});

const wording: Record<MessageLanguage, z.core.$ZodErrorMap> = {
  en: z.locales.en().localeError,
  es: z.locales.es().localeError,
};

const missing: Record<MessageLanguage, string> = {
  en: 'This is missing.',
  es: 'Falta este dato.',
};

/** What is not there at all is called so, rather than a value of a wrong type. */
const wordingIn =
  (language: MessageLanguage): z.core.$ZodErrorMap =>
  (issue) =>
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
      ? missing[language]
      : wording[language](issue);

/**
 * Problems named in one answer, and characters of a name that the caller chose: a request of a megabyte that is
 * wrong everywhere would otherwise be answered with many times its size.
 */
const NAMED = 20;
const NAME_LENGTH = 100;

const shortName = (key: PropertyKey): string => String(key).slice(0, NAME_LENGTH);

const problemsOf = (place: Place, { issues }: z.ZodError): Problem[] =>
  issues.slice(0, NAMED).map(({ path, message }) => ({
    in: place,
    path: path.map(shortName),
    message,
  }));

/** A header holds visible ASCII, and separates names by commas. */
const headerName = (path: readonly PropertyKey[]): string =>
  path.map((key) => shortName(key).replaceAll(/[^\w$[\]-]/gu, '?')).join('.');

/** The names of what a schema does not know, for a header; the first of them. */
const ignoredNames = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, NAMED).map((key) => headerName([...issue.path, key]))
        : [],
    )
    .slice(0, NAMED);

/** Without the numbered groups that the router's own prefix leaves among them. */
const namedParams = ({ params }: Endpoint, ctx: Context): Record<string, unknown> => {
  const sent = ctx.params as Record<string, unknown>;
  return Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, sent[name]]));
};

/** What Strapi's body parser reads as JSON (`koa-body/lib/utils/body-type-util.js`). */
const JSON_TYPES = [
  ...['application/json', 'application/json-patch+json', 'application/vnd.api+json'],
  ...['application/csp-report', 'application/reports+json'],
];

/** Whether a request has a body that the parser reads as JSON. */
export const isJson = (ctx: Context): boolean => typeof ctx.is(JSON_TYPES) === 'string';

/** What the parser reads it in, whatever the request says; other letters would be stored as the sign of one that is none. */
const CHARSETS = new Set(['', 'utf-8', 'utf8', 'us-ascii']);

/** Whether a request has a body, by its headers; one of no length is none. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Refuses bodies of other kinds than the contract's. The parser reads forms and text too: a form of another site, which browsers
 * send without asking first, would be taken for the contract's JSON, and of text each field would be told to be missing.
 *
 * @throws http-error 415 `BODY_NOT_TAKEN`
 */
export const requireJson = ({ body }: Endpoint, ctx: Context): void => {
  if (body === undefined || !hasBody(ctx.req)) return;
  const isTaken = isJson(ctx) && CHARSETS.has(ctx.request.charset.toLowerCase());
  if (!isTaken) throw httpError(bodyErrors.BODY_NOT_TAKEN);
};

/** The validated parts of a request, and the first names of what was ignored in it. */
export type ParsedInput<E extends Endpoint> = { input: Input<E>; ignored: readonly string[] };

/**
 * Returns the request's parts as the endpoint's schemas describe them. Fields and parameters that the schemas do not name are
 * left out: callers of earlier services send more than the contract names. A body where none is declared is ignored.
 *
 * @throws ValidationError `INVALID_REQUEST`, with the first problems and where each is in `details.errors`
 */
export const parseInput = <E extends Endpoint>(endpoint: E, ctx: Context): ParsedInput<E> => {
  const error: z.core.$ZodErrorMap = (issue) => wordingIn(messageLanguageOf(ctx))(issue);
  const problems: Problem[] = [];
  const ignored: string[] = [];
  const parse = (place: Place, schema: z.ZodType, value: unknown): unknown => {
    const { result, unknownKeys } = parseKnownKeys(schema, value, { error });
    ignored.push(...ignoredNames(unknownKeys));
    if (!result.success) problems.push(...problemsOf(place, result.error));
    return result.data;
  };
  const { body: sent } = ctx.request as { body?: unknown };
  const input = {
    params: parse('params', endpoint.params ?? nothing, namedParams(endpoint, ctx)),
    query: parse('query', endpoint.query ?? nothing, { ...ctx.query }),
    body: endpoint.body === undefined ? {} : parse('body', endpoint.body, sent),
  };
  if (problems.length > 0) {
    throw httpError(commonErrors.INVALID_REQUEST, {
      details: { errors: problems.slice(0, NAMED) },
    });
  }
  return { input: input as Input<E>, ignored: ignored.slice(0, NAMED) };
};

/** The language that a browser asks for first, without its region; null when it does not care. */
export const acceptedLanguage = (ctx: Context): string | null => {
  if (ctx.get('Accept-Language') === '') return null;
  const [first] = ctx.acceptsLanguages();
  const language = first?.split('-', 1)[0]?.toLowerCase() ?? '';
  return /^[a-z]{2,3}$/.test(language) ? language : null;
};
