import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { catalogueEntries, channels, frontPage, wordsFor } from './catalogue.mjs';
import { createFaults } from './faults.mjs';
import { readFilm } from './films.mjs';
import { drawPicture } from './pictures.mjs';
import { createSigning } from './signing.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 *
 * @typedef {object} PartnerOptions
 * @property {string} [clientId]
 * @property {string} [clientSecret]
 * @property {string} [host]
 * @property {number} [port]
 *
 * @typedef {object} Behaviour settings that can be changed at run time, in seconds
 * @property {number} tokenLifetime
 * @property {number} signatureLifetime
 * @property {number} clockAhead how far its clock is ahead when it checks a signed URL
 */

/** Players run in pages of another origin. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'range',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
};

/** @param {Request} request */
const read = async (request) => {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** @param {Response} response @param {number} status @param {unknown} body */
const sendJson = (response, status, body) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/**
 * @param {string} text @returns {Record<string, unknown>} an empty object if the text is not JSON
 */
const parse = (text) => {
  try {
    /** @type {unknown} */
    const value = JSON.parse(text);
    return /** @type {Record<string, unknown>} */ (value ?? {});
  } catch {
    return {};
  }
};

/**
 * Starts a video partner on this machine: its interface, pictures and films. Tests and people
 * control it below `/_control`: `POST faults`, `DELETE faults`, `GET calls`, `DELETE calls`, `POST
 * behaviour`, `DELETE tokens`.
 *
 * @param {PartnerOptions} [options]
 */
export const startPartnerVideo = async ({
  clientId = 'sandbox',
  clientSecret = randomBytes(24).toString('base64url'),
  host = '127.0.0.1',
  port = 0,
} = {}) => {
  const signing = createSigning();
  const faults = createFaults();
  /** @type {Behaviour} */
  const behaviour = { tokenLifetime: 3600, signatureLifetime: 3600, clockAhead: 0 };
  /** @type {Map<string, number>} */
  const tokens = new Map();
  /** @type {{ call: string, body?: unknown }[]} */
  const calls = [];
  let address = '';

  const signed = (
    /** @type {string} */ path,
    end = Date.now() + behaviour.signatureLifetime * 1000,
  ) => signing.sign(address + path, end);

  const isKnown = ({ authorization = '' }) => {
    const [scheme, token = ''] = authorization.split(' ');
    return scheme === 'Bearer' && (tokens.get(token) ?? 0) > Date.now();
  };

  /** @type {Record<string, { name: 'token' | 'catalog' | 'access', answer: (text: string, response: Response) => void }>} */
  const api = {
    'POST /oauth/token': {
      name: 'token',
      answer: (text, response) => {
        const form = new URLSearchParams(text);
        const isRight =
          form.get('grant_type') === 'client_credentials' &&
          form.get('client_id') === clientId &&
          form.get('client_secret') === clientSecret;
        if (!isRight) {
          sendJson(response, 401, { error: 'invalid_client' });
          return;
        }
        const token = randomBytes(24).toString('base64url');
        tokens.set(token, Date.now() + behaviour.tokenLifetime * 1000);
        sendJson(response, 200, {
          access_token: token,
          token_type: 'Bearer',
          expires_in: behaviour.tokenLifetime,
        });
      },
    },
    'GET /catalog': {
      name: 'catalog',
      answer: (_text, response) => {
        const entries = catalogueEntries({ address: (path) => address + path, signed });
        sendJson(response, 200, { channels: entries });
      },
    },
    'POST /access': {
      name: 'access',
      answer: (text, response) => {
        const { userId, productId, price, videoId, user } = parse(text);
        const { name, surname, email } = /** @type {Record<string, unknown>} */ (user ?? {});
        const texts = [userId, productId, videoId, name, surname, email];
        if (!texts.every((item) => typeof item === 'string') || typeof price !== 'number') {
          sendJson(response, 400, { error: 'invalid_request' });
          return;
        }
        const channel = channels.find(({ idChannel }) => idChannel === productId);
        if (!channel?.video.some((video) => video.videoId === videoId)) {
          sendJson(response, 404, { error: 'unknown_video' });
          return;
        }
        const end = Date.now() + behaviour.signatureLifetime * 1000;
        sendJson(response, 200, {
          url: signed(`/videos/${String(videoId)}/${String(userId)}/index.m3u8`, end),
          expiresAt: new Date(end).toISOString(),
        });
      },
    },
  };

  /** @type {Record<string, (body: Record<string, unknown>) => unknown>} */
  const control = {
    'POST faults': (body) => {
      faults.add(/** @type {import('./faults.mjs').Fault} */ (/** @type {unknown} */ (body)));
    },
    'DELETE faults': () => {
      faults.clear();
    },
    'GET calls': () => calls,
    'DELETE calls': () => {
      calls.length = 0;
    },
    'POST behaviour': (body) => Object.assign(behaviour, body),
    'DELETE tokens': () => {
      tokens.clear();
    },
  };

  /** @param {URL} url @param {Response} response */
  const sendPicture = ({ pathname }, response) => {
    const [, kind = '', id = ''] = /^\/pictures\/(\w+)\/([\w-]+)\.svg$/.exec(pathname) ?? [];
    const words = wordsFor(id);
    if (words === undefined) return false;
    response.writeHead(200, { ...CORS, 'content-type': 'image/svg+xml' });
    response.end(drawPicture({ name: id, words, kind }));
    return true;
  };

  /** @param {URL} url @param {Response} response */
  const sendFilm = async (url, response) => {
    const [, kind = '', name = ''] =
      /^\/(videos|trailers|films)\/.+\/([^/]+)$/.exec(url.pathname) ?? [];
    if (name === '') return false;
    // Films of the sample are public: their addresses are stored in its entries.
    const refusal =
      kind === 'films' ? undefined : signing.refusal(url, Date.now() + behaviour.clockAhead * 1000);
    if (refusal !== undefined) {
      response.writeHead(403, { ...CORS, 'content-type': 'application/xml' });
      response.end(`<Error><Code>${refusal}</Code></Error>`);
      return true;
    }
    const film = await readFilm(name, url.search);
    if (film === undefined) return false;
    response.writeHead(200, {
      ...CORS,
      'content-type': film.type,
      'content-length': Buffer.byteLength(film.content),
    });
    response.end(film.content);
    return true;
  };

  /** @param {Request} request @param {Response} response */
  const handle = async (request, response) => {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', address);
    if (method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    const text = await read(request);
    if (url.pathname.startsWith('/_control/')) {
      const run = control[`${method} ${url.pathname.slice('/_control/'.length)}`];
      sendJson(response, run === undefined ? 404 : 200, run?.(parse(text)) ?? null);
      return;
    }
    const call = api[`${method} ${url.pathname}`];
    if (call !== undefined) {
      calls.push({ call: call.name, ...(call.name === 'access' && { body: parse(text) }) });
      if (await faults.strike(call.name, request, response)) return;
      if (call.name !== 'token' && !isKnown(request.headers)) {
        sendJson(response, 401, { error: 'invalid_token' });
        return;
      }
      call.answer(text, response);
      return;
    }
    if (url.pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(frontPage(address));
      return;
    }
    if (sendPicture(url, response) || (await sendFilm(url, response))) return;
    sendJson(response, 404, { error: 'not_found' });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((/** @type {unknown} */ error) => {
      if (response.headersSent || response.destroyed) return;
      sendJson(response, 500, { error: String(error) });
    });
  });
  await new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve();
    });
  });
  const place = /** @type {import('node:net').AddressInfo} */ (server.address());
  address = `http://${host}:${place.port}`;

  return {
    url: address,
    clientId,
    clientSecret,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};
