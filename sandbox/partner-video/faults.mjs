import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A simulated fault of the partner.
 *
 * - `status`: answers with `status` instead.
 * - `slow`: answers after `delay` milliseconds.
 * - `hold`: accepts the call, and answers it once the faults are cleared.
 * - `hang`: accepts the call and never answers.
 * - `drip`: sends the response byte by byte without end.
 * - `reset`: closes the connection.
 * - `huge`: answers with `bytes` bytes, one megabyte after the other.
 * - `text`: answers with `text`, declared as JSON.
 * - `body`: answers with `body` instead.
 *
 * @typedef {'status' | 'slow' | 'hold' | 'hang' | 'drip' | 'reset' | 'huge' | 'text' | 'body'}
 * FaultKind
 * @typedef {object} Fault
 * @property {'token' | 'catalog' | 'access'} on the call that it affects
 * @property {FaultKind} kind
 * @property {number} [times] number of calls that it affects; unlimited by default
 * @property {number} [status]
 * @property {number} [delay]
 * @property {number} [bytes]
 * @property {string} [text]
 * @property {unknown} [body]
 *
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 */

const json = { 'content-type': 'application/json' };

/** @param {number} bytes */
function* pieces(bytes) {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

/** @type {Record<Exclude<FaultKind, 'hold'>, (fault: Fault, request: Request, response: Response) => boolean | Promise<boolean>>} */
const acts = {
  status: ({ status = 500 }, _request, response) => {
    response.writeHead(status, json).end(JSON.stringify({ error: 'as told' }));
    return true;
  },
  slow: async ({ delay = 1000 }) => {
    await wait(delay);
    return false;
  },
  hang: () => true,
  drip: (_fault, _request, response) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => {
      clearInterval(timer);
    });
    return true;
  },
  reset: (_fault, request) => {
    request.socket.resetAndDestroy();
    return true;
  },
  huge: async ({ bytes = 64 * 1024 * 1024 }, _request, response) => {
    response.writeHead(200, json);
    await pipeline(Readable.from(pieces(bytes)), response).catch(() => undefined);
    return true;
  },
  text: ({ text = '{"channels": [' }, _request, response) => {
    response.writeHead(200, json).end(text);
    return true;
  },
  body: ({ body }, _request, response) => {
    response.writeHead(200, json).end(JSON.stringify(body));
    return true;
  },
};

export const createFaults = () => {
  /** @type {(Fault & { times: number })[]} */
  let faults = [];
  /** @type {(() => void)[]} */
  const held = [];
  return {
    /** @param {Fault} fault */
    add: (fault) => {
      faults.push({ ...fault, times: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => {
      faults = [];
      for (const release of held.splice(0)) release();
    },
    /**
     * Applies the next fault of this call.
     *
     * @param {Fault['on']} call
     * @param {Request} request
     * @param {Response} response
     * @returns true if the call is finished
     */
    strike: async (call, request, response) => {
      const fault = faults.find((item) => item.on === call && item.times > 0);
      if (fault === undefined) return false;
      fault.times -= 1;
      if (fault.kind !== 'hold') return acts[fault.kind](fault, request, response);
      await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        held.push(resolve);
      });
      return false;
    },
  };
};
