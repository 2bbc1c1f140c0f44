import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { WithStrapi } from '../with-strapi';
import { callerOf, type CallerOf, type Student } from './authentication';
import type { Endpoint, Input, Output } from './endpoint';
import { localizeError } from './errors';
import { messageLanguageOf } from './message-language';
import { parseInput, requireJson } from './parse-request';
import { contractAnswer } from './response';
import { serverSettings } from '../settings/server';

/** A request that an endpoint has let in: its validated parts, and who sent it. */
export type EndpointRequest<E extends Endpoint> = Input<E> & {
  caller: CallerOf<E>;
  ctx: Context;
};

/** Names, outside production, the fields and parameters of a request that were ignored. */
export const IGNORED_HEADER = 'X-Ignored';

type Action = (ctx: Context) => Promise<void>;

/** Errors speak the caller's language. */
const localized =
  (act: Action): Action =>
  async (ctx) => {
    try {
      await act(ctx);
    } catch (error) {
      localizeError(error, messageLanguageOf(ctx));
      throw error;
    }
  };

/** Validates a request; outside production the answer lists what was ignored in it. */
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
 * The beginning of every controller action of an endpoint: admits the caller by the contract's `access`,
 * validates the request by its schemas, and has `respond` answer. Errors speak the caller's language.
 */
export const createAction =
  ({ strapi }: WithStrapi) =>
  <E extends Endpoint>(
    endpoint: E,
    respond: (request: EndpointRequest<E>) => Promise<void>,
  ): Action =>
    localized(async (ctx) => {
      const caller = await callerOf({ strapi }, endpoint, ctx);
      await respond({ ...readInput({ strapi }, endpoint, ctx), caller, ctx });
    });

/** An endpoint that refuses nobody for who they are. */
export type OpenEndpoint = Endpoint & { access?: 'public' | 'optional' };

/** Says which student asks; null for anybody else. */
export type WhoAsks = () => Promise<Student | null>;

/**
 * The same for endpoints that let everybody in. Who asks is looked up when it is asked for: the answers of most are the
 * same for all.
 */
export const createOpenAction =
  ({ strapi }: WithStrapi) =>
  <E extends OpenEndpoint>(
    endpoint: E,
    respond: (request: Input<E> & { whoAsks: WhoAsks; ctx: Context }) => Promise<void>,
  ): Action =>
    localized(async (ctx) => {
      const whoAsks: WhoAsks = () => callerOf<OpenEndpoint>({ strapi }, endpoint, ctx);
      await respond({ ...readInput({ strapi }, endpoint, ctx), whoAsks, ctx });
    });

type Answer<E extends Endpoint> = Output<E> | Readable;

/**
 * Controller actions of endpoints that do something. An action lets in whom and what the contract lets in,
 * and answers what `handle` returns, without anything that the contract does not name; a stream is passed on
 * as JSON text of the contract's form.
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
      ctx.body = answer instanceof Readable ? answer : contractAnswer(endpoint, answer);
      if (answer instanceof Readable) ctx.type = 'json';
      ctx.status = endpoint.status ?? 200;
    });
};
