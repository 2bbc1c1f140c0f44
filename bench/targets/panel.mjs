import { mustGet } from '../load/get.mjs';

/** Whoever looks at the panel in figures about it; the first administrator of a database of the benchmarks. */
const PERSON = {
  firstname: 'Bench',
  lastname: 'Mark',
  email: 'bench@example.com',
  password: 'Benchmark-0123456789',
};

const json = { 'Content-Type': 'application/json' };

/** @param {string} url @param {'login' | 'register-admin'} way @param {object} body */
const tokenBy = async (url, way, body) => {
  const answer = await mustGet(`${url}/admin/${way}`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });
  /** @type {{ data: { token: string } }} */
  const { data } = JSON.parse(answer.body.toString());
  return data.token;
};

/**
 * Signs somebody in to the panel of a service, who is made where nobody is there yet.
 *
 * @param {import('./process.mjs').Target} target
 * @returns what asks the panel's own addresses, below `/`
 */
export const signIn = async ({ url }) => {
  const { body } = await mustGet(`${url}/admin/init`);
  /** @type {{ data: { hasAdmin: boolean } }} */
  const { data } = JSON.parse(body.toString());
  const { email, password } = PERSON;
  const token = data.hasAdmin
    ? await tokenBy(url, 'login', { email, password })
    : await tokenBy(url, 'register-admin', PERSON);
  const headers = { Authorization: `Bearer ${token}` };
  return {
    /** @param {string} path @param {string} [method] */
    ask: (path, method = 'GET') => mustGet(`${url}${path}`, { method, headers }),
  };
};

/** @typedef {Awaited<ReturnType<typeof signIn>>} Panel */
