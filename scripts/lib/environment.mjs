import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inRoot } from './paths.mjs';

const SECRETS = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
  'PREVIEW_SECRET',
];

const secret = () => randomBytes(32).toString('base64url');

/** Fresh values for every secret of the service. */
export const randomSecrets = () => Object.fromEntries(SECRETS.map((name) => [name, secret()]));

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
 * What the service is told: the variables of this process, then those of `.env`, which Node reads as the
 * service's own reader does. One that is set to nothing counts as not set.
 *
 * @param {string} [file]
 * @returns {Record<string, string>}
 */
export const readEnvironment = (file = inRoot('.env')) => {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const isSet = (/** @type {[string, string | undefined]} */ [, value]) => Boolean(value?.trim());
  return /** @type {Record<string, string>} */ ({
    ...Object.fromEntries(Object.entries(written).filter(isSet)),
    ...Object.fromEntries(Object.entries(process.env).filter(isSet)),
  });
};
