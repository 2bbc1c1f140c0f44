import { randomBytes } from 'node:crypto';
import { loadCompiledTools } from '../../scripts/lib/build.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';

/** Accounts that the sample catalogue's products name in `payCrm`. */
const names = ['main', 'partners'];

const secret = (/** @type {string} */ prefix) => `${prefix}_${randomBytes(18).toString('hex')}`;

/** @param {Record<string, string>} env */
const serviceAddress = ({ HOST = '127.0.0.1', PORT = '1337' }) => {
  const host = ['0.0.0.0', '::', 'localhost'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
};

/**
 * Starts the payment provider's stand-in for a demo without keys of a real one. Purchases are kept
 * between runs.
 *
 * @param {{ env: Record<string, string> }} options
 */
export const pay = async ({ env }) => {
  if (env.PAY_ACCOUNTS || env.PAY_API_BASE) return undefined;
  const { startPay } = /** @type {typeof import('./server.js')} */ (
    loadCompiledTools('sandbox/pay/server.js')
  );
  const { sampleCatalogue } = /** @type {typeof import('./catalogue.js')} */ (
    loadCompiledTools('sandbox/pay/catalogue.js')
  );
  const accounts = names.map((name) => ({
    name,
    secretKey: secret('sk_test'),
    webhookSecret: secret('whsec'),
    webhookUrl: `${serviceAddress(env)}/api/checkout/webhook/${name}`,
  }));
  const server = await startPay({
    accounts,
    catalogue: sampleCatalogue(inRoot('database/sample/products')),
    stateFile: inRoot('.tmp/sandbox/pay.json'),
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
