/**
 * Replaces DNS lookups of the service, which loads this file first. `NAMES` is a JSON object of hostnames and
 * their addresses: each lookup returns the next address, and the last one from then on.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const names = /** @type {Record<string, string[]>} */ (JSON.parse(process.env.NAMES ?? '{}'));
const lookup = dns.lookup;

/**
 * @param {string} hostname
 * @param {import('node:dns').LookupOptions} options
 * @param {(error: null, result: unknown, family?: number) => void} callback
 */
const lookUpName = (hostname, options, callback) => {
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

Object.assign(dns, { lookup: lookUpName });
syncBuiltinESMExports();
