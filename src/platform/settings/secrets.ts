import { hkdfSync } from 'node:crypto';
import { z } from '@strapi/utils';
import { settingsSection, list, text } from './section';

export type SecretSettings = {
  appKeys: readonly string[];
  adminJwtSecret: string;
  apiTokenSalt: string;
  transferTokenSalt: string;
  encryptionKey: string;
  jwtSecret: string;
  /** Signs the links of previews. */
  previewSecret: string;
};

const SHORTEST = 16;

const secret = text.min(SHORTEST, `must have at least ${SHORTEST} characters`);

/** A key that says nothing of the panel's secret, for services that were set up without one of their own. */
const previewSecretFrom = (adminJwtSecret: string): string =>
  Buffer.from(hkdfSync('sha256', adminJwtSecret, '', 'preview links', 32)).toString('base64url');

/** None has a default anywhere, but for the one that is derived from another; the commands that run without a person write random ones to `.env`. */
export const secretSettings = settingsSection<SecretSettings>('secrets', () =>
  z
    .object({
      APP_KEYS: list.refine(
        (keys) => keys.length > 0 && keys.every((key) => key.length >= SHORTEST),
        `must be keys of at least ${SHORTEST} characters, separated by commas`,
      ),
      ADMIN_JWT_SECRET: secret,
      API_TOKEN_SALT: secret,
      TRANSFER_TOKEN_SALT: secret,
      ENCRYPTION_KEY: secret,
      JWT_SECRET: secret,
      PREVIEW_SECRET: secret.optional(),
    })
    .transform((env) => ({
      appKeys: env.APP_KEYS,
      adminJwtSecret: env.ADMIN_JWT_SECRET,
      apiTokenSalt: env.API_TOKEN_SALT,
      transferTokenSalt: env.TRANSFER_TOKEN_SALT,
      encryptionKey: env.ENCRYPTION_KEY,
      jwtSecret: env.JWT_SECRET,
      previewSecret: env.PREVIEW_SECRET ?? previewSecretFrom(env.ADMIN_JWT_SECRET),
    })),
);
