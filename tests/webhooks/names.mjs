/**
 * Loaded before the service: names that mean what the tests need. Those of `NAMES`, a JSON object, stand for
 * the addresses given there: one after the other, and the last of them from then on.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const names = /** @type {Record<string, string[]>} */ (JSON.parse(process.env.NAMES ?? '{}'));
const lookup = dns.lookup;

/**
 * @param {string} hostname
 * @param {import('node:dns').LookupOptions} options
 * @param {(error: null, found: unknown, family?: number) => void} callback
 */
const known = (hostname, options, callback) => {
  const addresses = names[hostname];
  if (addresses === undefined) {
    Reflect.apply(lookup, dns, [hostname, options, callback]);
    return;
  }
  const address = (addresses.length > 1 ? addresses.shift() : addresses[0]) ?? '';
  process.stdout.write(`looked up ${hostname}: ${address}\n`);
  const family = address.includes(':') ? 6 : 4;
  if (options.all === true) callback(null, [{ address, family }]);
  else callback(null, address, family);
};

Object.assign(dns, { lookup: known });
syncBuiltinESMExports();
