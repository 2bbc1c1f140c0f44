import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { WithStrapi } from '../../strapi/with-strapi';
import { normalizeBody } from '../../nfc';
import { findMatchedPath } from '../../strapi/routes';
import { bodyErrors } from '../common-errors';
import type { MessageLanguage } from '../errors';
import { createRequestError } from '../message-language';
import { hasBody, isJson } from '../parse-request';
import { createInvalidRequestError, unstorableText } from '../address-guard';
import { inspectValue } from './inspect-value';
import { measureJson, MOST_LEVELS, MOST_VALUES } from './measure-json';

/** Maximum size of a JSON body. */
const LIMIT = '1mb';

/**
 * Maximum size of forms and of decompressed bodies. Without it, a compressed kilobyte could cost as
 * much work as a megabyte.
 */
const SMALL_LIMIT = '64kb';

/** The property in which Strapi keeps the text of a parsed body. */
export const UNPARSED = Symbol.for('unparsedBody');

const tooDeep: Record<MessageLanguage, string> = {
  en: `This is nested more than ${MOST_LEVELS} levels deep.`,
  es: `Esto está anidado a más de ${MOST_LEVELS} niveles.`,
};

const noComponent: Record<MessageLanguage, string> = {
  en: 'This component does not exist.',
  es: 'No existe este componente.',
};

type Request = { body?: unknown };

type Middleware = (ctx: Context, next: Next) => Promise<void>;

const isCompressed = ({ headers }: IncomingMessage): boolean =>
  !/^(?:identity)?$/i.test(headers['content-encoding'] ?? '');

const skipBody = (): Promise<void> => Promise.resolve();

/** Makes the parser return JSON as text, so that it can be measured before it is parsed. */
const asText = (ctx: Context): Context =>
  Object.create(ctx, {
    is: { value: (type: unknown) => type === 'text/*' && 'text/plain' },
  }) as Context;

const createMalformedError = (ctx: Context): Error =>
  createRequestError(ctx, bodyErrors.BODY_MALFORMED);

/** Parses JSON. Rejects primitive values at the top level, as Strapi's parser does. */
const parseJson = (ctx: Context, text: string): object => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw createMalformedError(ctx);
  }
  if (typeof parsed !== 'object' || parsed === null) throw createMalformedError(ctx);
  return Object.assign(parsed, { [UNPARSED]: text });
};

const readJson = (ctx: Context, text: string): object => {
  const measure = measureJson(text);
  if (measure.problem === 'too-many-values') {
    throw createRequestError(ctx, bodyErrors.TOO_MANY_VALUES, { details: { most: MOST_VALUES } });
  }
  if (measure.problem === 'too-deep') {
    throw createInvalidRequestError(ctx, { in: 'body', path: [measure.within], message: tooDeep });
  }
  return parseJson(ctx, text);
};

const assertTaken = (ctx: Context, body: unknown): void => {
  const { hasPrototype, component, unstorable } = inspectValue(body);
  if (hasPrototype) throw createMalformedError(ctx);
  if (component !== undefined) {
    throw createInvalidRequestError(ctx, { in: 'body', path: component, message: noComponent });
  }
  if (unstorable !== undefined) {
    throw createInvalidRequestError(ctx, { in: 'body', path: unstorable, message: unstorableText });
  }
};

/**
 * Reads JSON bodies of requests that match a route. Rejects bodies with too many values, too much
 * nesting, or text that the database cannot store. Other bodies are not read. Text bodies are
 * dropped: Strapi's handlers would treat a text as an object with one member per character. All
 * text except passwords is normalized to NFC.
 */
export const readBodies = ({ strapi }: WithStrapi) => {
  const createParser = strapi.middleware('strapi::body');
  const createBodyParser = (textLimit: string): Middleware =>
    createParser(
      {
        // Payment providers sign the bytes of the body.
        includeUnparsed: true,
        json: false,
        formLimit: SMALL_LIMIT,
        textLimit,
        // It would write the files of every request to the disk. `global::multipart` reads forms
        // with files.
        multipart: false,
      },
      { strapi },
    ) as Middleware;
  const [parse, parseCompressed] = [createBodyParser(LIMIT), createBodyParser(SMALL_LIMIT)];

  const read = async (ctx: Context): Promise<void> => {
    const request = ctx.request as Request;
    const parser = isCompressed(ctx.req) ? parseCompressed : parse;
    // After parsing, Strapi deletes the files of a form, which `global::multipart` has already
    // read.
    if (ctx.is('multipart') === false) await parser(isJson(ctx) ? asText(ctx) : ctx, skipBody);
    if (typeof request.body === 'string') {
      request.body = isJson(ctx) ? readJson(ctx, request.body) : {};
    }
    assertTaken(ctx, request.body);
    normalizeBody(request.body);
  };

  return async (ctx: Context, next: Next): Promise<void> => {
    if (hasBody(ctx.req) && findMatchedPath({ strapi }, ctx) !== undefined) await read(ctx);
    await next();
  };
};
