import type { WithStrapi } from '../strapi/with-strapi';
import { createLineLimiter } from './answers/bounded-lines';

/** Codes of connections that the other end has closed or reset, or over which a request arrived too slowly. */
const BROKEN = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_HTTP_REQUEST_TIMEOUT',
]);
const PARSER_ERROR = 'HPE_';

const LINES_PER_SECOND = 5;

type UnhandledError = { code?: unknown; expose?: unknown; status?: unknown };

const isCallers = ({ code }: UnhandledError): boolean =>
  BROKEN.has(String(code)) || String(code).startsWith(PARSER_ERROR);

/**
 * Logs errors that bypass the error middleware, mainly connections that break while a body arrives.
 * Koa would print each with its stack, so callers could fill the disk. It replaces Koa's handler,
 * because Strapi's upload plugin passes all errors but one kind to that handler.
 */
export const logUnhandledErrors = ({ strapi }: WithStrapi): void => {
  const tell = createLineLimiter({
    write: (line) => strapi.log.debug(`http: ${line}`),
    perSecond: LINES_PER_SECOND,
  });
  strapi.server.app.onerror = (error: Error & UnhandledError): void => {
    if (isCallers(error)) tell(`a request broke off: ${error.message}`);
    // Koa answers these as they are; they are no failures (`koa/lib/application.js`).
    else if (error.status !== 404 && error.expose !== true) strapi.log.error(error);
  };
};
