import { createServer } from 'node:http';

/**
 * Stands in for servers that receive requests, in its own process. It prints its address, records
 * requests, and responds by rules. Tests control it at `/_control`:
 *
 * - `GET requests`: returns the recorded requests. `DELETE requests`: removes them.
 * - `PUT rules`: sets the rules. The first rule applies whose `path` starts the request's path, and whose
 *   `times` are not used up. Without a rule, the response is 200.
 *
 * A rule sets `status`, `headers`, `delay` (milliseconds before the response), or a `kind`: `hang` (no
 * response), `drip` (endless headers), `huge` (an endless body), `reset`. Two kinds imitate a provider:
 *
 * - `fastly` with `service` and `token`: accepts 256 keys per request.
 * - `cloudflare` with `zone`, `token`, `perMinute` and `retryAfter`: accepts 100 tags per request. It
 *   responds 429 to more than `perMinute` requests in a minute.
 */

/** @typedef {import('./stand-in.js').Received} Received */
/** @typedef {import('./stand-in.js').Rule} Rule */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ rule: Rule, request: Received, response: Response }} Exchange */

/** @type {Received[]} */
let requests = [];

/** @type {Rule[]} */
let rules = [];

/**
 * @param {Response} response
 * @param {number} status
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 */
const json = (response, status, body, headers = {}) => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/** @param {Exchange} exchange */
const drip = ({ response }) => {
  response.socket?.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => response.socket?.write('X-More: 1\r\n'), 50);
  response.on('close', () => clearInterval(timer));
};

/** @param {Exchange} exchange */
const huge = ({ request, response }) => {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
  const block = Buffer.alloc(256 * 1024);
  const more = () => {
    let hasRoom = true;
    while (hasRoom && !response.destroyed) {
      hasRoom = response.write(block);
      request.sent += block.length;
    }
  };
  response.on('drain', more);
  more();
};

/** @param {Exchange} exchange */
const fastly = ({ rule, request, response }) => {
  const { method, path, headers, body } = request;
  if (headers['fastly-key'] !== rule.token) {
    json(response, 401, { msg: 'not authorized' });
    return;
  }
  if (method !== 'POST' || path !== `/service/${String(rule.service)}/purge`) {
    json(response, 404, {});
    return;
  }
  const { surrogate_keys: keys } = /** @type {{ surrogate_keys?: string[] }} */ (JSON.parse(body));
  const isRight = keys !== undefined && keys.length > 0 && keys.length <= 256;
  json(response, isRight ? 200 : 400, {});
};

/** @param {Exchange} exchange */
const cloudflare = ({ rule, request, response }) => {
  const { method, path, headers, body, at } = request;
  /**
   * @param {number} status
   * @param {Record<string, string>} [more]
   */
  const refuse = (status, more) => {
    request.isRefused = true;
    json(response, status, { success: false, errors: [{}] }, more);
  };
  const lately = requests.filter(
    (other) => other !== request && other.isRefused !== true && at - other.at < 60_000,
  );
  const { tags } = /** @type {{ tags?: string[] }} */ (JSON.parse(body));
  if (headers.authorization !== `Bearer ${String(rule.token)}`) refuse(403);
  else if (method !== 'POST' || path !== `/zones/${String(rule.zone)}/purge_cache`) refuse(404);
  else if (lately.length >= Number(rule.perMinute)) {
    refuse(429, { 'Retry-After': String(rule.retryAfter) });
  } else if (tags === undefined || tags.length < 1 || tags.length > 100) refuse(400);
  else json(response, 200, { success: true, errors: [], result: { id: rule.zone } });
};

/** @type {Readonly<Record<string, (exchange: Exchange) => void>>} */
const kinds = {
  hang: () => undefined,
  reset: ({ response }) => response.destroy(),
  drip,
  huge,
  fastly,
  cloudflare,
};

/**
 * @param {string} path
 * @returns {Rule}
 */
const ruleFor = (path) => {
  const rule = rules.find(
    (item) => path.startsWith(item.path ?? '/') && (item.times === undefined || item.times > 0),
  );
  if (rule?.times !== undefined) rule.times -= 1;
  return rule ?? { status: 200 };
};

/**
 * @param {Received} request
 * @param {Response} response
 */
const control = ({ method, path, body }, response) => {
  if (path === '/_control/rules') rules = /** @type {Rule[]} */ (JSON.parse(body));
  else if (method === 'DELETE') requests = [];
  json(response, 200, requests);
};

const server = createServer((incoming, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  incoming.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const { method = '', url: path = '/', headers } = incoming;
    const body = Buffer.concat(chunks).toString();
    const request = /** @type {Received} */ ({
      ...{ method, path, headers, body },
      ...{ at: Date.now(), sent: 0 },
    });
    if (path.startsWith('/_control/')) {
      control(request, response);
      return;
    }
    requests.push(request);
    const rule = ruleFor(path);
    setTimeout(() => {
      if (rule.kind === undefined) json(response, rule.status ?? 200, {}, rule.headers);
      else kinds[rule.kind]?.({ rule, request, response });
    }, rule.delay ?? 0);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
