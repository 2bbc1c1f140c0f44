import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { z } from '@strapi/utils';
import { addressErrors, bodyErrors, commonErrors, type RequestPart } from './common-errors';
import type { Endpoint, Input } from './endpoint';
import { createHttpError } from './errors';
import { getMessageLanguage } from './message-language';
import { getProblemText } from './problem-texts';

type UnknownKeys = z.core.$ZodIssueUnrecognizedKeys;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns a copy of a value without the keys that a schema does not know. */
const withoutKeys = (value: unknown, unknownKeys: readonly UnknownKeys[]): unknown => {
  const copy: unknown = structuredClone(value);
  for (const { path, keys } of unknownKeys) {
    const owner = path.reduce(
      (inner, key) => (isObject(inner) ? (Reflect.get(inner, key) as unknown) : undefined),
      copy,
    );
    if (isObject(owner)) for (const key of keys) Reflect.deleteProperty(owner, key);
  }
  return copy;
};

/**
 * Parses a value without the keys that a schema of strict objects does not name, and returns those
 * keys. The value is copied only if it has such keys.
 */
export const parseKnownKeys = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  context?: z.core.ParseContext<z.core.$ZodIssue>,
): { result: z.ZodSafeParseResult<z.output<S>>; unknownKeys: readonly UnknownKeys[] } => {
  const result = schema.safeParse(value, context);
  const unknownKeys = (result.error?.issues ?? []).filter(
    (issue): issue is UnknownKeys => issue.code === 'unrecognized_keys',
  );
  if (unknownKeys.length === 0) return { result, unknownKeys };
  const knownValues = withoutKeys(value, unknownKeys);
  return { result: schema.safeParse(knownValues, context), unknownKeys };
};

type Problem = { in: RequestPart; path: string[]; message: string };

const nothing = z.strictObject({});

/**
 * Maximum number of problems in a response, and maximum length of a caller's name in it. Otherwise
 * the response to an invalid megabyte would be several times as large.
 */
const MAX_PROBLEMS = 20;
const NAME_LENGTH = 100;

const truncateName = (key: PropertyKey): string => String(key).slice(0, NAME_LENGTH);

const toProblems = (part: RequestPart, { issues }: z.ZodError): Problem[] =>
  issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    in: part,
    path: path.map(truncateName),
    message,
  }));

/**
 * Returns a path as text for a header, which may contain only visible ASCII. Commas separate names.
 */
const formatHeaderPath = (path: readonly PropertyKey[]): string =>
  path.map((key) => truncateName(key).replaceAll(/[^\w$[\]-]/gu, '?')).join('.');

/** Returns the first names of keys that a schema does not know, for a header. */
const listIgnoredNames = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MAX_PROBLEMS).map((key) => formatHeaderPath([...issue.path, key]))
        : [],
    )
    .slice(0, MAX_PROBLEMS);

/** Returns the named parameters without the numbered groups of the router's prefix. */
const pickNamedParams = ({ params }: Endpoint, ctx: Context): Record<string, unknown> => {
  const sentParams = ctx.params as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(params?.shape ?? {}).map((name) => [name, sentParams[name]]),
  );
};

/** Media types that Strapi's body parser reads as JSON (`koa-body/lib/utils/body-type-util.js`). */
const JSON_TYPES = [
  ...['application/json', 'application/json-patch+json', 'application/vnd.api+json'],
  ...['application/csp-report', 'application/reports+json'],
];

/** Returns whether a request has a body that the parser reads as JSON. */
export const isJson = (ctx: Context): boolean => typeof ctx.is(JSON_TYPES) === 'string';

/**
 * Charsets that the parser decodes correctly. It always decodes UTF-8, so letters in other charsets
 * would be stored as replacement characters.
 */
const CHARSETS = new Set(['', 'utf-8', 'utf8', 'us-ascii']);

/** Returns whether a request has a body, by its headers. A body of length 0 counts as none. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Rejects bodies of other media types than the contract's. The parser reads forms and text too.
 * Browsers send forms of other sites without a preflight, and text would be reported as missing
 * fields.
 *
 * @throws http-error 415 `BODY_NOT_TAKEN`
 */
export const requireJson = ({ body }: Endpoint, ctx: Context): void => {
  if (body === undefined || !hasBody(ctx.req)) return;
  const isTaken = isJson(ctx) && CHARSETS.has(ctx.request.charset.toLowerCase());
  if (!isTaken) throw createHttpError(bodyErrors.BODY_NOT_TAKEN);
};

/** The validated parts of a request, and the first names of its ignored keys. */
export type ParsedInput<E extends Endpoint> = { input: Input<E>; ignored: readonly string[] };

/**
 * Returns the request's parts as the endpoint's schemas describe them. Unknown fields and
 * parameters are left out, because clients of earlier services send more than the contract names. A
 * body is ignored if none is declared.
 *
 * @throws NotFoundError `NOT_FOUND` if no entry can have a parameter of the path, else
 *   ValidationError `INVALID_REQUEST`. Both have the first problems and their locations in
 *   `details.errors`
 */
export const parseInput = <E extends Endpoint>(endpoint: E, ctx: Context): ParsedInput<E> => {
  const formatIssue: z.core.$ZodErrorMap = (issue) =>
    getProblemText(issue, getMessageLanguage(ctx));
  const problems: Problem[] = [];
  const ignored: string[] = [];
  const parse = (part: RequestPart, schema: z.ZodType, value: unknown): unknown => {
    const { result, unknownKeys } = parseKnownKeys(schema, value, { error: formatIssue });
    ignored.push(...listIgnoredNames(unknownKeys));
    if (!result.success) problems.push(...toProblems(part, result.error));
    return result.data;
  };
  const { body: sent } = ctx.request as { body?: unknown };
  const input = {
    params: parse('params', endpoint.params ?? nothing, pickNamedParams(endpoint, ctx)),
    query: parse('query', endpoint.query ?? nothing, { ...ctx.query }),
    body: endpoint.body === undefined ? {} : parse('body', endpoint.body, sent),
  };
  if (problems.length > 0) {
    const isNowhere = problems.some(({ in: part }) => part === 'params');
    throw createHttpError(isNowhere ? addressErrors.NOT_FOUND : commonErrors.INVALID_REQUEST, {
      details: { errors: problems.slice(0, MAX_PROBLEMS) },
    });
  }
  return { input: input as Input<E>, ignored: ignored.slice(0, MAX_PROBLEMS) };
};

/** Returns the browser's first language without its region; null where it states none. */
export const getAcceptedLanguage = (ctx: Context): string | null => {
  if (ctx.get('Accept-Language') === '') return null;
  const [first] = ctx.acceptsLanguages();
  const language = first?.split('-', 1)[0]?.toLowerCase() ?? '';
  return /^[a-z]{2,3}$/.test(language) ? language : null;
};
