import http from 'node:http';

const agent = new http.Agent({ keepAlive: true });

/**
 * Sends one request and reads the whole response.
 *
 * @param {string} address
 * @param {{ method?: string, headers?: Record<string, string>, body?: string | Buffer }} [options]
 * @returns {Promise<{ status: number, headers: http.IncomingHttpHeaders, body: Buffer, ms: number
 * }>}
 */
export const get = (address, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const request = http.request(address, { agent, method, headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - since;
        const status = response.statusCode ?? 0;
        resolve({ status, headers: response.headers, body: Buffer.concat(chunks), ms });
      });
    });
    request.on('error', reject);
    request.end(body);
  });

/**
 * Sends one request; throws if the response is an error.
 *
 * @param {string} address
 * @param {Parameters<typeof get>[1]} [options]
 */
export const mustGet = async (address, options) => {
  const answer = await get(address, options);
  if (answer.status >= 400) {
    throw new Error(
      `${address} answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`,
    );
  }
  return answer;
};
