import { mustGet } from '../load/get.mjs';
import { ADMIN } from './environment.mjs';

/**
 * Signs in to a service's panel as the benchmarks' administrator, who exists in every catalogue.
 *
 * @param {import('./process.mjs').Target} target
 * @returns a client for the panel's own paths, below `/`
 */
export const signIn = async ({ url }) => {
  const { body } = await mustGet(`${url}/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  /** @type {{ data: { token: string } }} */
  const { data } = JSON.parse(body.toString());
  const headers = { Authorization: `Bearer ${data.token}` };
  return {
    headers,

    /**
     * @param {string} path @param {{ method?: string, body?: object }} [options] body: sent as JSON
     */
    ask: (path, { method = 'GET', body } = {}) =>
      mustGet(`${url}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
};

/** @typedef {Awaited<ReturnType<typeof signIn>>} Panel */
