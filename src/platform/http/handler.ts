import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { WithStrapi } from '../strapi/with-strapi';
import { authenticateCaller, type CallerOf, type Student } from './authentication';
import { announceRemovals } from './deprecation';
import type { Endpoint, Input, Output } from './endpoint';
import { localizeError } from './errors';
import { getMessageLanguage } from './message-language';
import { parseInput, requireJson, parseKnownKeys } from './parse-request';
import { serverSettings } from '../settings/server';
import { z } from '@strapi/utils';

/**
 * Returns a handler's answer without fields that the contract does not name. A database row may
 * have a new column since the handler was written.
 *
 * @throws Error where a field is missing or differs from the contract
 */
export const pickContractFields = (
  { method, path, response }: Endpoint,
  answer: unknown,
): unknown => {
  const { result } = parseKnownKeys(response, answer);
  if (result.success) return result.data;
  const problems = z.prettifyError(result.error);
  throw new Error(`${method} ${path} has a response that violates its contract:\n${problems}`);
};

/** A request that an endpoint has admitted: its validated parts and its caller. */
export type EndpointRequest<E extends Endpoint> = Input<E> & {
  caller: CallerOf<E>;
  ctx: Context;
};

/**
 * Response header that lists, outside production, the ignored fields and parameters of a request.
 */
export const IGNORED_HEADER = 'X-Ignored';

type Action = (ctx: Context) => Promise<void>;

/** Runs an action and translates its errors into the caller's language. */
const localizeErrors =
  (act: Action): Action =>
  async (ctx) => {
    try {
      await act(ctx);
    } catch (error) {
      localizeError(error, getMessageLanguage(ctx));
      throw error;
    }
  };

/** Validates a request. Outside production, the response lists the ignored input. */
const readInput = <E extends Endpoint>(
  { strapi }: WithStrapi,
  endpoint: E,
  ctx: Context,
): Input<E> => {
  requireJson(endpoint, ctx);
  const { input, ignored } = parseInput(endpoint, ctx);
  if (ignored.length > 0 && serverSettings.of({ strapi }).listsIgnoredInput) {
    ctx.set(IGNORED_HEADER, ignored.join(', '));
  }
  return input;
};

/**
 * Returns a controller action of an endpoint. It admits the caller by the contract's `access`,
 * validates the request by its schemas and calls `respond`. Errors use the caller's language.
 */
export const createAction =
  ({ strapi }: WithStrapi) =>
  <E extends Endpoint>(
    endpoint: E,
    respond: (request: EndpointRequest<E>) => Promise<void>,
  ): Action =>
    localizeErrors(async (ctx) => {
      announceRemovals(endpoint, ctx);
      const caller = await authenticateCaller({ strapi }, endpoint, ctx);
      await respond({ ...readInput({ strapi }, endpoint, ctx), caller, ctx });
    });

/** An endpoint that admits every caller. */
export type OpenEndpoint = Endpoint & { access?: 'public' | 'optional' };

/** Returns the student who sent the request; null for any other caller. */
export type IdentifyStudent = () => Promise<Student | null>;

/**
 * Returns a controller action of an endpoint that admits every caller. The student is looked up
 * only on demand, because most responses are the same for all callers.
 */
export const createOpenAction =
  ({ strapi }: WithStrapi) =>
  <E extends OpenEndpoint>(
    endpoint: E,
    respond: (
      request: Input<E> & { identifyStudent: IdentifyStudent; ctx: Context },
    ) => Promise<void>,
  ): Action =>
    localizeErrors(async (ctx) => {
      announceRemovals(endpoint, ctx);
      const identifyStudent: IdentifyStudent = () =>
        authenticateCaller<OpenEndpoint>({ strapi }, endpoint, ctx);
      await respond({ ...readInput({ strapi }, endpoint, ctx), identifyStudent, ctx });
    });

type Answer<E extends Endpoint> = Output<E> | Readable;

/**
 * Returns controller actions of endpoints with a handler. An action enforces the contract and
 * answers what `handle` returns, without fields that the contract does not name. A stream is passed
 * on as JSON text in the contract's form.
 */
export const createHandler = ({ strapi }: WithStrapi) => {
  const action = createAction({ strapi });
  return <E extends Endpoint>(
    endpoint: E,
    handle: (request: EndpointRequest<E>) => Promise<Answer<E>> | Answer<E>,
  ): Action =>
    action(endpoint, async (request) => {
      const { ctx } = request;
      const answer = await handle(request);
      ctx.body = answer instanceof Readable ? answer : pickContractFields(endpoint, answer);
      if (answer instanceof Readable) ctx.type = 'json';
      ctx.status = endpoint.status ?? 200;
    });
};
