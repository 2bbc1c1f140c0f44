import type { WithStrapi } from '../with-strapi';
import { boundedLines } from './answers/bounded-lines';

/** What a connection says that its other end has broken off, or has written nonsense on. */
const BROKEN = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT']);
const UNREADABLE = 'HPE_';

const LINES_PER_SECOND = 5;

type Escaped = { code?: unknown; expose?: unknown; status?: unknown };

const isCallers = ({ code }: Escaped): boolean =>
  BROKEN.has(String(code)) || String(code).startsWith(UNREADABLE);

/**
 * Has the log tell of errors that come past everything that answers errors, above all of connections that break while a body
 * comes in. Koa would print each with its stack beside the log, so that strangers could fill a disk with it. In Koa's place and
 * not beside it: Strapi's upload plugin hands all errors but one kind on to what this replaces.
 */
export const logEscapedErrors = ({ strapi }: WithStrapi): void => {
  const tell = boundedLines({
    write: (line) => strapi.log.debug(`http: ${line}`),
    perSecond: LINES_PER_SECOND,
  });
  strapi.server.app.onerror = (error: Error & Escaped): void => {
    if (isCallers(error)) tell(`a request broke off: ${error.message}`);
    // Those are answered as they are, and no failures (`koa/lib/application.js`).
    else if (error.status !== 404 && error.expose !== true) strapi.log.error(error);
  };
};
