import { mustGet } from '../load/get.mjs';
import { ADMIN } from './environment.mjs';

/**
 * Signs the benchmarks' administrator, whom every catalogue has, in to the panel of a service.
 *
 * @param {import('./process.mjs').Target} target
 * @returns what asks the panel's own addresses, below `/`
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

    /** @param {string} path @param {{ method?: string, body?: object }} [options] body: sent as JSON */
    ask: (path, { method = 'GET', body } = {}) =>
      mustGet(`${url}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
};

/** @typedef {Awaited<ReturnType<typeof signIn>>} Panel */
