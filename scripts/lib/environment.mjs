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

const generateSecret = () => randomBytes(32).toString('base64url');

/** Returns new random values for every secret of the service. */
export const generateSecrets = () =>
  Object.fromEntries(SECRETS.map((name) => [name, generateSecret()]));

/**
 * Writes the environment file from the example, with random secrets, unless it exists.
 *
 * @param {{ file?: string, example?: string }} [options]
 * @returns true if the file was written
 */
export const ensureEnvironmentFile = ({
  file = inRoot('.env'),
  example = inRoot('.env.example'),
} = {}) => {
  if (existsSync(file)) return false;
  const content = readFileSync(example, 'utf8').replace(
    /^([A-Z_]+)=$/gm,
    (line, /** @type {string} */ name) =>
      SECRETS.includes(name) ? `${name}=${generateSecret()}` : line,
  );
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  return true;
};

/**
 * Returns the settings for the service: the variables of this process, then those of `.env`.
 * Node.js parses `.env` in the same way as the service. Empty variables count as unset.
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
