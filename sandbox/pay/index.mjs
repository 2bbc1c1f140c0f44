import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Those that the sample catalogue's products name in `payCrm`. */
const names = ['main', 'partners'];

const secret = (/** @type {string} */ prefix) => `${prefix}_${randomBytes(18).toString('hex')}`;

/** @param {Record<string, string>} env */
const serviceAddress = ({ HOST = '127.0.0.1', PORT = '1337' }) => {
  const host = ['0.0.0.0', '::', 'localhost'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
};

/**
 * The payment provider, for a demo without keys of a real one. What was bought stays between runs.
 *
 * @param {{ env: Record<string, string> }} options
 */
export const pay = async ({ env }) => {
  if (env.PAY_ACCOUNTS || env.PAY_API_BASE) return undefined;
  const load = createRequire(import.meta.url);
  /** @type {{ startPay: typeof import('./server.js').startPay }} */
  const { startPay } = load(path.join(root, 'dist/sandbox/pay/server.js'));
  /** @type {{ sampleCatalogue: typeof import('./catalogue.js').sampleCatalogue }} */
  const { sampleCatalogue } = load(path.join(root, 'dist/sandbox/pay/catalogue.js'));
  const accounts = names.map((name) => ({
    name,
    secretKey: secret('sk_test'),
    webhookSecret: secret('whsec'),
    webhookUrl: `${serviceAddress(env)}/api/checkout/webhook/${name}`,
  }));
  const server = await startPay({
    accounts,
    catalogue: sampleCatalogue(path.join(root, 'database/sample/products')),
    stateFile: path.join(root, '.tmp/sandbox/pay.json'),
  });
  return {
    name: 'Payment provider',
    url: server.url,
    env: {
      PAY_ACCOUNTS: names.join(','),
      PAY_API_BASE: server.url,
      ...Object.fromEntries(
        accounts.flatMap(({ name, secretKey, webhookSecret }) => [
          [`PAY_${name.toUpperCase()}_SECRET_KEY`, secretKey],
          [`PAY_${name.toUpperCase()}_WEBHOOK_SECRET`, webhookSecret],
        ]),
      ),
    },
    stop: server.close,
  };
};
