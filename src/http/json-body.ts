import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { bodyErrors } from './answers/errors';
import type { Endpoint } from './endpoint';
import { httpError } from './errors';

/** What Strapi's body parser reads as JSON (`koa-body/lib/utils/body-type-util.js`). */
const JSON_TYPES = [
  ...['application/json', 'application/json-patch+json', 'application/vnd.api+json'],
  ...['application/csp-report', 'application/reports+json'],
];

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
  if (ctx.is(JSON_TYPES) === false) throw httpError(bodyErrors.BODY_NOT_TAKEN);
};
