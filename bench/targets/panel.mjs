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
    /** @param {string} path @param {string} [method] */
    ask: (path, method = 'GET') => mustGet(`${url}${path}`, { method, headers }),
  };
};

/** @typedef {Awaited<ReturnType<typeof signIn>>} Panel */
