import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const SECRETS = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
];

const secret = () => randomBytes(32).toString('base64url');

/** Fresh values for every secret of the service. */
export const randomSecrets = () => Object.fromEntries(SECRETS.map((name) => [name, secret()]));

/**
 * The variables that a file in the manner of `.env` sets. Quotes around a value are taken off; nothing
 * is expanded.
 *
 * @param {string} content
 * @returns {Record<string, string>}
 */
export const parseEnvironmentFile = (content) =>
  Object.fromEntries(
    content.split(/\r?\n/).flatMap((line) => {
      const [, name, value = ''] =
        /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, bareValue(value)]];
    }),
  );

/** @param {string} written */
const bareValue = (written) =>
  /^(['"`]).*\1$/.test(written) ? written.slice(1, -1) : written.replace(/(^|\s)#.*$/, '').trim();

/**
 * Writes the file from the example, with secrets made up, unless it is there.
 *
 * @param {{ file?: string, example?: string }} [options]
 * @returns whether it was written
 */
export const ensureEnvironmentFile = ({
  file = inRoot('.env'),
  example = inRoot('.env.example'),
} = {}) => {
  if (existsSync(file)) return false;
  const content = readFileSync(example, 'utf8').replace(
    /^([A-Z_]+)=$/gm,
    (line, /** @type {string} */ name) => (SECRETS.includes(name) ? `${name}=${secret()}` : line),
  );
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  return true;
};

/**
 * What the service is told: the variables of this process, then those of `.env`. One that is set to
 * nothing counts as not set.
 *
 * @returns {Record<string, string>}
 */
export const readEnvironment = () => {
  const file = inRoot('.env');
  const written = existsSync(file) ? parseEnvironmentFile(readFileSync(file, 'utf8')) : {};
  const isSet = (/** @type {[string, string | undefined]} */ [, value]) => Boolean(value?.trim());
  return /** @type {Record<string, string>} */ ({
    ...Object.fromEntries(Object.entries(written).filter(isSet)),
    ...Object.fromEntries(Object.entries(process.env).filter(isSet)),
  });
};
